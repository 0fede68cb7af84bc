import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Some tests start these programs, which no registry of npm has; the variable names one. */
const OUTSIDE_PROGRAMS = {
  'nats-server': 'NATS_SERVER_PATH',
  haproxy: 'HAPROXY_PATH',
} as const

export type OutsideProgram = keyof typeof OUTSIDE_PROGRAMS

const NAMES: readonly OutsideProgram[] = ['nats-server', 'haproxy']
/** Debian puts servers where the PATH of most users does not lead. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin']

export function listMissingPrograms(): OutsideProgram[] {
  return NAMES.filter((name) => findOutsideProgram(name) === null)
}

/** Returns its path, or throws the reason why a test that needs it fails. */
export function getOutsideProgram(name: OutsideProgram): string {
  const found = findOutsideProgram(name)
  if (found === null) throw new Error(adviseOnProgram(name))
  return found
}

/** The runner of the tests counts this as left out and not as failed. */
export class LeftOut extends Error {}

/**
 * Stands first in a test file that can do nothing without these programs. Where all tests are expected to run it does
 * nothing, and a missing program is a failure.
 */
export function needPrograms(...names: readonly OutsideProgram[]): void {
  const reason = whyLeftOut(...names)
  if (reason !== false) throw new LeftOut(reason)
}

/** Returns the same for the option `skip` of a single test: why it is left out, or false. */
export function whyLeftOut(...names: readonly OutsideProgram[]): string | false {
  if (process.env['CI'] === 'true') return false
  const missing = names.find((name) => findOutsideProgram(name) === null)
  return missing !== undefined && `${missing} is not installed`
}

/** Returns what a person can do about a missing program. */
export function adviseOnProgram(name: OutsideProgram): string {
  return `${name} is not installed: install it (Debian: apt-get install ${name}; macOS: brew install ${name}), or set ${OUTSIDE_PROGRAMS[name]} to the program.`
}

function findOutsideProgram(name: OutsideProgram): string | null {
  const named = process.env[OUTSIDE_PROGRAMS[name]]
  if (named !== undefined && named !== '') return named
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const paths = [...folders, ...SYSTEM_FOLDERS].map((folder) => join(folder, name))
  return paths.find(canRun) ?? null
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
