/** Persistent memories in real files: what other programs see in them, and everything that can be wrong with a file. */

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Float } from '../../src/runtime/values/float.ts'
import { problemOf } from '../unit/runtime/values/problem-of.ts'
import { call, openMemories, withDatabase } from './memories.ts'
import type { Memories } from './memories.ts'

interface Bench extends Memories {
  readonly folder: string
  readonly path: (name: string) => string
}

function bench(waitMaxMs = 30_000): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'sense-memory-'))
  const memories = openMemories({ waitMaxMs })
  onTestFinished(() => {
    memories.stores.closeAll()
    rmSync(folder, { recursive: true })
  })
  return { ...memories, folder, path: (name) => join(folder, name) }
}

describe('a file', () => {
  it('has exactly the table of the specification, in WAL mode, and each row in it', () => {
    const { declare, path, stores } = bench()
    const memory = declare(path('deep/er/file.db'))
    call(memory, 'remember', 'é', [1, new Float(3), null, '😀'])
    call(memory, 'forget', 'é')
    stores.closeAll()
    withDatabase(path('deep/er/file.db'), (database) => {
      expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
      const columns = database.prepare('PRAGMA table_info(memory_log)').all()
      expect(columns.map((column) => [column.name, column.type, column.notnull, column.pk])).toEqual([
        ['version', 'INTEGER', 0, 1],
        ['key', 'TEXT', 1, 0],
        ['op', 'TEXT', 1, 0],
        ['value', 'TEXT', 0, 0],
        ['timestamp', 'REAL', 1, 0],
      ])
      expect(database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'memory_log'").get()?.sql).toContain(
        'AUTOINCREMENT',
      )
      const rows = database.prepare('SELECT *, typeof(timestamp) AS type FROM memory_log').all()
      expect(rows).toMatchObject([
        { version: 1, key: 'é', op: 'remember', value: '[1, 3.0, null, "\\ud83d\\ude00"]', type: 'real' },
        { version: 2, key: 'é', op: 'forget', value: null, type: 'real' },
      ])
      expect(Number(rows[0]?.timestamp)).toBeCloseTo(Date.now() / 1000, -2)
    })
  })

  it('keeps what was remembered from one run to the next', () => {
    const { declare, path, stores } = bench()
    call(declare(path('m.db')), 'remember', 'a', 1)
    stores.closeAll()
    const { declare: declareAgain } = bench()
    expect(call(declareAgain(path('m.db')), 'recall', 'a')).toBe(1)
  })

  it('is one store for all memories that name it, and answers what other programs write meanwhile', () => {
    const { declare, path } = bench()
    const [first, second] = [declare(path('m.db'), { name: 'first' }), declare(path('./m.db'), { name: 'second' })]
    call(first, 'remember', 'k', 1)
    call(second, 'remember', 'k', 2)
    expect([call(first, 'recall', 'k'), call(second, 'as_of', 'k', 1)]).toEqual([2, 1])
    withDatabase(path('m.db'), (database) => {
      database.exec("INSERT INTO memory_log (key, op, value, timestamp) VALUES ('k', 'remember', '-Infinity', 1.5)")
    })
    expect(call(first, 'recall', 'k')).toEqual(new Float(-Infinity))
  })

  it('can be declared ten thousand times', () => {
    const { declare, path } = bench()
    for (let count = 0; count < 10_000; count += 1) declare(path('m.db'))
    expect(call(declare(path('m.db')), 'keys')).toEqual([])
  })

  it('that was moved away is another file', () => {
    const { declare, path } = bench()
    const before = declare(path('m.db'))
    call(before, 'remember', 'a', 1)
    renameSync(path('m.db'), path('moved.db'))
    rmSync(path('m.db-wal'))
    rmSync(path('m.db-shm'))
    expect(call(declare(path('m.db')), 'keys')).toEqual([])
    expect(call(before, 'keys')).toEqual(['a'])
  })

  it('that was made without our index is opened, and gets it', () => {
    const { declare, path } = bench()
    withDatabase(path('m.db'), (database) => {
      database.exec(`
        CREATE TABLE memory_log (version INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, op TEXT NOT NULL,
          value TEXT, timestamp REAL NOT NULL);
        CREATE TABLE something_else (a, b);
        INSERT INTO memory_log (key, op, value, timestamp) VALUES ('a', 'remember', '12345678901234567890123', 0);
      `)
    })
    expect(call(declare(path('m.db')), 'recall', 'a')).toBe(12345678901234567890123n)
    const indexes = withDatabase(path('m.db'), (database) => database.prepare('PRAGMA index_list(memory_log)').all())
    expect(indexes).toMatchObject([{ name: 'memory_log_key' }])
  })

  it('may have versions beyond the integers of JavaScript', () => {
    const { declare, path } = bench()
    const memory = declare(path('m.db'))
    withDatabase(path('m.db'), (database) => {
      database.exec("INSERT INTO memory_log VALUES (9007199254740993, 'a', 'remember', '1', 0)")
    })
    call(memory, 'remember', 'a', 2)
    expect([call(memory, 'as_of', 'a', 9007199254740993n), call(memory, 'as_of', 'a', 2n ** 70n)]).toEqual([1, 2])
    expect(call(memory, 'history', 'a')).toMatchObject([
      expect.stringContaining('[v9007199254740993] '),
      expect.stringContaining('[v9007199254740994] '),
    ])
  })
})

describe('a private store', () => {
  it('belongs to one memory and has no file', () => {
    const { declare } = bench()
    const [first, second] = [declare(':memory:'), declare(':memory:')]
    call(first, 'remember', 'a', 1)
    expect([call(first, 'keys'), call(second, 'keys')]).toEqual([['a'], []])
    expect(existsSync(':memory:')).toBe(false)
  })
})

describe('a file that cannot be used', () => {
  const codeAndPath = (run: () => unknown, path: string) => {
    const problem = problemOf(run)
    return { code: problem?.code, namesPath: problem?.headline.includes(path) === true }
  }
  const refusedAs = (code: string) => ({ code, namesPath: true })

  it('is a folder, a device, a pipe, or of another kind', () => {
    const { declare, path } = bench()
    mkdirSync(path('folder.db'))
    writeFileSync(path('text.db'), 'this is not a database')
    execFileSync('mkfifo', [path('pipe.db')])
    for (const name of ['folder.db', 'text.db', 'pipe.db', 'new/']) {
      expect(codeAndPath(() => declare(path(name)), path(name))).toEqual(refusedAs('memory-not-database'))
    }
    expect(codeAndPath(() => declare('/dev/null'), '/dev/null')).toEqual(refusedAs('memory-not-database'))
  })

  it('is a database with a table or view of that name that is not ours', () => {
    const { declare, path } = bench()
    const madeWith = {
      'columns.db': 'CREATE TABLE memory_log (key, value)',
      'rows.db': 'CREATE TABLE memory_log (version INTEGER, key, op, value, timestamp)',
      'view.db': 'CREATE VIEW memory_log AS SELECT 1 AS version, 2 AS key, 3 AS op, 4 AS value, 5 AS timestamp',
    }
    for (const [name, sql] of Object.entries(madeWith)) {
      withDatabase(path(name), (database) => {
        database.exec(sql)
      })
      expect(codeAndPath(() => declare(path(name)), path(name))).toEqual(refusedAs('memory-not-database'))
    }
  })

  it('lies where nothing can be made', () => {
    const { declare, path } = bench()
    writeFileSync(path('file'), '')
    symlinkSync(path('circle'), path('circle'))
    const paths = [path('file/m.db'), path('file/sub/m.db'), path('circle'), path('x'.repeat(300))]
    for (const refused of paths) {
      expect(codeAndPath(() => declare(refused), refused.slice(0, 60))).toEqual(refusedAs('memory-not-writable'))
    }
    expect(problemOf(() => declare('a\0b'))?.headline).toContain('`a\\u{0}b`')
  })

  it.skipIf(!existsSync('/proc/self'))('lies in a folder that the system denies', () => {
    const { declare } = bench()
    expect(problemOf(() => declare('/proc/new/m.db'))?.code).toBe('memory-not-writable')
    expect(problemOf(() => declare('/proc/m.db'))?.code).toBe('memory-not-writable')
  })

  it.skipIf(process.getuid?.() === 0)('may only be read', () => {
    const { declare, path, stores } = bench()
    call(declare(path('m.db')), 'remember', 'a', 1)
    stores.closeAll()
    chmodSync(path('m.db'), 0o444)
    expect(problemOf(() => declare(path('m.db')))?.headline).toMatch(/cannot be written: permission denied$/)
  })

  it('has the empty path', () => {
    const problem = problemOf(() => bench().declare(''))
    expect(problem).toMatchObject({ class: 'SenseRuntimeError', code: 'memory-path-empty' })
  })

  it('is locked by another program for too long', () => {
    const { declare, path } = bench(300)
    const memory = declare(path('m.db'))
    withDatabase(path('m.db'), (database) => {
      database.exec('BEGIN IMMEDIATE')
      expect(codeAndPath(() => call(memory, 'remember', 'a', 1), path('m.db'))).toEqual(refusedAs('memory-locked'))
      expect(codeAndPath(() => bench(300).declare(path('m.db')), path('m.db'))).toEqual(refusedAs('memory-locked'))
      expect(call(memory, 'recall', 'a')).toBeNull()
      database.exec('ROLLBACK')
    })
    call(memory, 'remember', 'a', 1)
    expect(call(memory, 'recall', 'a')).toBe(1)
  })

  it('has rows that no implementation writes', () => {
    const { declare, path } = bench()
    const memory = declare(path('m.db'))
    withDatabase(path('m.db'), (database) => {
      const rows = ["('text', 'remember', '[1', 0)", "('blob', 'remember', x'00', 0)", "('none', 'remember', NULL, 0)"]
      for (const row of rows) database.exec(`INSERT INTO memory_log (key, op, value, timestamp) VALUES ${row}`)
    })
    for (const key of ['text', 'blob', 'none']) {
      expect(codeAndPath(() => call(memory, 'recall', key), path('m.db'))).toEqual(refusedAs('memory-damaged'))
    }
    expect(problemOf(() => call(memory, 'recall', 'text'))?.headline).toContain('row 1')
  })

  it.each([
    ['an operation that is none', "'a', 'recall', '1', 0", ['keys', 'recall', 'history']],
    ['a key that is no text', "x'00', 'remember', '1', 0", ['keys']],
    ['no time', "'a', 'remember', '1', 'noon'", ['history']],
  ])('has a row with %s', (_what, row, methods) => {
    const { declare, path } = bench()
    const memory = declare(path('m.db'))
    call(memory, 'remember', 'b', 2)
    withDatabase(path('m.db'), (database) => {
      database.exec(`INSERT INTO memory_log (key, op, value, timestamp) VALUES (${row})`)
    })
    for (const method of methods) {
      const ask = () => call(memory, method, ...(method === 'keys' ? [] : ['a']))
      expect(codeAndPath(ask, path('m.db'))).toEqual(refusedAs('memory-damaged'))
      expect(problemOf(ask)?.headline).toContain('row 2')
    }
    expect(call(memory, 'recall', 'b')).toBe(2)
  })

  it('has a row without a key, in a table of another program', () => {
    const { declare, path } = bench()
    withDatabase(path('m.db'), (database) => {
      database.exec(
        'CREATE TABLE memory_log (version INTEGER PRIMARY KEY, key TEXT, op TEXT, value TEXT, timestamp REAL)',
      )
      database.exec("INSERT INTO memory_log (op, value, timestamp) VALUES ('remember', '1', 0)")
    })
    const memory = declare(path('m.db'))
    expect(problemOf(() => call(memory, 'keys'))?.headline).toContain('row 1 has no key')
  })

  it('refuses a row by a rule that somebody added', () => {
    const { declare, path } = bench()
    const memory = declare(path('m.db'))
    withDatabase(path('m.db'), (database) => {
      database.exec("CREATE TRIGGER never BEFORE INSERT ON memory_log BEGIN SELECT RAISE(ABORT, 'not today'); END")
    })
    expect(problemOf(() => call(memory, 'remember', 'a', 1))?.headline).toContain('not today')
    expect(call(memory, 'recall', 'a')).toBeNull()
  })

  it('is used when its run is over', () => {
    const { declare, path, stores } = bench()
    const memory = declare(path('m.db'))
    stores.closeAll()
    stores.closeAll()
    expect(codeAndPath(() => call(memory, 'keys'), path('m.db'))).toEqual(refusedAs('memory-closed'))
  })
})
