/**
 * Where a checkout keeps a Node of its own.
 *
 * The launcher and the scripts in `scripts/` share this file. It has to load on old versions of Node, whose users it is
 * for, so it stays with the language of 2020.
 */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNodeRecent } from './node-version.js'

/** The folder that holds `package.json`. */
export const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)))

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
