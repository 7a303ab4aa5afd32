/** Shows the page where somebody signs in at an MCP server: its address on the terminal, and the page in a browser. */

import type { ShowConsentPage } from '../adapters/mcp/oauth/sign-in.ts'
import { isErrorTerminal } from '../adapters/node/console.ts'
import type { NodeConsole } from '../adapters/node/console.ts'
import { openBrowser } from '../adapters/node/open-browser.ts'
import { quotedExcerpt } from '../compiler/diagnostics/visible-text.ts'

/** Longer names are cut; the address is shown whole, because it may have to be copied. */
const nameLengthMax = 60

/** Undefined where nobody sits at a terminal: then nobody can sign in. */
export function consentPageOnTerminal(console: NodeConsole): ShowConsentPage | undefined {
  if (!isErrorTerminal()) return undefined
  return ({ server, page }) => {
    const name = quotedExcerpt(server, nameLengthMax)
    console.writeReport(
      `the MCP server ${name} wants to know who you are: sign in at ${page.host}, in the browser or at\n${page.href}\n`,
    )
    openBrowser(page)
  }
}
