/** Opens a page in the user's browser, where there is one. Whether it worked is not known: the address is shown too. */

export function openBrowser(url: URL): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return
  // Every start at a terminal imports this file, and hardly one opens a page.
  const { spawn } = process.getBuiltinModule('node:child_process')
  const [command, ...args] = commandFor(url.href)
  try {
    // No shell is between: whatever stands in the address is one argument.
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.on('error', () => undefined)
    child.unref()
  } catch {
    // No browser: the user has the address.
  }
}

function commandFor(href: string): readonly [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', href]
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', href]
  return ['xdg-open', href]
}
