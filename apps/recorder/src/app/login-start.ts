import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { errorText, Failure } from '../failure.ts'
import type { Installation } from '../update/installed-program.ts'
import { describeLoginStart, type LoginStartEntry } from './login-start-entry.ts'

/** It decides whether the recorder starts when its user signs in, without a page that opens. */
export interface LoginStart {
  /** It is null where it cannot be chosen. */
  readonly isOn: boolean | null
  /** Throws a `Failure` where the system refuses. */
  change(isOn: boolean): void
}

interface LoginStartParts {
  readonly installation: Installation
  readonly platform?: NodeJS.Platform
  readonly home?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

const NOT_OFFERED: LoginStart = { isOn: null, change() {} }

export function createLoginStart({
  installation,
  platform = process.platform,
  home = homedir(),
  env = process.env,
}: LoginStartParts): LoginStart {
  const command = findCommand(installation)
  const entry = command && describeLoginStart(platform, command, { home, env })
  if (entry === null) return NOT_OFFERED
  let isOn = isPresent(entry)
  const change = (wanted: boolean) => {
    try {
      if (wanted) add(entry)
      else remove(entry)
    } catch (error) {
      throw new Failure(
        `The start at sign-in could not be changed: ${errorText(error)}`,
        'Change it in the settings of the system.',
      )
    }
    isOn = wanted
  }
  // The program may have been moved since.
  if (isOn) change(true)
  return {
    get isOn() {
      return isOn
    },
    change,
  }
}

/** Sources are for those who work on the recorder. */
function findCommand(installation: Installation): readonly string[] | null {
  const args = ['app', '--no-browser']
  if (installation.kind === 'program') return [installation.path, ...args]
  const [node = '', script = ''] = process.argv
  return installation.kind === 'archive' ? [node, script, ...args] : null
}

function isPresent(entry: LoginStartEntry): boolean {
  if (entry.kind === 'registry') return runReg(entry.query) === ''
  return existsSync(entry.link ?? entry.path)
}

function add(entry: LoginStartEntry): void {
  if (entry.kind === 'registry') return requireReg(entry.add)
  const { path, text, link } = entry
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  if (link === null) return
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(path, link)
}

function remove(entry: LoginStartEntry): void {
  if (entry.kind === 'registry') return requireReg(entry.remove)
  for (const path of [entry.link, entry.path]) if (path !== null) rmSync(path, { force: true })
}

function requireReg(args: readonly string[]): void {
  const problem = runReg(args)
  if (problem !== '') throw new Error(problem)
}

/** Returns what it complains about; empty where it has done it. */
function runReg(args: readonly string[]): string {
  const { status, error, stderr } = spawnSync('reg', args, { encoding: 'utf8', windowsHide: true })
  if (status === 0) return ''
  return error?.message ?? (stderr.trim() || `reg ended with ${status}`)
}
