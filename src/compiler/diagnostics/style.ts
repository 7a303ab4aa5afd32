/**
 * Colours for reports, given by whoever prints them; the same text without.
 */

export interface Style {
  readonly red: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
  readonly dim: (text: string) => string
  readonly bold: (text: string) => string
}

const same = (text: string): string => text

/** No colours. */
export const plainStyle: Style = { red: same, yellow: same, cyan: same, dim: same, bold: same }
