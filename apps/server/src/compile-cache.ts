import { statSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

const FOLDER = 'compiled'
const OTHERS_MAY_WRITE = 0o022

/**
 * What is loaded from now on, also by processes of its own, is stored compiled below DATA_DIR: the next start takes
 * it from there. What lies there is run, so only where nobody else can put anything there.
 */
export function useCompileCache(dataDir: string): void {
  const folder = join(dataDir, FOLDER)
  if (!isOwn(dataDir) || !isOwn(folder)) return
  enableCompileCache(folder)
  process.env['NODE_COMPILE_CACHE'] ||= folder
}

/** A folder that does not exist yet counts as our own: this process will create it. */
function isOwn(folder: string): boolean {
  try {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found === undefined || process.getuid === undefined) return true
    return found.uid === process.getuid() && (found.mode & OTHERS_MAY_WRITE) === 0
  } catch {
    // The start says why the folder cannot be used.
    return false
  }
}

/** A process that is killed writes nothing at its end. */
export function storeCompiled(): void {
  flushCompileCache()
}
