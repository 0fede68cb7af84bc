import { readHeader } from '@pitboard/telemetry/decode'
import type { Tracker } from '@pitboard/telemetry/session/tracker'
import type { JournalRecord } from '../journal/journal-record.ts'
import type { RecordingState } from './recording.ts'
import type { SessionStates } from './session-states.ts'
import type { Stream } from './streams.ts'

/** A session may need datagrams that arrived before the one that opens it. */
export const EARLY_DATAGRAMS = 500

/**
 * Repeats what was done when the record was received; a record that the rules fail on changes nothing more.
 */
export function replayRecord(
  state: RecordingState,
  sessions: SessionStates,
  tracker: Tracker,
  record: JournalRecord,
): void {
  const { streams, context, userId } = state
  state.records++
  try {
    if (record.kind === 'head') streams.restore(record.streams)
    else if (record.kind === 'stream') streams.add(record.id)
    else if (record.kind === 'tick') tracker.tick(record.atMs)
    else if (record.kind === 'finish') tracker.finish(record.atMs)
    else if (record.kind === 'datagram') {
      const stream = record.stream === null ? null : (streams.at(record.stream) ?? null)
      takeDatagram(state, sessions, tracker, { ...record, stream })
      if (stream) stream.durable = stream.position
    }
  } catch (error) {
    context.log.error({ err: error, userId, kind: record.kind }, 'A journal record was skipped')
  }
}

interface StreamDatagram {
  readonly stream: Stream | null
  readonly number: number
  readonly atMs: number
  readonly bytes: Uint8Array
}

/** Applies a datagram to its stream and to the session, whether it is received or replayed. */
export function takeDatagram(
  state: RecordingState,
  sessions: SessionStates,
  tracker: Tracker,
  { stream, number, atMs, bytes }: StreamDatagram,
): void {
  if (stream) {
    stream.position = number
    stream.lastAtMs = state.receivedMs
    stream.isFinished = false
  }
  if (bytes.length === 0) return
  state.lastAtMs = atMs
  const tracked = tracker.push(bytes, atMs)
  if (!tracked && stream) noteSettledSession(state, sessions, stream, bytes)
  if (!tracked) return
  if (stream) {
    const firstNumber = Math.max(stream.usedNumber + 1, number - EARLY_DATAGRAMS)
    sessions.noteStream(tracked, stream, firstNumber)
    stream.usedNumber = number
  }
  sessions.noteDatagram(tracked)
}

/** Reports the outcome of a session when its datagrams are sent again. */
function noteSettledSession(
  { streams, source }: RecordingState,
  sessions: SessionStates,
  stream: Stream,
  bytes: Uint8Array,
): void {
  const read = readHeader(bytes)
  if (read.kind === 'rejected') return
  const settled = sessions.settled(String(read.header.sessionUid))
  if (!settled || stream.sessions.has(settled.id)) return
  streams.noteSession(stream, settled)
  source?.session(settled)
}
