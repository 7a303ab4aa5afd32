/** `import sense arrays`: what can be asked of Arrays and made of them (spec 01 §8). Nothing changes an Array in place. */

import { filter, map, reduce } from './arrays-callbacks.ts'
import { max, min, sort, sum } from './arrays-order.ts'
import { contains, indexOf } from './arrays-search.ts'
import { flatten, reverse, slice, zip } from './arrays-shape.ts'
import { unique } from './arrays-unique.ts'
import { moduleOf } from './sense-module.ts'

export const arraysModule = moduleOf('arrays', 'what can be asked of Arrays and made of them', [
  {
    name: 'sort',
    parameters: ['xs'],
    optional: ['key'],
    doc: 'A sorted copy of `xs`, which must hold all numbers or all Strings; with `key`, sorted by what the function `key` gives for each element. Equal elements keep their order, Strings go by code point, `nan` goes last.',
    implementation: sort,
  },
  {
    name: 'map',
    parameters: ['xs', 'f'],
    doc: 'An Array of what the function `f` gives for each element.',
    implementation: map,
  },
  {
    name: 'filter',
    parameters: ['xs', 'f'],
    doc: 'An Array of the elements for which `f` gives something truthy.',
    implementation: filter,
  },
  {
    name: 'reduce',
    parameters: ['xs', 'f', 'start'],
    doc: 'One value: `f(so_far, x)` is called for each element in turn, beginning with `start` for `so_far`. Without elements it is `start`.',
    implementation: reduce,
  },
  {
    name: 'sum',
    parameters: ['xs'],
    doc: 'The sum of the numbers in `xs`, added from left to right; 0 if there are none. Ints stay exact.',
    implementation: sum,
  },
  {
    name: 'min',
    parameters: ['xs'],
    doc: 'The least element, the first of equal ones. All must be numbers, or all Strings; `nan` among them gives `nan`; an empty Array is an error.',
    implementation: min,
  },
  {
    name: 'max',
    parameters: ['xs'],
    doc: 'The greatest element, the first of equal ones. All must be numbers, or all Strings; `nan` among them gives `nan`; an empty Array is an error.',
    implementation: max,
  },
  { name: 'reverse', parameters: ['xs'], doc: 'A copy of `xs` from its end to its start.', implementation: reverse },
  {
    name: 'slice',
    parameters: ['xs', 'from'],
    optional: ['to'],
    doc: 'The elements from the index `from` to before `to`, or to the end. A negative index counts from the end; one beyond an end means that end.',
    implementation: slice,
  },
  {
    name: 'index_of',
    parameters: ['xs', 'x'],
    doc: 'The index of the first element that equals `x`, as `==` says, or `nil`.',
    implementation: indexOf,
  },
  {
    name: 'contains',
    parameters: ['xs', 'x'],
    doc: 'Whether an element equals `x`, as `==` says.',
    implementation: contains,
  },
  {
    name: 'unique',
    parameters: ['xs'],
    doc: 'The elements without those that equal an earlier one, as `==` says.',
    implementation: unique,
  },
  {
    name: 'zip',
    parameters: ['a', 'b'],
    doc: 'An Array of pairs `[x, y]` of the elements at the same index, as many as the shorter Array has.',
    implementation: zip,
  },
  {
    name: 'flatten',
    parameters: ['xs'],
    doc: 'An Array in which each element that is an Array is replaced by its own elements; one level, other elements stay.',
    implementation: flatten,
  },
])
