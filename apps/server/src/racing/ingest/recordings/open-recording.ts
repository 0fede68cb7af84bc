import { setTimeout as wait } from 'node:timers/promises'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker, type Tracker } from '@pitboard/telemetry/session/tracker'
import type { OwnedStream } from '../../ownership/ownership.ts'
import { detachWriter } from '../journal/detach-writer.ts'
import { openJournal, type Journal } from '../journal/journal.ts'
import type { JournalCopy, OpenedCopy } from '../journal/journal-replica.ts'
import { countDatagram } from './metrics.ts'
import {
  appendRecord,
  type JournalPhase,
  type Recording,
  type RecordingContext,
  type RecordingState,
  type ReplayPhase,
} from './recording.ts'
import { guardReplay, readReplay } from './replay-journal.ts'
import { createSessionLimits } from './session-limits.ts'
import { createSessionStates } from './session-states.ts'
import { createStreams, type Stream } from './streams.ts'
import { EARLY_DATAGRAMS, replayRecord, takeDatagram } from './take-datagram.ts'

/**
 * A new segment begins after this many records of the lobby or of stored sessions, so that their segment can be removed.
 */
const USELESS_RECORDS_MAX = 1_000
/** Recorders that begin a stream with every connection make this limit necessary. */
const STREAMS_IN_SEGMENT_MAX = 256
const REPLAY_POLL_MS = 20

/** Opens the recording of a user, with what its journal holds. */
export async function openRecording(
  context: RecordingContext,
  owned: OwnedStream,
  folder: string,
): Promise<Recording> {
  const { userId } = owned
  if (owned.isInherited) await detachWriter(folder)
  const opened = await context.replica.open(owned, folder)
  try {
    return await guardReplay(
      folder,
      () => replayJournal(context, owned, folder, opened),
      (reason) => context.log.error({ userId, reason, folder }, 'A journal was quarantined'),
    )
  } catch (error) {
    await opened.copy.close()
    throw error
  }
}

async function replayJournal(
  context: RecordingContext,
  owned: OwnedStream,
  folder: string,
  { copy, isRestored }: OpenedCopy,
): Promise<Recording> {
  const { log, nowMs } = context
  const { userId } = owned
  const replay = await readReplay(folder)
  if (replay.tornSegments.length > 0) {
    log.warn({ userId, segments: replay.tornSegments }, 'Journal segments have a torn end')
  }
  const replaying: ReplayPhase = { name: 'replay', segment: 0, records: [] }
  const state: RecordingState = {
    context,
    userId,
    owned,
    folder,
    streams: createStreams(),
    phase: replaying,
    settled: replay.settled,
    source: null,
    limits: createSessionLimits(context.pendingTotal),
    records: 0,
    firstSegment: 0,
    lastAtMs: 0,
    receivedMs: nowMs(),
    opened: 0,
  }
  const sessions = createSessionStates(state)
  const startTracker = () => createTracker({ opened: sessions.open, ended: sessions.end })
  const replayed = startTracker()
  try {
    await replay.run((record, segment) => {
      context.stopping.throwIfAborted()
      replaying.segment = segment
      replayRecord(state, sessions, replayed, record)
      return state.limits.isBehind() ? waitForStorage(state) : undefined
    })
  } catch (error) {
    sessions.stop()
    throw error
  }
  const journal = await openStateJournal(state, copy)
  const phase: JournalPhase = { name: 'journal', journal, recordsAtRotation: state.records }
  state.phase = phase
  for (const record of replaying.records) appendRecord(state, record)
  // With its head on disk, the segment is not one that the former owner could begin.
  if (owned.isInherited) await journal.sync()
  // Another server has recorded the user since: the recorder sends it all again, so that nothing of this
  // journal continues.
  const isOutdated = !isRestored && replay.epoch !== null && replay.epoch < owned.sinceEpoch
  if (isOutdated) {
    finish(state, replayed)
    for (const stream of state.streams.all()) stream.isOutdated = true
  } else sessions.begin()
  const tracker = isOutdated ? startTracker() : replayed

  function rotate(): void {
    phase.recordsAtRotation = state.records
    journal.rotate()
  }

  function settleStreams(): void {
    const now = nowMs()
    for (const stream of state.streams.all()) {
      const settled = findSettled(stream, sessions.neededNumber(stream, now))
      if (settled <= stream.settled) continue
      stream.settled = settled
      state.source?.settled?.(stream)
    }
  }

  /** Removes the journal's part that no open, waiting or resumable session needs. */
  function dropOldSegments(): void {
    const needed = sessions.neededFrom(nowMs())
    if (needed === undefined) return
    if (needed === null && state.records > phase.recordsAtRotation + USELESS_RECORDS_MAX) rotate()
    const first = needed ?? journal.segment()
    if (first <= state.firstSegment) return
    state.firstSegment = first
    journal.dropBefore(first).catch((error: unknown) => {
      log.warn({ err: error, userId }, 'Old journal segments could not be removed')
    })
  }

  async function abandon(): Promise<void> {
    sessions.stop()
    await journal.abandon()
  }

  return {
    userId,
    owned,
    abandon,
    stream(id) {
      const { streams } = state
      const place = streams.place(id)
      const known = place === null ? undefined : streams.at(place)
      if (known) return known
      // A new segment forgets the oldest streams.
      if (streams.all().length >= STREAMS_IN_SEGMENT_MAX) rotate()
      journal.append({ kind: 'stream', id })
      return streams.add(id)
    },
    streams: () => state.streams.all(),
    startAt(stream, firstNumber) {
      const isGap = firstNumber > stream.position + 1
      if (!isGap && !stream.isOutdated) return
      stream.isOutdated = false
      if (isGap && stream.position > 0) {
        const missing = { from: stream.position + 1, to: firstNumber - 1 }
        log.warn({ userId, ...missing }, 'A recorder no longer has some datagrams')
      }
      stream.position = firstNumber - 1
      stream.durable = stream.position
      stream.usedNumber = Math.min(stream.usedNumber, stream.position)
    },
    settleStreams,
    attach(source) {
      if (state.source && state.source !== source) state.source.replaced()
      state.source = source
    },
    detach(source) {
      if (state.source === source) state.source = null
    },
    push(stream, number, sentAtMs, bytes) {
      // Captures have this resolution, so that reading one gives the same session.
      const atMs = Math.round(sentAtMs * 1000) / 1000
      if (stream && number <= stream.position) return
      state.receivedMs = nowMs()
      const isAccepted = countDatagram(context.metrics, stream ? 'tcp' : 'udp', bytes)
      if (!isAccepted && !stream) return
      // Only the number of a rejected datagram is stored: the recorder need not send it again.
      const accepted = isAccepted ? bytes : new Uint8Array()
      const place = stream ? state.streams.place(stream.id) : null
      appendRecord(state, { kind: 'datagram', stream: place, number, atMs, bytes: accepted })
      const { opened } = state
      takeDatagram(state, sessions, tracker, { stream, number, atMs, bytes: accepted })
      // A session has segments of its own, except for its first datagram.
      if (state.opened > opened) rotate()
    },
    finish(endsSession) {
      if (endsSession || tracker.open.some(isEndedByGame)) finish(state, tracker)
    },
    tick() {
      const { changes } = tracker
      const atMs = state.lastAtMs + nowMs() - state.receivedMs
      tracker.tick(atMs)
      if (tracker.changes !== changes) appendRecord(state, { kind: 'tick', atMs })
      dropOldSegments()
      settleStreams()
    },
    pendingBytes: () => journal.pendingBytes(),
    waitMs: () => state.limits.waitMs(nowMs()),
    isBehind: () => state.limits.isBehind(),
    sync: () => journal.sync(),
    syncBoth: (withinMs) => journal.syncBoth(withinMs),
    settled: () => sessions.idle(),
    hasFailed: () => journal.hasFailed(),
    isIdle: () => !state.source && sessions.isIdle(nowMs()),
    async close() {
      sessions.stop()
      await sessions.idle()
      await journal.close()
    },
    async move() {
      state.source?.moved()
      context.roomDirectory.move(userId)
      await abandon()
    },
  }
}

function finish(state: RecordingState, tracker: Tracker): void {
  appendRecord(state, { kind: 'finish', atMs: state.lastAtMs })
  tracker.finish(state.lastAtMs)
}

function openStateJournal(state: RecordingState, copy: JournalCopy): Promise<Journal> {
  const { streams, folder, userId, context, owned } = state
  return openJournal({
    folder,
    copy,
    head() {
      streams.prune()
      return { kind: 'head', streams: streams.states(), epoch: owned.epoch }
    },
    onBatch() {
      const positions = streams.all().map((stream) => ({ stream, position: stream.position }))
      return (waitedMs) => {
        context.metrics.durableSeconds.observe(waitedMs / 1000)
        for (const { stream, position } of positions) stream.durable = position
        if (state.source?.stream) state.source.durable(state.source.stream.durable)
      }
    },
    onError(error) {
      context.log.error({ err: error, userId }, 'The journal can not be written')
      state.source?.failed()
    },
  })
}

/**
 * Returns the number up to which a stream is settled; `needed` is the first number that a session still
 * needs.
 */
function findSettled(stream: Stream, needed: number | null): number {
  const { durable, isFinished, usedNumber } = stream
  if (needed !== null) return Math.min(durable, needed - 1)
  if (isFinished) return durable
  return Math.min(durable, Math.max(usedNumber, durable - EARLY_DATAGRAMS))
}

/** Waits until sessions of the replay are stored, so that few are in memory at once. */
async function waitForStorage({ limits, context: { stopping } }: RecordingState): Promise<void> {
  while (limits.isBehind()) await wait(REPLAY_POLL_MS, null, { signal: stopping })
}

function isEndedByGame({ classifiedAtMs, endedByGameAtMs }: TrackedSession): boolean {
  return (classifiedAtMs ?? endedByGameAtMs) !== null
}
