/** Which Node can run Sense. Like all of `bin/`, this has to load on old versions of Node. */

/** From 22.18 on Node runs TypeScript sources without a flag and has everything else that Sense uses. */
export const nodeMinimum = '22.18.0'

/** True if `version`, such as `24.3.1`, is `nodeMinimum` or later. */
export function isNodeRecent(version) {
  const have = version.split('.').map(Number)
  const need = nodeMinimum.split('.').map(Number)
  const index = need.findIndex((part, place) => have[place] !== part)
  return index === -1 || have[index] > need[index]
}
