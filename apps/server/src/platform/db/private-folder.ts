import { chmodSync, chownSync, statSync } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../diagnostics/log.ts'
import { findAccount } from './embedded/account.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** These folders are PostgreSQL's own: its data is private already, its programs are read by its account. */
const POSTGRES_FOLDER = /^postgres(ql-|\.new-|$)/

/**
 * Makes a data folder, also that of an older version, readable by its owner alone. Where the server runs as root, the
 * account that PostgreSQL runs as may pass through it.
 */
export async function makePrivate(dataDir: string, log: Log, isEmbedded: boolean): Promise<void> {
  if (process.platform === 'win32') return
  try {
    const account = isEmbedded ? findAccount(join(dataDir, 'postgres')) : null
    if (account) chownSync(dataDir, statSync(dataDir).uid, account.gid)
    chmodSync(dataDir, account ? 0o710 : FOLDER_MODE)
  } catch (error) {
    log.warn({ err: error, folder: dataDir }, 'The data folder could not be made private')
  }
  for (const name of await readdir(dataDir)) {
    if (!POSTGRES_FOLDER.test(name)) await makeEntryPrivate(join(dataDir, name), log)
  }
}

async function makeEntryPrivate(path: string, log: Log): Promise<void> {
  try {
    const entry = await lstat(path)
    if (entry.isDirectory()) {
      if ((entry.mode & 0o777) !== FOLDER_MODE) await chmod(path, FOLDER_MODE)
      for (const name of await readdir(path)) await makeEntryPrivate(join(path, name), log)
    } else if (entry.isFile() && (entry.mode & 0o077) !== 0) await chmod(path, FILE_MODE)
  } catch (error) {
    // It may be gone, or belong to somebody else.
    log.debug({ err: error }, 'A file of the data folder could not be made private')
  }
}
