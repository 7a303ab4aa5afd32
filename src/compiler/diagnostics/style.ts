/**
 * Colours and width of reports, given by whoever prints them; without colours the text is the same.
 */

export interface Style {
  /** The columns that a line may take. */
  readonly width: number
  /** The columns of the headline: a terminal would break it in the middle of a word; elsewhere it stays one line. */
  readonly headlineWidth: number
  readonly red: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
  readonly dim: (text: string) => string
  readonly bold: (text: string) => string
}

const same = (text: string): string => text

/** The width of a report, unless it is read where there is less room. */
export const reportWidth = 80

/** No colours. */
export const plainStyle: Style = {
  width: reportWidth,
  headlineWidth: Infinity,
  red: same,
  yellow: same,
  cyan: same,
  dim: same,
  bold: same,
}
