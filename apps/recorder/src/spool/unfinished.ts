import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hasOutbox } from './recording.ts'
import { isBeingWritten, readStreamFile } from './stream-file.ts'

export interface UnfinishedRecording {
  readonly folder: string
  readonly streamId: string
}

export interface SpoolContents {
  readonly recordings: number
  readonly bytes: number
  /** Oldest first: those of this server and user that the server has not got wholly. */
  readonly unfinished: readonly UnfinishedRecording[]
  /** Unfinished ones of other servers or users. */
  readonly elsewhere: number
}

/** What earlier runs have left in the spool. */
export function readSpool(
  spoolFolder: string,
  target: { server: string; user: string },
): SpoolContents {
  let recordings = 0
  let bytes = 0
  let elsewhere = 0
  const unfinished: UnfinishedRecording[] = []
  for (const name of readdirSync(spoolFolder).toSorted()) {
    const folder = join(spoolFolder, name)
    const stream = readStreamFile(folder)
    if (stream === null) continue
    recordings++
    bytes += captureBytes(folder)
    if (!hasOutbox(folder) || isBeingWritten(stream)) continue
    if (stream.server !== target.server || stream.user !== target.user) elsewhere++
    else unfinished.push({ folder, streamId: stream.streamId })
  }
  return { recordings, bytes, unfinished, elsewhere }
}

function captureBytes(folder: string): number {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pcap'))
    .reduce((bytes, name) => bytes + statSync(join(folder, name)).size, 0)
}
