/** Stands still: for code that must not let anything else run while it waits for something outside. */

const sleeper = new Int32Array(new SharedArrayBuffer(4))

export function pauseBlocking(milliseconds: number): void {
  Atomics.wait(sleeper, 0, 0, milliseconds)
}
