import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../failure.ts'
import { hasOutbox, type CaptureState, type Recording } from './recording.ts'
import { isBeingWritten, readStreamFile, type StreamFile } from './stream-file.ts'

export interface KeptCapture {
  /** Names of the recording's folder and of the file in it. */
  readonly recording: string
  readonly file: string
  readonly bytes: number
  readonly changedAtMs: number
  readonly state: CaptureState
  /** Whose it is: it is sent only while the recorder is paired with the same. */
  readonly server: string
  readonly user: string
}

/** The captures of a spool, oldest first. `current` is the recording of this process, if any. */
export function listCaptures(spool: string, current: Recording | null): KeptCapture[] {
  return recordingsIn(spool).flatMap((recording) => {
    const folder = join(spool, recording)
    const stream = readStreamFile(folder)
    if (stream === null) return []
    const { server, user } = stream
    const isCurrent = folder === current?.folder
    const state = isCurrent ? 'recording' : stateOf(folder, stream)
    return capturesIn(folder).flatMap((file): KeptCapture[] => {
      const stat = statSync(join(folder, file), { throwIfNoEntry: false })
      if (stat === undefined) return []
      const { size: bytes, mtimeMs: changedAtMs } = stat
      const itsState = isCurrent ? current.stateOf(file) : state
      return [{ recording, file, bytes, changedAtMs, state: itsState, server, user }]
    })
  })
}

/** Deletes a capture; what the server still lacks of it stays in the outbox. */
export function deleteCapture(spool: string, { recording, file, state }: KeptCapture): void {
  const folder = join(spool, recording)
  rmSync(join(folder, file), { force: true })
  if (capturesIn(folder).length === 0 && state === 'sent' && !hasOutbox(folder)) {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Deletes a recording with what was still to be sent of it. */
export function abandonRecording(spool: string, { recording }: KeptCapture): void {
  rmSync(join(spool, recording), { recursive: true, force: true })
}

/** Bytes of what waits to be sent, beside the captures. */
export function outboxBytes(spool: string): number {
  return recordingsIn(spool).reduce((sum, name) => sum + bytesBelow(join(spool, name, 'outbox')), 0)
}

function recordingsIn(spool: string): string[] {
  return namesIn(spool).toSorted()
}

function capturesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.pcap'))
    .toSorted()
}

function stateOf(folder: string, stream: StreamFile): CaptureState {
  if (isBeingWritten(stream)) return 'recording'
  return hasOutbox(folder) ? 'waiting' : 'sent'
}

function bytesBelow(folder: string): number {
  return namesIn(folder).reduce((sum, name) => sum + sizeOf(join(folder, name)), 0)
}

/** A part of an outbox may go at any moment: the server has it. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return []
    throw error
  }
}
