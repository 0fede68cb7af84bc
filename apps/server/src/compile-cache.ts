import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/** Below DATA_DIR, which its user alone may write: what lies there is run. */
const FOLDER = 'compiled'

/** What is loaded from now on, also by processes of its own, is stored compiled: the next start takes it from there. */
export function useCompileCache(dataDir: string): void {
  const folder = join(dataDir, FOLDER)
  enableCompileCache(folder)
  process.env['NODE_COMPILE_CACHE'] ||= folder
}

/** A process that is killed writes nothing at its end. */
export function storeCompiled(): void {
  flushCompileCache()
}
