import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../diagnostics/errors.ts'

export interface Lock {
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Locks a folder against a second server. SQLite holds the operating system's lock on a file: it
 * ends with the process however that ends, so a lock is never stale.
 */
export function lockFolder(folder: string): Lock {
  try {
    mkdirSync(folder, { recursive: true })
    const file = new DatabaseSync(join(folder, 'lock'))
    file.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return { release: () => file.close() }
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new StartError(
        `Another Pitboard is running on ${folder}. Stop it first, or give this one a folder of ` +
          'its own with DATA_DIR.',
      )
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`DATA_DIR ${folder} can't be used: ${reason}`)
  }
}
