/** `import sense text`: what can be asked of Strings and made of them (spec 01 §8). */

import { moduleOf } from './sense-module.ts'
import { lower, upper } from './text-case.ts'
import { findAll, matches, replaceAll } from './text-patterns.ts'
import { contains, endsWith, find, replace, startsWith } from './text-search.ts'
import { padLeft, padRight, repeat, slice, trim } from './text-shape.ts'
import { join, lines, split } from './text-split.ts'

export const textModule = moduleOf('text', 'what can be asked of Strings and made of them', [
  {
    name: 'split',
    parameters: ['s'],
    optional: ['separator'],
    doc: 'An Array of the parts of `s` between the separators; without a separator, of its words, which are parted by white space. An empty separator is an error.',
    implementation: split,
  },
  {
    name: 'join',
    parameters: ['parts', 'separator'],
    doc: 'One String of the Strings in the Array `parts`, with `separator` between them.',
    implementation: join,
  },
  {
    name: 'lines',
    parameters: ['s'],
    doc: 'An Array of the lines of `s`, without their ends (LF, CRLF or CR). An end after the last line adds no empty one.',
    implementation: lines,
  },
  {
    name: 'contains',
    parameters: ['s', 'part'],
    doc: 'Whether the String `part` stands anywhere in `s`, taken literally.',
    implementation: contains,
  },
  {
    name: 'starts_with',
    parameters: ['s', 'part'],
    doc: 'Whether `s` begins with `part`.',
    implementation: startsWith,
  },
  { name: 'ends_with', parameters: ['s', 'part'], doc: 'Whether `s` ends with `part`.', implementation: endsWith },
  {
    name: 'find',
    parameters: ['s', 'part'],
    doc: 'The index, in code points from 0, of the first `part` in `s`, or `nil`.',
    implementation: find,
  },
  {
    name: 'replace',
    parameters: ['s', 'old', 'new'],
    doc: '`s` with every `old` replaced by `new`, both taken literally. An empty `old` stands around each code point.',
    implementation: replace,
  },
  {
    name: 'slice',
    parameters: ['s', 'from'],
    optional: ['to'],
    doc: 'The code points of `s` from the index `from` to before `to`, or to the end. A negative index counts from the end; one beyond an end means that end.',
    implementation: slice,
  },
  {
    name: 'repeat',
    parameters: ['s', 'n'],
    doc: '`s` `n` times in a row; `""` if `n` is below 1.',
    implementation: repeat,
  },
  {
    name: 'pad_left',
    parameters: ['s', 'width'],
    optional: ['fill'],
    doc: '`s`, filled up at its left to `width` code points with `fill`: a String of one code point, normally a space.',
    implementation: padLeft,
  },
  {
    name: 'pad_right',
    parameters: ['s', 'width'],
    optional: ['fill'],
    doc: '`s`, filled up at its right to `width` code points with `fill`: a String of one code point, normally a space.',
    implementation: padRight,
  },
  { name: 'trim', parameters: ['s'], doc: '`s` without white space at both ends.', implementation: trim },
  {
    name: 'lower',
    parameters: ['s'],
    doc: "`s` in lower case, by Unicode's rules for all languages.",
    implementation: lower,
  },
  {
    name: 'upper',
    parameters: ['s'],
    doc: "`s` in upper case, by Unicode's rules for all languages: `ß` becomes `SS`.",
    implementation: upper,
  },
  {
    name: 'matches',
    parameters: ['s', 'pattern'],
    doc: 'Whether the pattern is found anywhere in `s`. A pattern is a regular expression of JavaScript with the flag `u`; in a String of Sense its backslashes are written twice, `"^\\\\d+$"`. One that cannot be read is an error.',
    implementation: matches,
  },
  {
    name: 'find_all',
    parameters: ['s', 'pattern'],
    doc: 'For each match of the pattern, from left to right, an Array of the whole match and its groups; `nil` for a group that took no part.',
    implementation: findAll,
  },
  {
    name: 'replace_all',
    parameters: ['s', 'pattern', 'new'],
    doc: '`s` with every match of the pattern replaced by `new`, in which `$1` or `$<name>` stands for a group, `$&` for the whole match and `$$` for a dollar sign.',
    implementation: replaceAll,
  },
])
