import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../failure.ts'
import { hasOutbox, isOutboxSent, type CaptureState, type Recording } from './recording.ts'
import { isBeingWritten, readStreamFile, type StreamFile } from './stream-file.ts'

export interface StoredCapture {
  /** The names are those of the recording's folder and of the file in it. */
  readonly recording: string
  readonly file: string
  readonly bytes: number
  readonly changedAtMs: number
  readonly state: CaptureState
  /** The owner counts: the capture is sent only while the recorder is paired with the same server and user. */
  readonly server: string
  readonly user: string
}

/** Lists the captures of a spool, oldest first. `current` is the recording of this process, if any. */
export function listCaptures(spool: string, current: Recording | null): StoredCapture[] {
  return listRecordings(spool).flatMap((recording) => {
    const folder = join(spool, recording)
    const stream = readStreamFile(folder)
    if (stream === null) return []
    const { server, user } = stream
    const isCurrent = folder === current?.folder
    const state = isCurrent ? 'recording' : stateOf(folder, stream)
    return listFiles(folder).flatMap((file): StoredCapture[] => {
      const stat = statSync(join(folder, file), { throwIfNoEntry: false })
      if (stat === undefined) return []
      const { size: bytes, mtimeMs: changedAtMs } = stat
      const captureState = isCurrent ? current.readState(file) : state
      return [{ recording, file, bytes, changedAtMs, state: captureState, server, user }]
    })
  })
}

/** Deletes a capture; what the server may still need of it stays in the outbox. */
export function deleteCapture(spool: string, { recording, file, state }: StoredCapture): void {
  const folder = join(spool, recording)
  rmSync(join(folder, file), { force: true })
  if (listFiles(folder).length === 0 && state === 'stored' && !hasOutbox(folder)) {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Deletes a recording with what was still to be sent of it. */
export function abandonRecording(spool: string, { recording }: StoredCapture): void {
  rmSync(join(spool, recording), { recursive: true, force: true })
}

/** Returns the size of the outboxes, without the captures. */
export function countOutboxBytes(spool: string): number {
  return listRecordings(spool).reduce((sum, name) => sum + sumBytes(join(spool, name, 'outbox')), 0)
}

function listRecordings(spool: string): string[] {
  return listNames(spool).toSorted()
}

function listFiles(folder: string): string[] {
  return listNames(folder)
    .filter((name) => name.endsWith('.pcap'))
    .toSorted()
}

function stateOf(folder: string, stream: StreamFile): CaptureState {
  if (isBeingWritten(stream)) return 'recording'
  if (!hasOutbox(folder)) return 'stored'
  return isOutboxSent(folder) ? 'sent' : 'waiting'
}

function sumBytes(folder: string): number {
  return listNames(folder).reduce((sum, name) => sum + sizeOf(join(folder, name)), 0)
}

/** A part of an outbox may be deleted at any moment, once the server has it. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return []
    throw error
  }
}
