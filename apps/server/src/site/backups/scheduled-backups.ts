import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import type { AppContext } from '../../context.ts'
import { StartError } from '../../platform/diagnostics/errors.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'

const PROGRAM = fileURLToPath(new URL('../../../../../scripts/backup.ts', import.meta.url))
const CHECK_EVERY_MS = 60_000
/** A disk that is full is not freed within a minute. */
const RETRY_AFTER_MS = 60 * 60_000
const HOUR_MS = 60 * 60_000
const NICENESS = 10
/** The last lines of the program say why it failed. */
const OUTPUT_CHARACTERS_MAX = 2_000
const NAME = /^pitboard-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar\.zst$/
/** A backup of DATA_DIR leaves this folder out. */
const FOLDER_IN_DATA = 'backups'

/** Runs `npm run backup` every this many hours, by a program of its own that may take longer than a request. */
export function registerScheduledBackups(app: FastifyInstance, context: AppContext): void {
  const { config, leadership, log, metrics } = context
  const { backupDir: folder, backupHours, backupKeep, dataDir } = config
  if (folder === null) return
  if (isWithin(dataDir, folder) && relative(dataDir, folder) !== FOLDER_IN_DATA) {
    throw new StartError(
      `BACKUP_DIR must be outside of DATA_DIR, or its folder ${FOLDER_IN_DATA}: each backup would contain the ones before.`,
    )
  }
  const stopping = new AbortController()
  let failedAtMs = -Infinity

  async function backUpWhenDue(path: string): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const newest = (await listBackups(path)).at(-1)
    const ageMs = newest === undefined ? Infinity : Date.now() - newest.atMs
    if (ageMs < backupHours * HOUR_MS || Date.now() - failedAtMs < RETRY_AFTER_MS) return
    const name = nameOf(new Date())
    try {
      await runBackup(join(path, name))
    } catch (error) {
      failedAtMs = Date.now()
      throw error
    }
    log.info({ name }, 'a backup was written')
    for (const { file } of (await listBackups(path)).slice(0, -backupKeep)) await rm(file)
  }

  async function runBackup(file: string): Promise<void> {
    const { databaseUrl } = config
    const child = spawn(process.execPath, [PROGRAM, file], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATA_DIR_FILE: '',
        DATABASE_URL: databaseUrl ?? '',
        DATABASE_URL_FILE: '',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: stopping.signal,
    })
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_CHARACTERS_MAX)
    })
    if (child.pid !== undefined) lowerPriority(child.pid)
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(output.trim() || `The backup ended with ${code}.`)
  }

  // All workers and servers of the folder see the same files.
  const age: Gauge = new Gauge({
    name: 'pitboard_backup_age_seconds',
    help: 'How old the newest file in BACKUP_DIR is; infinite without one',
    aggregator: 'min',
    registers: [metrics.registry],
    async collect() {
      const newest = (await listBackups(folder)).at(-1)
      age.set(newest === undefined ? Infinity : (Date.now() - newest.atMs) / 1000)
    },
  })
  const job = createPeriodicJob(() => backUpWhenDue(folder), {
    everyMs: CHECK_EVERY_MS,
    log,
    leadership,
    failure: 'the scheduled backup failed; it is tried again within an hour',
  })
  app.addHook('onReady', async () => job.start())
  app.addHook('preClose', async () => {
    stopping.abort()
    await job.stop()
  })
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !way.startsWith('..') && way !== path
}

function nameOf(at: Date): string {
  const time = at.toISOString().replaceAll(':', '').slice(0, 17)
  return `pitboard-${time}Z.tar.zst`
}

/** Lists the oldest first; those of other names were made by hand. */
export async function listBackups(folder: string) {
  const names = await readdir(folder).catch(() => [])
  const backups = names
    .filter((name) => NAME.test(name))
    .map(async (name) => {
      const file = join(folder, name)
      return { file, atMs: (await stat(file)).mtimeMs }
    })
  return (await Promise.all(backups)).toSorted((a, b) => a.atMs - b.atMs)
}

/** The backup has a lower priority, since races go on meanwhile. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
