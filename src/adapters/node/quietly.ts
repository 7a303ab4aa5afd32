/** For what may fail without changing anything any more: the failure that led there is the one to tell. */
export function quietly(action: () => void): void {
  try {
    action()
  } catch {
    // Nobody is interested.
  }
}
