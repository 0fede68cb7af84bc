import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
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
    if (isBusy(error)) {
      throw new StartError(
        `Another Pitboard is running on ${folder}. Stop it first, or give this one a folder of ` +
          'its own with DATA_DIR.',
      )
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`DATA_DIR ${folder} can't be used: ${reason}`)
  }
}

const WORKERS_FILE = 'lock-workers'
/** Workers that have lost their supervisor end what they have begun first. */
const WORKERS_STOP_WITHIN_MS = 60_000
const POLL_MS = 50

/** Locks the folder for a worker of a server, together with the others. */
export function shareFolder(folder: string): Lock {
  const file = new DatabaseSync(join(folder, WORKERS_FILE))
  // Reading takes the shared lock, and the open transaction holds it.
  file.exec('PRAGMA journal_mode = MEMORY; BEGIN; SELECT count(*) FROM sqlite_schema')
  return { release: () => file.close() }
}

/** Waits for the workers that an earlier server has left behind. The caller holds the folder's lock. */
export async function awaitFormerWorkers(folder: string): Promise<void> {
  const untilMs = performance.now() + WORKERS_STOP_WITHIN_MS
  while (existsSync(join(folder, WORKERS_FILE)) && isShared(folder)) {
    if (performance.now() > untilMs) {
      throw new StartError(
        `Workers of a Pitboard that was killed are still running on ${folder}. End them first.`,
      )
    }
    await wait(POLL_MS)
  }
}

function isShared(folder: string): boolean {
  const file = new DatabaseSync(join(folder, WORKERS_FILE))
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    file.close()
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
