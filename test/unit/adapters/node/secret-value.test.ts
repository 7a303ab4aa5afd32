import { expect, it } from 'vitest'
import { isSecretValue } from '../../../../src/adapters/node/secret-value.ts'

it.each([
  ['API_KEY', 'sk-12345'],
  ['TOKEN', 'swordfish'],
  ['DB_PASSWORD', 'production'],
  ['DB_PASSWORD', '12345'],
  ['AUTH', 'localhost:80'],
  ['X', 'swordfish'],
  ['X', 'hunter2-hunter2'],
  ['X', '123456'],
  ['URL', 'postgres://me:pw@host/db'],
  ['URL', 'https://hooks.example.com/T0/B0/abcdef'],
  ['URL', 'https://example.com/?key=1'],
  ['X', 'first line\nsecond line'],
  ['X', `/${'aB3+'.repeat(12)}`],
  ['X', `/${'aB3'.repeat(20)}`],
])('a secret: %s=%s', (name, value) => {
  expect(isSecretValue(name, value)).toBe(true)
})

it.each([
  ['X', ''],
  ['TOKEN', 'abc'],
  ['USE_AUTH', 'true'],
  ['SESSION', 'Disabled'],
  ['NODE_ENV', 'production'],
  ['LOG_LEVEL', 'DEBUG'],
  ['PORT', '8080'],
  ['RATIO', '-0.25'],
  ['DATA', '/var/lib/my-data/'],
  ['DATA', './data/file.json'],
  ['DATA', '~/notes'],
  ['DATA', 'C:\\data\\notes'],
  ['BASE_URL', 'http://localhost:3000'],
  ['HOST', 'db.internal:5432'],
])('a setting: %s=%s', (name, value) => {
  expect(isSecretValue(name, value)).toBe(false)
})
