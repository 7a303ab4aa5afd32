import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { later, resultOf, runSource } from '../support/run-source.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sense-modules-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function run(text: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return resultOf(text, { hostBuiltins: [later], path: join(folder, 'main.sns') })
}

describe('a missing file', () => {
  const hintOf = async (text: string): Promise<string> => {
    const { diagnostics } = await runSource(text, { path: join(folder, 'main.sns') })
    return diagnostics[0]?.hint ?? ''
  }

  it('that has the name of a module of Sense gets a hint at `import sense`', async () => {
    expect(await hintOf('import text\n')).toMatch(/^for the module of Sense write `import sense text`; a file is/)
    expect(await hintOf('import "./math.sns"\n')).toContain('`import sense math`')
    expect(await hintOf('from random import choice\n')).toContain('`import sense random`')
    expect(await hintOf('import texts\n')).toMatch(/^check the spelling/)
  })
})

describe('a file that is not there', () => {
  it.each([
    ['import "./shape.sns" as s', 'there is no file `./shape.sns`', 'shape.sns', 'a name close to it is `shapes.sns`'],
    ['import "./shapes" as s', 'there is no file `./shapes`', 'shapes', 'write `shapes.sns`'],
    ['import lib.shpaes', 'there is no file `lib/shpaes.sns`', 'lib/shpaes.sns', 'a name close to it is `shapes.sns`'],
    ['import "./lib/none.sns" as s', 'there is no file `./lib/none.sns`', 'lib/none.sns', 'check the spelling; '],
  ])('is named as written, with its whole path and what may be meant: %s', async (text, headline, path, hint) => {
    await run('', { 'shapes.sns': '', 'shapes.txt': '', 'lib/shapes.sns': '' })
    const { diagnostics } = await runSource(text, { path: join(folder, 'main.sns') })
    const detail = `It was looked for as \`${join(folder, path)}\`.`
    expect(diagnostics[0]).toMatchObject({ headline, detail, hint: expect.stringContaining(hint) as string })
  })
})

describe('an imported file', () => {
  it('runs once, however its path is written, and shares its names', async () => {
    const files = { 'm.sns': 'print("runs")\nn = 1\ndef bump():\n    n = n + 1\n    return n\n' }
    const text =
      'import "./m.sns"\nimport "./x/../m.sns" as again\nimport m as third\nm.bump()\nprint(again.n, m == third)\n'
    expect(await run(text, files)).toBe('runs\n2 true\n')
  })

  it('is found from the importing file, also inside functions', async () => {
    const files = {
      'lib/a.sns': 'import "./b.sns"\ndef f():\n    import "../c.sns"\n    return b.x + c.x\n',
      'lib/b.sns': 'x = 1\n',
      'c.sns': 'x = 2\n',
    }
    expect(await run('import "lib/a.sns" as a\nprint(a.f())\n', files)).toBe('3\n')
  })

  it('may wait while it runs, and its functions may', async () => {
    const files = { 'm.sns': 'x = later(5)\ndef f():\n    return later(x) + 1\n' }
    expect(await run('import "./m.sns"\nfrom "./m.sns" import f as g\nprint(m.x, m.f(), g())\n', files)).toBe('5 6 6\n')
  })

  it('that imports itself in a circle is an error that names the circle', async () => {
    const files = { 'a.sns': 'import "./b.sns"\n', 'b.sns': 'x = 1\nimport "./a.sns"\n' }
    expect(await run('import "./a.sns"\n', files)).toMatch(/^SenseImportError\[import-cycle\] 2: /)
    expect(await run('import "./back.sns"\n', { 'back.sns': 'import "./main.sns"\n', 'main.sns': '' })).toMatch(
      /import-cycle/,
    )
  })

  it('that fails fails again in the same way', async () => {
    const files = { 'm.sns': 'print("once")\nx = 1 / 0\n' }
    const text = 'attempt:\n    import "./m.sns"\nfailed p:\n    print(p.line)\nimport "./m.sns"\n'
    expect(await run(text, files)).toMatch(/^once\n2\nSenseRuntimeError\[division-by-zero\] 2: /)
  })

  it('that is missing or has syntax errors is an error only where it is imported', async () => {
    const files = { 'bad.sns': 'x = 1\nif x\n    print(x)\n' }
    expect(await run('def f():\n    import "./none.sns"\nprint("ran")\nf()\n', files)).toMatch(
      /^ran\nSenseImportError\[file-missing\] 2: /,
    )
    expect(await run('print("ran")\nimport "./bad.sns"\n', files)).toMatch(
      /^ran\nSenseSyntaxError\[missing-colon\] 2: /,
    )
  })

  it('gives only its own top-level names', async () => {
    const files = { 'm.sns': 'total = 1\nif true:\n    inner = 2\n' }
    expect(await run('import "./m.sns"\nm.print\n', files)).toMatch(/^SenseRuntimeError\[no-such-member\] 2: /)
    expect(await run('from "./m.sns" import inner\n', files)).toMatch(/^SenseRuntimeError\[name-not-in-module\] 1: /)
  })
})

describe('a builtin', () => {
  it('that one file replaces is replaced in all files from then on', async () => {
    const files = { 'm.sns': 'def spoil():\n    len = str\n' }
    const text = 'import "./m.sns"\nprint(len("abc"))\nm.spoil()\nprint(len("abc"))\n'
    expect(await run(text, files)).toBe('3\nabc\n')
  })
})

describe('a function of another file', () => {
  const files = {
    'shapes.sns':
      'rate = 0.5\ndef area(w: Int, h): return w * h\ndef wait(x): return later(x)\ndef half(x): return x * rate\n',
    'again.sns': 'from "./shapes.sns" import area\n',
  }

  it('checks its arguments where it is called, by either way to import it', async () => {
    const direct = 'from "./shapes.sns" import area as size\nprint(size(2, 3))\nprint(size("2", 3))\n'
    expect(await run(direct, files)).toMatch(/^6\nSenseTypeError\[wrong-argument-type\] 3/)
    const member = 'import "./shapes.sns" as s\nprint(s.area(2, 3))\nprint(s.area(1))\n'
    expect(await run(member, files)).toMatch(/^6\nSenseRuntimeError\[wrong-argument-count\] 3/)
  })

  it('may wait', async () => {
    expect(
      await run('import "./shapes.sns" as s\nfrom "./shapes.sns" import wait\nprint(s.wait(1), wait(2))\n', files),
    ).toBe('1 2\n')
  })

  it('is the same through a third file, and as a value', async () => {
    const text =
      'import "./again.sns" as a\nimport "./shapes.sns" as s\nf = s.area\nprint(a.area(2, 2), f(3, 3), f == a.area)\n'
    expect(await run(text, files)).toBe('4 9 true\n')
  })

  it('shares Float variables with its file', async () => {
    expect(await run('import "./shapes.sns" as s\nprint(s.half(3), s.rate, type_of(s.rate))\n', files)).toBe(
      '1.5 0.5 Float\n',
    )
  })
})
