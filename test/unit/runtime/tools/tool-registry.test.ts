import { describe, expect, it } from 'vitest'
import { Scope } from '../../../../src/runtime/execution/scope.ts'
import { registerTools } from '../../../../src/runtime/tools/tool-registry.ts'
import { parameter, serverToolsOf, textResult, toolOf, type } from './trial-tools.ts'

const scope = new Scope(undefined)
const answering = () => Promise.resolve(textResult(''))
const serverTools = (server: string, ...names: string[]) => serverToolsOf(server, names, answering)

describe('finding a tool', () => {
  const tools = [...serverTools('files', 'read_file', 'list.all'), toolOf('search', scope, () => null)]
  const registry = registerTools(tools, 1)
  const found = (name: string) => registry.find(name)?.name

  it('takes wire names and canonical names', () => {
    expect(found('files__read_file')).toBe('files.read_file')
    expect(found('files.read_file')).toBe('files.read_file')
    expect(found('search')).toBe('search')
    expect(registry.descriptions.map(({ wireName }) => found(wireName))).toEqual(tools.map(({ name }) => name))
  })

  it('forgives case and separators', () => {
    expect(found('Files-Read.File')).toBe('files.read_file')
    expect(found('SEARCH')).toBe('search')
  })

  it('names what is close to an unknown one', () => {
    expect(found('serch')).toBeUndefined()
    expect(registry.namesCloseTo('serch')).toEqual(['search'])
  })

  it('forgives nothing where two tools could be meant', () => {
    const both = registerTools(serverTools('s', 'a_b', 'ab'), 1)
    expect(both.find('s.a_b')?.name).toBe('s.a_b')
    expect(both.find('s.a-b')).toBeUndefined()
  })

  it('takes nothing from the prototype of objects', () => {
    for (const name of ['constructor', '__proto__', 'toString', '']) expect(registry.find(name)).toBeUndefined()
  })

  it('gives even unknown names a wire name', () => {
    expect(registry.wireNameOf('files.read_file')).toBe('files__read_file')
    expect(registry.wireNameOf('no such')).toBe('no_such')
  })
})

describe('describing tools', () => {
  it('gives the schema of parameters', () => {
    const types = [
      parameter('a', type('Int')),
      parameter('b', type('Array', type('Array', type('Float')))),
      parameter('c', type('Record')),
      parameter('d', type('Answer', type('String'))),
      parameter('__proto__'),
      parameter('e', type('Bool')),
      parameter('f', type('Array')),
      parameter('g', type('String')),
    ]
    const [description] = registerTools([toolOf('t', scope, () => null, { parameters: types })], 1).descriptions
    expect(description?.description).toBe('does t')
    expect(JSON.stringify(description?.inputSchema)).toBe(
      JSON.stringify({
        type: 'object',
        properties: {
          a: { type: 'integer' },
          b: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
          c: { type: 'object' },
          d: {},
          ['__proto__']: {},
          e: { type: 'boolean' },
          f: { type: 'array', items: {} },
          g: { type: 'string' },
        },
        required: ['a', 'b', 'c', 'd', '__proto__', 'e', 'f', 'g'],
        additionalProperties: false,
      }),
    )
  })

  it('passes a schema of a server as it is', () => {
    const inputSchema = { type: 'object', oneOf: [{}], 'x-odd': true }
    const [tool] = serverToolsOf('s', ['t'], answering, { inputSchema, description: 'theirs' })
    if (tool === undefined) throw new Error('no tool')
    const [description] = registerTools([tool], 1).descriptions
    expect(description).toMatchObject({ inputSchema, description: 'theirs', canonicalName: 's.t', wireName: 's__t' })
  })

  it('says where a tool with a hash comes from, and that a description is missing', () => {
    const descriptions = registerTools(serverTools('s', 'a.b', 'c'), 1).descriptions
    expect(descriptions.map(({ description }) => description)).toEqual([
      'Tool "a.b" of the server "s".\n(no description provided)',
      '(no description provided)',
    ])
  })

  it('refuses one canonical name twice', () => {
    expect(() => registerTools([...serverTools('a.b', 'c'), ...serverTools('a', 'b.c')], 1)).toThrow(
      /`a\.b\.c` .* twice/,
    )
  })
})
