import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, copyFileSync, linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorText, Failure } from '../failure.ts'

/** A program of 100 MB is read from a slow disk, and looked at by a virus scanner. */
const STARTS_WITHIN_MS = 60_000
const OUTPUT_CHARACTERS_MAX = 1_000

/**
 * Returns where the new program is written and where the former one is stored: on the same disk, so that a rename is
 * enough.
 */
export function namesBeside(path: string): { readonly next: string; readonly former: string } {
  const extension = path.toLowerCase().endsWith('.exe') ? path.slice(-4) : ''
  const stem = path.slice(0, path.length - extension.length)
  return { next: `${stem}.next${extension}`, former: `${stem}.former${extension}` }
}

/** Throws a `Failure` where the user may not replace the program. */
export function checkReplaceable(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK)
  } catch {
    throw new Failure(
      `The folder of the recorder cannot be written: ${dirname(path)}`,
      'Download the new version from the site and replace the program by hand.',
    )
  }
}

/** Throws a `Failure` unless the program starts and is of this version. */
export async function tryProgram(path: string, version: string): Promise<void> {
  const child = spawn(path, ['--version'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
    signal: AbortSignal.timeout(STARTS_WITHIN_MS),
    killSignal: 'SIGKILL',
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(0, OUTPUT_CHARACTERS_MAX)
  })
  const remedy = 'Nothing was changed. Try it again later.'
  try {
    await once(child, 'close')
  } catch (error) {
    throw new Failure(`The new version does not start: ${errorText(error)}`, remedy)
  }
  const code = child.exitCode
  if (code !== 0) throw new Failure(`The new version does not start: it ended with ${code}`, remedy)
  if (output.trim() === version) return
  throw new Failure(`The update is not version ${version}`, remedy)
}

/**
 * Puts the new program in the place of the present one, which is stored beside it. Where the system allows it, there is a
 * program under its name at every moment; Windows replaces no program that runs, but lets it be renamed.
 */
export function replaceProgram(path: string, platform = process.platform): void {
  const { next, former } = namesBeside(path)
  rmSync(former, { force: true })
  if (platform === 'win32') {
    renameSync(path, former)
    try {
      renameSync(next, path)
    } catch (error) {
      renameSync(former, path)
      throw error
    }
    return
  }
  try {
    linkSync(path, former)
  } catch {
    // Some file systems have no second names.
    copyFileSync(path, former)
  }
  renameSync(next, path)
}

/** Puts the former program back. */
export function restoreProgram(path: string, platform = process.platform): void {
  const { next, former } = namesBeside(path)
  if (platform === 'win32') renameSync(path, next)
  renameSync(former, path)
  rmSync(next, { force: true })
}
