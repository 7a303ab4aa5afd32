/** Waits for the promise, but not longer than the time given. The timer keeps the program alive meanwhile. */
export async function settledWithin(promise: Promise<unknown>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs)
  })
  await Promise.race([promise, waited])
  clearTimeout(timer)
}
