/**
 * Which of the values that a program gives a server are secrets.
 *
 * A secret is replaced by its name in every text that is shown. Replacing the value of `MODE=production` as well would only
 * make errors hard to read, so what plainly is a setting is left alone: a switch, a number, a word such as `debug`, a path,
 * the address of a host. Everything else counts as a secret, and so does a setting whose name says that it is one, unless it
 * is a mere switch: a text hidden without need costs little, a key that is shown costs much.
 */

/** Shorter values cannot keep anything secret; replacing them would make nonsense of every text. */
const SECRET_LENGTH_MIN = 4

const SWITCHES = new Set(['true', 'false', 'none', 'null', 'auto', 'enabled', 'disabled', 'default'])

const WORDS = new Set(
  [
    ['debug', 'info', 'notice', 'warn', 'warning', 'error', 'fatal', 'trace', 'verbose', 'silent', 'quiet'],
    ['production', 'development', 'staging', 'test', 'testing', 'prod', 'local', 'localhost', 'sandbox'],
    ['stdio', 'http', 'https', 'json', 'text', 'utf8', 'utf-8', 'plain', 'pretty', 'memory', 'file'],
    ['sqlite', 'postgres', 'postgresql', 'mysql', 'main', 'master', 'latest', 'stable', 'read', 'write', 'readonly'],
  ].flat(),
)

/** Parts of names; `_` and case aside. */
const SECRET_NAME =
  /key|token|secret|passw|passphrase|pwd|credential|auth|cookie|session|private|signature|salt|dsn|webhook|connectionstring|pat$/

/** Whether the value must not be shown. */
export function isSecretValue(name: string, value: string): boolean {
  const text = value.trim()
  if (text.length < SECRET_LENGTH_MIN || SWITCHES.has(text.toLowerCase())) return false
  return SECRET_NAME.test(name.toLowerCase().replaceAll('_', '')) || !isSetting(text)
}

/** Whether a variable of our own environment is one of those that hold keys; many hold the path of a file with one. */
export function isKey(name: string, value: string): boolean {
  return SECRET_NAME.test(name.toLowerCase().replaceAll('_', '')) && !isPath(value.trim())
}

function isSetting(text: string): boolean {
  return WORDS.has(text.toLowerCase()) || isSmallNumber(text) || isPath(text) || isHost(text)
}

/** A port, a count, milliseconds; more digits may be a PIN or the number of an account. */
function isSmallNumber(text: string): boolean {
  return /^-?\d{1,5}(?:\.\d{1,3})?$/.test(text)
}

/** Whose parts are names; a key may have a slash too, but then it has long parts of all kinds of characters. */
function isPath(text: string): boolean {
  if (!/^(?:~|\.{1,2})?(?:\/[\w.@-]+)+\/?$/.test(text) && !/^[A-Za-z]:\\[\w.@\\-]+$/.test(text)) return false
  return text.split(/[/\\]/).every((part) => part.length <= PATH_PART_MAX)
}

const PATH_PART_MAX = 40

/** An address without a user, a path or a query, in which a password or a key could stand. */
function isHost(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(?::\d{1,5})?\/?$/i.test(text) || /^[a-z0-9.-]+:\d{1,5}$/i.test(text)
}
