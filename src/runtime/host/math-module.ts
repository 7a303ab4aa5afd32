/** `import sense math` (spec 01 §8). */

import { Float } from '../values/float.ts'
import { absolute, ceil, floor, round } from './math-rounding.ts'
import { pow } from './math-power.ts'
import { cos, exp, log, sin, sqrt } from './math-real.ts'
import { moduleOf, type ModuleValueEntry } from './sense-module.ts'

export const mathModule = moduleOf('math', 'roots, powers, rounding and the like', [
  {
    name: 'floor',
    parameters: ['x'],
    doc: 'The greatest Int that is not above the number `x`. `inf` and `nan` are errors.',
    implementation: floor,
  },
  {
    name: 'ceil',
    parameters: ['x'],
    doc: 'The least Int that is not below the number `x`. `inf` and `nan` are errors.',
    implementation: ceil,
  },
  {
    name: 'round',
    parameters: ['x'],
    doc: 'The Int nearest to the number `x`; of two that are equally near the even one, so 0.5 gives 0 and 1.5 gives 2. `inf` and `nan` are errors.',
    implementation: round,
  },
  {
    name: 'abs',
    parameters: ['x'],
    doc: 'The number `x` without its sign: an Int for an Int, a Float for a Float.',
    implementation: absolute,
  },
  {
    name: 'pow',
    parameters: ['x', 'y'],
    doc: '`x` to the power `y`: for two Ints an exact Int, or a Float if `y` is negative; otherwise a Float. 0 to a negative power, and a negative `x` to a power that is not whole, are errors.',
    implementation: pow,
  },
  {
    name: 'sqrt',
    parameters: ['x'],
    doc: 'The square root of `x`, a Float. A negative `x` is an error.',
    implementation: sqrt,
  },
  {
    name: 'log',
    parameters: ['x'],
    doc: 'The natural logarithm of `x`, a Float. It takes Ints of any size; an `x` that is not above 0 is an error.',
    implementation: log,
  },
  {
    name: 'exp',
    parameters: ['x'],
    doc: '`math.e` to the power `x`, a Float. A result beyond 1.8e+308 is an error.',
    implementation: exp,
  },
  {
    name: 'sin',
    parameters: ['x'],
    doc: 'The sine of `x`, an angle in radians; a Float from -1.0 to 1.0. `inf` is an error.',
    implementation: sin,
  },
  {
    name: 'cos',
    parameters: ['x'],
    doc: 'The cosine of `x`, an angle in radians; a Float from -1.0 to 1.0. `inf` is an error.',
    implementation: cos,
  },
  constant('pi', Math.PI, 'The Float 3.141592653589793, half the way around a circle of radius 1.'),
  constant('e', Math.E, 'The Float 2.718281828459045, the base of `math.log`.'),
])

function constant(name: string, double: number, doc: string): ModuleValueEntry {
  const value = new Float(double)
  return { name, usage: `math.${name}`, doc, valueIn: () => value }
}
