import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Account, canEnter, findAccount } from './account.ts'
import { completeLinks, copyPrograms, findPrograms, program, type Programs } from './programs.ts'

export interface DataLocation {
  readonly account: Account
  readonly programs: Programs
  /** Holds the data folder and what belongs to it. */
  readonly folder: string
  /** PostgreSQL has its data in a folder of its own. */
  readonly data: string
}

const SYSTEM_FOLDER = '/var/lib/pitboard'
const LOCATION_NOTE = 'postgres-is-at.txt'

/**
 * Returns where PostgreSQL's data and programs are. That is DATA_DIR and node_modules, unless the server runs as root
 * below a folder that only root can enter: then both get a place of their own, and a note in DATA_DIR says where.
 */
export function findDataLocation(dataDir: string): DataLocation {
  const folder = readNote(dataDir) ?? chooseFolder(dataDir)
  const data = join(folder, 'postgres')
  const account = findAccount(data)
  return { account, folder, data, programs: usablePrograms(account, folder) }
}

function chooseFolder(dataDir: string): string {
  const account = findAccount(join(dataDir, 'postgres'))
  if (canEnter(account, dataDir)) return dataDir
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12)
  const folder = join(SYSTEM_FOLDER, name)
  mkdirSync(folder, { recursive: true })
  for (const path of [SYSTEM_FOLDER, folder]) chmodSync(path, 0o755)
  writeFileSync(join(dataDir, LOCATION_NOTE), `${folder}\n`)
  return folder
}

function readNote(dataDir: string): string | undefined {
  const file = join(dataDir, LOCATION_NOTE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

function usablePrograms(account: Account, folder: string): Programs {
  const installed = findPrograms()
  const complete = completeLinks(installed)
  if (complete && canEnter(account, join(program(installed, 'postgres'), '..'))) return installed
  const copied = copyPrograms(installed, folder)
  completeLinks(copied)
  return copied
}

/** Hands a folder to the account that PostgreSQL runs as. */
export function transferOwnership(account: Account, path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}

/** Returns the address of the database that a running server has opened on `dataDir`; null where none has. */
export function runningDatabaseUrl(dataDir: string): string | null {
  const note = join(dataDir, LOCATION_NOTE)
  const folder = existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir
  try {
    const port = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
    const password = readFileSync(join(folder, 'postgres-password'), 'utf8').trim()
    return port ? `postgres://pitboard:${password}@127.0.0.1:${port}/pitboard` : null
  } catch {
    return null
  }
}
