/** A Float of Sense: an immutable box around a double, which keeps 2.0 apart from the Int 2. */
export class Float {
  readonly double: number

  constructor(double: number) {
    this.double = double
  }
}
