import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../diagnostics/errors.ts'
import { transferOwnership, type DataLocation } from './data-location.ts'
import { POSTGRES_MAJOR, program } from './programs.ts'

const run = promisify(execFile)
const UNFINISHED = 'postgres.new-'

/** Creates the data folder if it is missing; returns the database user's password. */
export async function openCluster(place: DataLocation): Promise<string> {
  removeUnfinished(place)
  if (!existsSync(place.data)) await createCluster(place)
  checkOwner(place)
  checkMajor(place)
  return readFileSync(passwordFile(place), 'utf8').trim()
}

async function createCluster(place: DataLocation): Promise<void> {
  // The cluster is created under another name and renamed at the end: a start that is killed half-way leaves no half
  // folder. The name is new each time, because its initdb may go on without it.
  const unfinished = mkdtempSync(join(place.folder, UNFINISHED))
  transferOwnership(place.account, unfinished)
  const shown = `${unfinished}.password`
  const password = randomBytes(24).toString('base64url')
  writeFileSync(shown, password, { mode: 0o600 })
  transferOwnership(place.account, shown)
  await run(
    program(place.programs, 'initdb'),
    [
      ['--pgdata', unfinished],
      ['--username', 'pitboard'],
      ['--auth', 'scram-sha-256'],
      ['--pwfile', shown],
      ['--encoding', 'UTF8'],
      // PostgreSQL's own locale sorts alike on every system.
      ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ['--no-instructions'],
    ].flat(),
    { ...place.account, cwd: place.folder },
  )
  rmSync(shown)
  writeFileSync(passwordFile(place), `${password}\n`, { mode: 0o600 })
  renameSync(unfinished, place.data)
}

function removeUnfinished({ folder }: DataLocation): void {
  for (const name of readdirSync(folder).filter((name) => name.startsWith(UNFINISHED))) {
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

function passwordFile(place: DataLocation): string {
  return join(place.folder, 'postgres-password')
}

function checkOwner({ account, data }: DataLocation): void {
  const owner = statSync(data).uid
  if (account !== null || process.getuid === undefined || owner === process.getuid()) return
  throw new StartError(
    `${data} belongs to another user (id ${owner}). Start Pitboard as that user or as root, or ` +
      'choose another DATA_DIR.',
  )
}

function checkMajor({ data }: DataLocation): void {
  const file = join(data, 'PG_VERSION')
  if (!existsSync(file)) {
    throw new StartError(
      `${data} is not a PostgreSQL data folder. Move it away, or choose another DATA_DIR.`,
    )
  }
  const major = readFileSync(file, 'utf8').trim()
  if (major === POSTGRES_MAJOR) return
  throw new StartError(
    `${data} was made by PostgreSQL ${major}; this Pitboard brings ${POSTGRES_MAJOR}, which can't ` +
      'read it. Nothing was changed. To move the data: dump it with the Pitboard that made it ' +
      `running (pg_dump), rename the folder, start this Pitboard, and restore the dump. ` +
      'docs/database.md has the commands.',
  )
}
