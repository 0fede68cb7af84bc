import { accessSync, constants, mkdirSync } from 'node:fs'
import { errorText, Failure } from '../failure.ts'
import type { SpoolContents } from './unfinished.ts'

/** Makes the folder; throws a `Failure` where it can't be written to. */
export function prepareSpool(spool: string): void {
  try {
    mkdirSync(spool, { recursive: true, mode: 0o700 })
    accessSync(spool, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Failure(
      `The spool folder ${spool} cannot be written: ${errorText(error)}`,
      'Give a folder of your own with --spool.',
    )
  }
}

export function sayContents(
  { recordings, bytes, elsewhere }: SpoolContents,
  spool: string,
  say: (text: string) => void,
): void {
  if (recordings > 0) {
    const size = megabytes(bytes)
    say(
      `Earlier recordings in ${spool}: ${recordings} (${size}); delete folders you no longer need`,
    )
  }
  if (elsewhere > 0) say(`Waiting for another --server or --user: ${elsewhere} of them`)
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
