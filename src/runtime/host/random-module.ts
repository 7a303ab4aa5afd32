/** `import sense random` (spec 01 §8). */

import { choice, float, int, shuffle } from './random-functions.ts'
import { moduleOf } from './sense-module.ts'

export const randomModule = moduleOf('random', 'numbers and choices by chance, which nobody can predict', [
  {
    name: 'int',
    parameters: ['a', 'b'],
    doc: 'An Int from `a` to `b`, both included, each as likely as the others. The Ints may have any size; a `b` below `a` is an error.',
    implementation: int,
  },
  { name: 'float', parameters: [], doc: 'A Float from 0.0 to before 1.0.', implementation: float },
  {
    name: 'choice',
    parameters: ['xs'],
    doc: 'One element of the Array `xs`, each as likely as the others. An empty Array is an error.',
    implementation: choice,
  },
  {
    name: 'shuffle',
    parameters: ['xs'],
    doc: 'A copy of the Array `xs` in a new order, each order as likely as the others.',
    implementation: shuffle,
  },
])
