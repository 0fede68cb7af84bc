import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../diagnostics/errors.ts'
import type { DataLocation } from './data-location.ts'
import { program } from './programs.ts'

const STOPS_WITHIN_MS = 30_000
/** No process has it: PostgreSQL takes a pid file with it as one that was left behind. */
const NOBODY = 2_147_483_646

/**
 * Stops a PostgreSQL that an earlier server, killed without a chance to do it, has left running.
 * Returns its process id. The caller holds the folder's lock, so nobody else is using it.
 */
export async function stopOrphan(place: DataLocation): Promise<number | undefined> {
  const file = join(place.data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n')
  const pid = Number(first)
  if (!(pid > 0) || !isAlive(pid)) return undefined
  if (!isPostgresOf(place.data, pid)) {
    // The number went to another program meanwhile, as it does when a container restarts.
    // The rest of the file names shared memory that may still be in use.
    writeFileSync(file, [NOBODY, ...rest].join('\n'))
    return undefined
  }
  signalPostgres(place, pid, 'SIGINT')
  const until = Date.now() + STOPS_WITHIN_MS
  while (isAlive(pid)) {
    if (Date.now() > until) {
      throw new StartError(`The PostgreSQL that still runs on ${place.data} (${pid}) doesn't stop.`)
    }
    await sleep(20)
  }
  return pid
}

/** Windows has no signals; PostgreSQL's own tool passes them there. */
export function signalPostgres(place: DataLocation, pid: number, signal: 'SIGINT'): void {
  if (process.platform !== 'win32') process.kill(pid, signal)
  else spawnSync(program(place.programs, 'pg_ctl'), ['kill', signal.slice(3), String(pid)])
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return !isZombie(pid)
}

/** Ended, but nobody has collected it: as in a container without an init process. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function isPostgresOf(data: string, pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
    } catch {
      return false
    }
  }
  const [command, options] =
    process.platform === 'win32'
      ? ['tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']]
      : ['ps', ['-o', 'command=', '-p', String(pid)]]
  return spawnSync(command, options, { encoding: 'utf8' }).stdout.includes('postgres')
}
