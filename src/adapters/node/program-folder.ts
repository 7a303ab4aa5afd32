/** Finds the programs in a folder. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that hold what others wrote or what no person edits. */
const passedOver: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/** Whether `path` is a folder; not where it is missing or cannot be looked at. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}

/**
 * The paths of all files in `folder` and below that are called `*.sns` and for whose names `isWanted` holds, sorted. Links to
 * folders are not followed, since they may lead round in a circle; folders that may not be read, and pipes and devices, which
 * may never end, are passed over. A link that leads nowhere is named, so that somebody hears of it, and so is `folder` itself if it
 * may not be read.
 */
export function programsBelow(folder: string, isWanted: (name: string) => boolean = () => true): readonly string[] {
  const found: string[] = []
  if (entriesOf(folder) === undefined) return [folder]
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of entriesOf(next) ?? []) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) {
        if (!passedOver.has(entry.name)) folders.push(path)
      } else if (entry.name.endsWith('.sns') && isWanted(entry.name) && !isOtherThanFile(path)) found.push(path)
    }
  }
  return found.sort((left, right) => (left < right ? -1 : 1))
}

function isOtherThanFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === false
  } catch {
    return false
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return undefined
  }
}
