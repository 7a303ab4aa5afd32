/**
 * The folder where Sense keeps what it could make anew.
 *
 * Compiled code lies there, and whoever can change it can make us do anything. So only a folder is used that belongs to the
 * user we run as and that nobody else may write to, and none is made in somebody else's home.
 */

import { pathModule } from './builtin-modules.ts'

const fs = process.getBuiltinModule('node:fs')

const OWNER_ONLY_FOLDER = 0o700
const OTHERS_MAY_WRITE = 0o022

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The folder called `name` in that of Sense, which is made if it is missing; undefined where there is none to be trusted, or
 * none can be made.
 */
export function ownCacheFolder(name: string, environment: Variables): string | undefined {
  const home = cacheHome(environment)
  if (home === undefined) return undefined
  const folder = pathModule.join(home, 'sense', name)
  try {
    makeInOwnFolder(folder)
    return isOwn(folder) ? folder : undefined
  } catch {
    return undefined
  }
}

/** Whether nobody but us, and the system's administrator, can change what the folder or the open file holds. */
export function isOwn(folder: string | number): boolean {
  const { uid, mode } = typeof folder === 'number' ? fs.fstatSync(folder) : fs.statSync(folder)
  // Windows has neither; there the folders of a user are closed to others.
  return process.geteuid === undefined || (uid === process.geteuid() && (mode & OTHERS_MAY_WRITE) === 0)
}

/** Where programs of this user keep such things, as the system has it. */
function cacheHome({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }: Variables) {
  if (process.platform === 'win32') return absoluteOrNone(LOCALAPPDATA)
  const home = absoluteOrNone(HOME)
  const usual = process.platform === 'darwin' ? 'Library/Caches' : '.cache'
  return absoluteOrNone(XDG_CACHE_HOME) ?? (home === undefined ? undefined : pathModule.join(home, usual))
}

function absoluteOrNone(path: string | undefined): string | undefined {
  return path !== undefined && pathModule.isAbsolute(path) ? path : undefined
}

/** Throws where it cannot be made, and where the folder that it would be made in belongs to somebody else. */
function makeInOwnFolder(path: string): void {
  if (fs.existsSync(path)) return
  const parent = pathModule.dirname(path)
  makeInOwnFolder(parent)
  if (process.geteuid !== undefined && fs.statSync(parent).uid !== process.geteuid()) {
    throw new Error('the folder belongs to somebody else')
  }
  fs.mkdirSync(path, { mode: OWNER_ONLY_FOLDER })
}
