/** Code blocks in Markdown: each block marked `sense`, with the block marked `output` that follows it, if one does. */

export interface MarkedBlock {
  /** The line it starts in and its first line, to name a test by. */
  readonly title: string
  readonly program: string
  /** What it prints; undefined where the text does not say. */
  readonly output: string | undefined
}

/** The blocks of `text` in order. Blocks may be indented, as in a list; between program and output may stand one line. */
export function senseBlocksIn(text: string): readonly MarkedBlock[] {
  const pattern = /^( *)```sense\n(.*?)^\1```\n(?:\n(?:[^\n`]+\n\n)?\1```output\n(.*?)^\1```\n)?/gms
  return [...text.matchAll(pattern)].map(({ index, 1: indent = '', 2: body = '', 3: output }) => {
    const program = withoutIndent(body, indent)
    return {
      title: `line ${text.slice(0, index).split('\n').length}: ${program.split('\n')[0] ?? ''}`,
      program,
      output: output === undefined ? undefined : withoutIndent(output, indent),
    }
  })
}

function withoutIndent(text: string, indent: string): string {
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
}
