/** `import sense text`: what can be asked of Strings and made of them (spec 01 §8). */

import { moduleOfFunctions } from './sense-module.ts'
import { lower, upper } from './text-case.ts'
import { findAll, matches, replaceAll } from './text-patterns.ts'
import { contains, endsWith, find, replace, startsWith } from './text-search.ts'
import { padLeft, padRight, repeat, slice, trim } from './text-shape.ts'
import { join, lines, split } from './text-split.ts'

export const textModule = moduleOfFunctions('text', [
  { name: 'split', parameters: ['s'], optional: ['separator'], implementation: split },
  { name: 'join', parameters: ['parts', 'separator'], implementation: join },
  { name: 'lines', parameters: ['s'], implementation: lines },
  { name: 'contains', parameters: ['s', 'part'], implementation: contains },
  { name: 'starts_with', parameters: ['s', 'part'], implementation: startsWith },
  { name: 'ends_with', parameters: ['s', 'part'], implementation: endsWith },
  { name: 'find', parameters: ['s', 'part'], implementation: find },
  { name: 'replace', parameters: ['s', 'old', 'new'], implementation: replace },
  { name: 'slice', parameters: ['s', 'from'], optional: ['to'], implementation: slice },
  { name: 'repeat', parameters: ['s', 'n'], implementation: repeat },
  { name: 'pad_left', parameters: ['s', 'width'], optional: ['fill'], implementation: padLeft },
  { name: 'pad_right', parameters: ['s', 'width'], optional: ['fill'], implementation: padRight },
  { name: 'trim', parameters: ['s'], implementation: trim },
  { name: 'lower', parameters: ['s'], implementation: lower },
  { name: 'upper', parameters: ['s'], implementation: upper },
  { name: 'matches', parameters: ['s', 'pattern'], implementation: matches },
  { name: 'find_all', parameters: ['s', 'pattern'], implementation: findAll },
  { name: 'replace_all', parameters: ['s', 'pattern', 'new'], implementation: replaceAll },
])
