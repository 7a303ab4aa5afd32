/** Resolves when the signal is aborted, at once where it has been. */
export async function abortionOf(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true })
  })
}
