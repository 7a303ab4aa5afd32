/**
 * Code blocks in Markdown, and what their marks say to the tests. The first word behind the backticks is the language. Then:
 *
 *     sense            runs by itself and must not fail
 *     sense shop.sns   is a file of the page, which its `sh` blocks use; any language may be the file's
 *     sense shown      is a part of a program, or needs what a test does not have: it must only be well written
 *     sh               runs in the folder of the page's files, in the order of the page
 *     ts               is checked by TypeScript, and runs
 *     text             is no code
 *     output           is what the block before it prints; a line `...` stands for any lines, at the end of a line for its rest
 */

export interface MarkedBlock {
  /** The line it starts in and its first line, to name a test by. */
  readonly title: string
  readonly language: string
  /** The second word, or `''`. */
  readonly mark: string
  readonly text: string
  /** What it prints; undefined where the page does not say. */
  readonly output: string | undefined
}

/** The blocks of a page in order, those marked `output` joined to the ones before them. Blocks may be indented, as in a list. */
export function blocksIn(page: string): readonly MarkedBlock[] {
  const blocks: MarkedBlock[] = []
  // Groups: the indentation, the words behind the backticks, the body.
  for (const { index, 1: indent = '', 2: words = '', 3: body = '' } of page.matchAll(
    /^( *)```([^\n`]*)\n(.*?)^\1```$/gms,
  )) {
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    const line = page.slice(0, index).split('\n').length
    const [language = '', mark = ''] = words.split(' ')
    const before = blocks.at(-1)
    if (language !== 'output') {
      blocks.push({ title: `line ${line}: ${text.split('\n')[0] ?? ''}`, language, mark, text, output: undefined })
    } else if (before?.output === undefined && before !== undefined) {
      blocks[blocks.length - 1] = { ...before, output: text }
    } else {
      throw new Error(`the output in line ${line} has no block before it`)
    }
  }
  return blocks
}

/** The programs in Sense on a page. */
export function senseBlocksIn(page: string): readonly MarkedBlock[] {
  return blocksIn(page).filter(({ language }) => language === 'sense')
}

/** Whether `printed` is what a block `output` shows. */
export function isShownBy(output: string, printed: string): boolean {
  const lines = output.split('\n').slice(0, -1)
  const pattern = lines.map((line) =>
    line === '...' ? '(?:[^\n]*\n)*?' : `${exactly(line).replace(/\\.\\.\\.$/, '[^\n]*')}\n`,
  )
  return new RegExp(`^${pattern.join('')}$`).test(printed)
}

function exactly(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
