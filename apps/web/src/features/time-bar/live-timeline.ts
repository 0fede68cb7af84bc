import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { LiveMessage, StateMessage } from '@pitboard/contract/live/live-protocol'
import type { Replay, ReplayChunk } from '@pitboard/contract/live/replay'
import { extendMarks, type TimelineMarks } from '@pitboard/analysis/live/timeline-marks'
import { createStore, type Store } from '../../state/store.ts'
import { createChunkRequests } from './chunk-requests.ts'
import type { Section, Timeline } from './timeline.ts'

/** A section is as long as a chunk of the server. */
const SECTION_MS = 20_000
/** A viewer that cannot follow gets one snapshot after the other. */
const INDEX_MS = 10_000
/** The server's timeline has no longer ones. */
const BREAK_MS = 60_000
/** The server sent these again and they may be needed once more. */
const FETCHED_MAX = 4

export interface LiveTimeline extends Timeline {
  readonly presentMs: () => number
  /**
   * Throws a `LiveGapError` for a message that does not follow. `isClockSet` says that the clock was set since the last
   * one.
   */
  readonly receive: (message: LiveMessage, isClockSet?: boolean) => void
  readonly marks: Pick<Store<TimelineMarks>, 'get' | 'subscribe'>
}

interface LiveTimelineParts {
  readonly readIndex: (id: string, signal: AbortSignal) => Promise<Replay>
  readonly readChunk: (
    id: string,
    version: string,
    number: number,
    signal: AbortSignal,
  ) => Promise<ReplayChunk>
  readonly now: () => number
  /** Returns how much of what was received stays in memory; the server has the rest. */
  readonly retainedMs: () => number
  /** It begins again, with another session or after a restart of the server. */
  readonly onReset: () => void
}

interface ReceivedSection extends Section {
  readonly messages: StateMessage[]
  /** It is null once the next section has begun, since it would hold memory. */
  latest: LiveSession | null
  endMs: number
}

const NO_MARKS: TimelineMarks = { laps: [], events: [] }

/**
 * Creates the timeline of a session that is being driven: what was received, and before that what the server has
 * stored.
 */
export function createLiveTimeline(parts: LiveTimelineParts): LiveTimeline {
  const { readIndex, readChunk, now, retainedMs, onReset } = parts
  const marks = createStore<TimelineMarks>(NO_MARKS)
  let state: LiveSession | null = null
  let received: ReceivedSection[] = []
  let index: Promise<Replay> | null = null
  let indexRequest = new AbortController()
  let isIndexed = false
  let indexedAtMs = 0
  let receivedAtMs = now()
  let startMs = 0
  let endMs = 0
  let offsetMs = Number.NEGATIVE_INFINITY
  const fetched = new Map<number, Section>()
  const requests = createChunkRequests(now)

  /** Another session, or the server has begun a new timeline. */
  function reset(): void {
    received = []
    fetched.clear()
    requests.abortAll()
    marks.set(NO_MARKS)
    startMs = 0
    endMs = 0
    offsetMs = Number.NEGATIVE_INFINITY
    onReset()
  }

  /** Loads the index again after each connection, because laps may have begun meanwhile. */
  function loadIndex(id: string): void {
    isIndexed = false
    indexedAtMs = now()
    indexRequest.abort()
    indexRequest = new AbortController()
    const loading = readIndex(id, indexRequest.signal)
    index = loading
    loading.then(
      (replay) => {
        if (index !== loading) return
        isIndexed = true
        startMs = replay.fromMs
        marks.set(replay)
      },
      () => undefined,
    )
  }

  function beginSection(message: Extract<StateMessage, { t: 'snapshot' }>): void {
    const last = received.at(-1)
    if (last && last.endMs === Number.POSITIVE_INFINITY) last.endMs = message.at
    if (last) last.latest = null
    const section: ReceivedSection = {
      fromMs: message.at,
      messages: [message],
      endMs: Number.POSITIVE_INFINITY,
      latest: message.state,
      untilMs: () => section.endMs,
    }
    received = [...received, section].filter((each) => each.endMs >= message.at - retainedMs())
  }

  function append(next: LiveSession, message: StateMessage): void {
    const last = received.at(-1)
    if (last && message.at < last.fromMs + SECTION_MS) {
      last.messages.push(message)
      last.latest = next
    } else beginSection({ t: 'snapshot', v: next.version, at: message.at, state: next })
  }

  async function findChunk(atMs: number) {
    const { version, chunkMs } = await (index ?? Promise.reject(new Error('No session')))
    return { version, chunkMs, number: Math.floor(atMs / chunkMs) }
  }

  async function readCurrentChunk(
    version: string,
    number: number,
    signal: AbortSignal,
  ): Promise<ReplayChunk> {
    try {
      if (!state) throw new Error('No session')
      return await readChunk(state.id, version, number, signal)
    } catch (error) {
      // It may have made room for others: the index says from when on there is something.
      const isOld = now() - indexedAtMs > INDEX_MS
      if (state && isOld && !signal.aborted) loadIndex(state.id)
      throw error
    }
  }

  async function fetchSection(atMs: number): Promise<Section> {
    const { version, chunkMs, number } = await findChunk(atMs)
    const known = fetched.get(number)
    if (known && atMs < known.untilMs()) return known
    const { messages } = await requests.fetch(number, (signal) =>
      readCurrentChunk(version, number, signal),
    )
    const nextMs = received.find(({ fromMs }) => fromMs > atMs)?.fromMs ?? Number.POSITIVE_INFINITY
    const untilMs = Math.min((number + 1) * chunkMs, nextMs)
    const section = { fromMs: number * chunkMs, untilMs: () => untilMs, messages }
    fetched.set(number, section)
    const oldest = fetched.keys().next().value
    if (fetched.size > FETCHED_MAX && oldest !== undefined) fetched.delete(oldest)
    return section
  }

  /** What was sought before is not waited for any more. */
  async function seekSection(atMs: number): Promise<Section> {
    const { number } = await findChunk(atMs)
    requests.abortFarFrom(number)
    return fetchSection(atMs)
  }

  async function prepareSection(atMs: number): Promise<void> {
    const { number } = await findChunk(atMs)
    if (requests.mayFetchAhead(number)) await fetchSection(atMs)
  }

  function find(atMs: number): Section | undefined {
    const isIn = ({ fromMs, untilMs }: Section) => atMs >= fromMs && atMs < untilMs()
    return received.find(isIn) ?? [...fetched.values()].find(isIn)
  }

  return {
    marks,
    startMs: () => startMs,
    endMs: () => endMs,
    presentMs: () => Math.max(endMs, now() + offsetMs),
    findSection: (atMs) => find(atMs) ?? seekSection(atMs),
    prepare(atMs) {
      // The newest part has no end.
      if (!find(atMs)) prepareSection(atMs).catch(() => undefined)
    },
    abort() {
      indexRequest.abort()
      requests.abortAll()
    },
    receive(message, isClockSet = false) {
      const next = applyMessage(state, message)
      if (message.t === 'snapshot') {
        // After a restart the server counts from the beginning again.
        const isSame = message.state.id === state?.id && message.v >= state.version
        if (!isSame) reset()
        const last = received.at(-1)
        // What came between is on the server.
        if (last) last.endMs = endMs + 1
        beginSection(message)
        if (!isSame || now() - indexedAtMs > INDEX_MS) loadIndex(message.state.id)
        // After a longer break the server's timeline may have gone on by less.
        if (isClockSet || now() - receivedAtMs > BREAK_MS) offsetMs = message.at - now()
      } else if (message.t === 'delta' && next) append(next, message)
      state = next
      receivedAtMs = now()
      if (!('at' in message)) return
      endMs = Math.max(endMs, message.at)
      offsetMs = Math.max(offsetMs, message.at - now())
      if (next && isIndexed) marks.set(extendMarks(marks.get(), message.at, next))
    },
  }
}
