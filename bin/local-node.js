/**
 * Which Node can run Sense, and where a checkout keeps its own.
 *
 * The launcher and the scripts in `scripts/` share this file. It has to load on old versions of Node, whose users it is
 * for, so it stays with the language of 2020.
 */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds `package.json`. */
export const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** From 22.18 on Node runs TypeScript sources without a flag and has everything else that Sense uses. */
export const nodeMinimum = '22.18.0'

/** True if `version`, such as `24.3.1`, is `nodeMinimum` or later. */
export function isNodeRecent(version) {
  const have = version.split('.').map(Number)
  const need = nodeMinimum.split('.').map(Number)
  const index = need.findIndex((part, place) => have[place] !== part)
  return index === -1 || have[index] > need[index]
}

/**
 * The path of a recent enough Node that the npm package `node` brought along, or undefined. It lies in our own
 * `node_modules` in a checkout, and beside us where `sense-lang` is installed.
 */
export function findLocalNode() {
  for (const folder of [join(packageRoot, 'node_modules', 'node'), join(packageRoot, '..', 'node')]) {
    const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    const manifest = join(folder, 'package.json')
    if (
      existsSync(binary) &&
      existsSync(manifest) &&
      isNodeRecent(JSON.parse(readFileSync(manifest, 'utf8')).version)
    ) {
      return binary
    }
  }
  return undefined
}
