import { accessSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { errorText, Failure } from '../failure.ts'
import { join } from 'node:path'
import { hasOutbox } from './recording.ts'
import { isBeingWritten, readStreamFile } from './stream-file.ts'

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

export function printContents(
  { recordings, bytes, forOthers }: SpoolContents,
  spool: string,
  print: (text: string) => void,
): void {
  if (recordings > 0) {
    const size = megabytes(bytes)
    print(
      `Earlier recordings in ${spool}: ${recordings} (${size}); delete folders you no longer need`,
    )
  }
  if (forOthers > 0) print(`Waiting for another --server or --user: ${forOthers} of them`)
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

export interface UnfinishedRecording {
  readonly folder: string
  readonly streamId: string
}

export interface SpoolContents {
  readonly recordings: number
  readonly bytes: number
  /** Recordings for this server and user are not sent completely; the oldest come first. */
  readonly unfinished: readonly UnfinishedRecording[]
  /** Counts unfinished recordings of other servers or users. */
  readonly forOthers: number
}

/** Reads what earlier runs have left in the spool. */
export function readSpool(
  spoolFolder: string,
  target: { server: string; user: string },
): SpoolContents {
  let recordings = 0
  let bytes = 0
  let forOthers = 0
  const unfinished: UnfinishedRecording[] = []
  for (const name of readdirSync(spoolFolder).toSorted()) {
    const folder = join(spoolFolder, name)
    const stream = readStreamFile(folder)
    if (stream === null) continue
    recordings++
    bytes += captureBytes(folder)
    if (!hasOutbox(folder) || isBeingWritten(stream)) continue
    if (stream.server !== target.server || stream.user !== target.user) forOthers++
    else unfinished.push({ folder, streamId: stream.streamId })
  }
  return { recordings, bytes, unfinished, forOthers }
}

function captureBytes(folder: string): number {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pcap'))
    .reduce((bytes, name) => bytes + statSync(join(folder, name)).size, 0)
}
