import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../diagnostics/errors.ts'
import type { Log } from '../../diagnostics/log.ts'
import { createPeriodicJob } from '../../jobs/periodic-job.ts'
import { signalPostgres, stopOrphan } from './orphan.ts'
import type { DataLocation } from './data-location.ts'
import { program } from './programs.ts'
import { copyFile, stat, truncate } from 'node:fs/promises'

const LOG_BYTES_MAX = 10_000_000

/**
 * Moves the content of a log above its limit to `.1`. PostgreSQL has the file open and appends to
 * it, so the file is copied and emptied instead of renamed.
 */
export async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  )
  if (size <= LOG_BYTES_MAX) return
  await copyFile(logFile, `${logFile}.1`)
  await truncate(logFile)
}

interface Postmaster {
  readonly port: number
  readonly pid: number
  /** Resolves with a description once the process has ended, for any reason. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

interface StartOptions {
  readonly logFile: string
  readonly log: Log
  /** The settings apply beside the ones below. */
  readonly settings: Readonly<Record<string, string>>
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '40',
  // The operating system's cache does the rest; an idle server stays small.
  shared_buffers: '32MB',
  io_method: 'sync',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Statements, parameters and details of errors hold what users send: Pitboard logs its own errors.
  log_error_verbosity: 'terse',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  cluster_name: 'pitboard',
}

const START_ATTEMPTS = 3
/** After a crash it first repairs its files, which may take a while. */
const READY_WITHIN_MS = 600_000
const ROTATE_EVERY_MS = 60_000

/** Starts PostgreSQL on a free port of 127.0.0.1 and waits until it takes connections. */
export async function startPostmaster(
  place: DataLocation,
  { logFile, log, settings }: StartOptions,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const orphan = await stopOrphan(place)
    if (orphan !== undefined) log.warn({ pid: orphan }, 'stopped a PostgreSQL left running')
    await rotateLog(logFile)
    const port = await findFreePort()
    const child = spawnPostgres(place, logFile, { ...SETTINGS, ...settings, port: String(port) })
    const ended = whenEnded(child)
    const { pid } = child
    if (pid !== undefined && (await isReady(place, child))) {
      // The database alone does not keep this process alive.
      child.unref()
      rotateRegularly(logFile, log, ended)
      return { port, pid, ended, stop: () => stop(place, child, ended) }
    }
    child.kill('SIGQUIT')
    await ended
    // Another program may have taken the port in the meantime.
    if (attempt === START_ATTEMPTS) {
      throw new StartError(`PostgreSQL did not start. ${logFile} says why.\n${lastLines(logFile)}`)
    }
  }
}

function spawnPostgres(
  place: DataLocation,
  logFile: string,
  settings: Record<string, string>,
): ChildProcess {
  const log = openSync(logFile, 'a', 0o600)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  try {
    return spawn(program(place.programs, 'postgres'), ['-D', place.data, ...options], {
      ...place.account,
      cwd: place.data,
      stdio: ['ignore', log, log],
      // The process has a group of its own: Ctrl-C reaches Pitboard alone, which closes the database last.
      detached: true,
      windowsHide: true,
    })
  } finally {
    closeSync(log)
  }
}

function rotateRegularly(logFile: string, log: Log, ended: Promise<string>): void {
  const rotation = createPeriodicJob(() => rotateLog(logFile), {
    everyMs: ROTATE_EVERY_MS,
    log,
    failure: 'The log of PostgreSQL could not be rotated',
  })
  rotation.start()
  void ended.then(() => rotation.stop())
}

function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`),
    )
    child.once('error', (error) => resolve(error.message))
  })
}

/** Returns whether PostgreSQL has written "ready" into its pid file; false if it ends before, or never gets there. */
async function isReady({ data }: DataLocation, child: ChildProcess): Promise<boolean> {
  const until = Date.now() + READY_WITHIN_MS
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    const lines = readLines(join(data, 'postmaster.pid'))
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return true
    await sleep(10)
  }
  return false
}

/** Stops PostgreSQL in its mode "fast": open transactions are rolled back, the files are left clean. */
async function stop(
  place: DataLocation,
  child: ChildProcess,
  ended: Promise<string>,
): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    child.ref()
    signalPostgres(place, child.pid, 'SIGINT')
  }
  await ended
}

function lastLines(logFile: string): string {
  return readLines(logFile).slice(-6).join('\n').trim()
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
