import { expect, it } from 'vitest'
import { memoryPlace } from '../../../../src/runtime/memory/memory-place.ts'

const nothing = { name: 'm', writtenPath: null, declaringFolder: undefined, memoryFolder: undefined }
const join = (folder: string, name: string) => `${folder}/${name}`

it('takes a written path as it is', () => {
  const declaration = { ...nothing, writtenPath: './a.db', declaringFolder: '/f', memoryFolder: '/e' }
  expect(memoryPlace(declaration, join)).toEqual({ path: './a.db', rule: 'explicit' })
})

it('else takes the folder that the environment names, unless it is empty', () => {
  const declaration = { ...nothing, declaringFolder: '/f' }
  const inFile = { path: '/f/.sense_memory/m.sense_memory.db', rule: 'beside-file' }
  expect(memoryPlace({ ...declaration, memoryFolder: 'e' }, join)).toEqual({
    path: 'e/m.sense_memory.db',
    rule: 'environment',
  })
  expect(memoryPlace({ ...declaration, memoryFolder: '' }, join)).toEqual(inFile)
})

it('else the folder of the file, and without a file the current one', () => {
  expect(memoryPlace(nothing, join)).toEqual({ path: 'm.sense_memory.db', rule: 'current-folder' })
})
