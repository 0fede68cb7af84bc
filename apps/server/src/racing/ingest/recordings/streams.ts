import type { StreamSession, StreamState } from '../journal/journal-record.ts'

/** A user may have replaced or lost spools: the oldest streams are forgotten beyond this. */
const STREAMS_MAX = 64
const SESSIONS_MAX = 32

export interface Stream {
  readonly id: string
  position: number
  durable: number
  lastAtMs: number
  /** It is the last number that a session has used. */
  usedNumber: number
  /** No session needs the datagrams up to this number. */
  settled: number
  /** Another server had the stream in between. */
  isOutdated: boolean
  /** The recorder sends nothing more. */
  isFinished: boolean
  readonly sessions: Map<string, StreamSession>
}

/** The streams of one user are in the order in which the journal counts them. */
export interface Streams {
  at(place: number): Stream | undefined
  place(id: string): number | null
  add(id: string): Stream
  states(): StreamState[]
  /** Returns to what a segment's head says; the streams keep their identity. */
  restore(states: readonly StreamState[]): void
  /** Forgets the oldest streams. Places move, so that this is possible only at the start of a segment. */
  prune(): void
  noteSession(stream: Stream, session: StreamSession): void
  all(): readonly Stream[]
}

export function createStreams(): Streams {
  let streams: Stream[] = []

  function place(id: string): number | null {
    const found = streams.findIndex((stream) => stream.id === id)
    return found === -1 ? null : found
  }

  return {
    at: (at) => streams[at],
    place,
    add(id) {
      const stream = createStream(id)
      streams.push(stream)
      return stream
    },
    states: () =>
      streams.map(({ id, position, lastAtMs, sessions }) => {
        return { id, position, lastAtMs, sessions: [...sessions.values()] }
      }),
    restore(states) {
      streams = states.map(({ id, position, lastAtMs, sessions }) => {
        const stream = streams.find((known) => known.id === id) ?? createStream(id)
        for (const session of sessions) stream.sessions.set(session.id, session)
        return Object.assign(stream, { position, durable: position, lastAtMs })
      })
    },
    prune() {
      if (streams.length <= STREAMS_MAX) return
      const newest = streams
        .toSorted((a, b) => (b.lastAtMs || Number.MAX_VALUE) - (a.lastAtMs || Number.MAX_VALUE))
        .slice(0, STREAMS_MAX)
      streams = streams.filter((stream) => newest.includes(stream))
    },
    noteSession(stream, session) {
      stream.sessions.set(session.id, session)
      const oldest = stream.sessions.keys().next().value
      if (stream.sessions.size > SESSIONS_MAX && oldest) stream.sessions.delete(oldest)
    },
    all: () => streams,
  }
}

function createStream(id: string): Stream {
  return {
    id,
    position: 0,
    durable: 0,
    lastAtMs: 0,
    usedNumber: 0,
    settled: 0,
    isOutdated: false,
    isFinished: false,
    sessions: new Map(),
  }
}
