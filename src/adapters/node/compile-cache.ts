/** Lets Node keep the compiled form of our files between runs; where it cannot, nothing is lost but time. */

import { enableCompileCache } from 'node:module'

export function keepCompiledFiles(): void {
  enableCompileCache()
}
