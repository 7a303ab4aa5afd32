/**
 * Characters by which the words of a server deceive the eye: those that nobody sees, those that turn the direction of a text,
 * and letters that look like others.
 *
 * What is looked for are classes of Unicode. A table of all letters that look alike would find more in names and cry wolf in
 * every second language; of scripts that look like Latin there are few, and a word of two of them is no word.
 */

import type { Json } from '../../runtime/ports/json.ts'
import { isJsonArray, isJsonObject } from './json-shape.ts'

/** What cannot be seen, but for line breaks, tabs, and what scripts and signs need to be written: joiners, forms of emoji. */
const hiddenCharacters = new RegExp(
  [
    String.raw`(?![\n\r\t\u200c\u200d\ufe0e\ufe0f])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]`,
    // A joiner or a choice of form behind what has none.
    String.raw`(?<=^|[\s\p{P}\p{Nd}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\u200c\u200d])[\u200c\u200d]`,
    String.raw`(?<=^|(?!\p{Emoji})[\s\p{L}\ufe0e\ufe0f])[\ufe0e\ufe0f]`,
  ].join('|'),
  'gu',
)

const turning = /^\p{Bidi_Control}$/u
const tag = /^[\u{e0000}-\u{e007f}]$/u

/** Letters of Cyrillic, Greek and Armenian that look like Latin ones. */
const looksLatin =
  /[\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u03bf\u03bd\u03c1\u03b9\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u0585\u057d\u0570\u0578]|\p{Script=Cherokee}/u
const latin = /\p{Script=Latin}/u
const letters = /[\p{L}\p{M}]+/gu
/** Scripts that are written together with Latin as a matter of course. */
const besideLatin =
  /\p{Script=Latin}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}|\p{Script=Common}|\p{Script=Inherited}/u

const shownMax = 3

/** What is wrong with the name of a tool, in words; undefined where nothing is. */
export function suspicionOfName(name: string): string | undefined {
  const hidden = hiddenIn(name)
  if (hidden !== undefined) return `its name has ${hidden}`
  if (/[\n\r\t]/.test(name)) return 'its name has line breaks or tabs'
  if (name.normalize('NFKC') !== name.normalize('NFC')) return 'its name has letters in a form that looks like others'
  const own = name.match(letters)?.join('') ?? ''
  const isMixed = latin.test(own) && Array.from(own).some((letter) => !besideLatin.test(letter))
  const isWholeDisguise = own !== '' && Array.from(own).every((letter) => looksLatin.test(letter))
  if (isMixed) return 'its name mixes letters of scripts that look alike'
  return isWholeDisguise ? 'its name looks Latin, and has no Latin letter' : undefined
}

/** The same for what a server says of a tool: its description, and all texts of its schema, whose `place` is named. */
export function suspicionOfText(text: string, place: string): string | undefined {
  if (isPlain(text)) return undefined
  const hidden = hiddenIn(text)
  if (hidden !== undefined) return `${place} has ${hidden}`
  if (!looksLatin.test(text)) return undefined
  const word = (text.match(letters) ?? []).find((each) => latin.test(each) && looksLatin.test(each))
  return word === undefined
    ? undefined
    : `${place} has the word \`${word}\`, in which letters of two scripts look alike`
}

/** The first text of `value` that deceives. Not for deep data. */
export function suspicionOfJson(value: Json, place: string): string | undefined {
  if (typeof value === 'string') return suspicionOfText(value, place)
  if (!isJsonObject(value) && !isJsonArray(value)) return undefined
  const parts = isJsonArray(value) ? value : Object.entries(value).flat()
  for (const part of parts) {
    const suspicion = suspicionOfJson(part, place)
    if (suspicion !== undefined) return suspicion
  }
  return undefined
}

/** `text` with everything in it that nobody sees written out, as `\u{200b}`. */
export function withHiddenWritten(text: string, written: (character: string) => string): string {
  return isPlain(text) ? text : text.replace(hiddenCharacters, written)
}

/** What most texts are. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e\n\r\t]*$/.test(text)
}

function hiddenIn(text: string): string | undefined {
  const found = text.match(hiddenCharacters) ?? []
  if (found.length === 0) return undefined
  const kinds = [...new Set(found)]
  const shown = kinds.slice(0, shownMax).map((character) => `U+${codeOf(character)}`)
  const codes = `${shown.join(', ')}${kinds.length > shownMax ? ' and others' : ''}`
  if (kinds.some((character) => turning.test(character))) return `characters that turn the direction of text (${codes})`
  if (kinds.some((character) => tag.test(character))) return `hidden text in tag characters (${codes})`
  return `characters that cannot be seen (${codes})`
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}
