/** How capabilities are written, as the grammar of `policy` reads them. */

const capabilityForm = /^[\p{L}_][\p{L}\p{Nd}_]*(?:\.[\p{L}_][\p{L}\p{Nd}_]*)*$/u

/** Whether `text` is words joined by dots; a rule can name no other capability. */
export function isCapability(text: string): boolean {
  return capabilityForm.test(text)
}

/** Whether a rule can be for `text`: a capability, or one with `.*` behind it. */
export function isRuleName(text: string): boolean {
  return isCapability(text.replace(/\.\*$/, ''))
}
