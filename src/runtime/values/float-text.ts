/**
 * The text form of a Float: the shortest digits that read back equal, laid out as Python does.
 *
 * JavaScript finds the same digits but switches to an exponent elsewhere (1e21, 1e-7) and writes it with one digit.
 */

/** From this exponent of ten on, a Float is written with an exponent. */
const exponentEnd = 16

/** Down to this exponent of ten, a Float is written without one. */
const exponentMin = -4

/** `2.0`, `0.1`, `1e+16`, `1e-05`, `-0.0`, `inf`, `-inf`, `nan`. */
export function floatText(double: number): string {
  if (Number.isNaN(double)) return 'nan'
  if (!Number.isFinite(double)) return double > 0 ? 'inf' : '-inf'
  if (double === 0) return Object.is(double, -0) ? '-0.0' : '0.0'
  const magnitude = Math.abs(double)
  if (magnitude >= 10 ** exponentEnd || magnitude < 10 ** exponentMin) return exponentText(double)
  const text = String(double)
  return Number.isInteger(double) ? `${text}.0` : text
}

/** With an exponent of at least two digits and always a sign. */
function exponentText(double: number): string {
  const [digits = '', exponent = ''] = double.toExponential().split('e')
  const sign = exponent.startsWith('-') ? '-' : '+'
  return `${digits}e${sign}${exponent.slice(1).padStart(2, '0')}`
}
