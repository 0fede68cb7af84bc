import type { LiveSession } from '@pitboard/contract/live/live'
import type { StateMessage } from '@pitboard/contract/live/live-protocol'
import type { Replay } from '@pitboard/contract/live/replay'
import { extendMarks, type TimelineMarks } from '@pitboard/analysis/live/timeline-marks'

/** A chunk is short enough to read its messages in no time, and long enough that snapshots cost little. */
export const CHUNK_MS = 20_000

/** A timeline has a session's messages in chunks that begin with a snapshot (docs/replays.md). */
interface Timeline {
  /** Adds a state and the message that leads to it, which is null where the state is the same as before. */
  add(atMs: number, state: LiveSession, message: string | null): void
  /** Notes that nothing is received until the next state, which then does not follow from the last one. */
  interrupt(): void
  /** Returns what exists so far, from a chunk on. */
  describe(version: string, firstChunk?: number): Replay
  /** Returns the newest state and the last moment. */
  newest(): { readonly state: LiveSession; readonly atMs: number } | null
  marks(): TimelineMarks
  /** Returns the number of the chunk that is being filled. */
  number(): number
  /** Returns the chunk that is being filled, as JSON. */
  unfinished(): string
}

/** The progress says how far a timeline has come. */
export interface TimelineProgress {
  readonly marks: TimelineMarks
  /** It is the number of the chunk that is being filled; `messages` are its messages. */
  readonly number: number
  readonly messages: readonly string[]
  readonly durationMs: number
  readonly last: LiveSession | null
}

const BEGINNING: TimelineProgress = {
  marks: { laps: [], events: [] },
  number: 0,
  messages: [],
  durationMs: 0,
  last: null,
}

interface TimelineHandlers {
  /** It is called when a chunk is complete. */
  readonly onChunk: (number: number, json: string) => void
  readonly onMessage?: (number: number, text: string) => void
}

/** Begins a timeline, or continues one. */
export function createTimeline(
  { onChunk, onMessage }: TimelineHandlers,
  progress: TimelineProgress = BEGINNING,
): Timeline {
  let { marks, number, durationMs, last } = progress
  let messages = [...progress.messages]
  let isInterrupted = false

  const json = () => `{"messages":[${messages.join(',')}]}`

  function push(text: string): void {
    messages.push(text)
    onMessage?.(number, text)
  }

  /**
   * Begins a chunk with a snapshot, so that every moment of a chunk can be shown without the chunk before.
   */
  function beginChunk(): void {
    if (messages.length === 0 && last) push(snapshotText(last, number * CHUNK_MS))
  }

  function complete(): void {
    beginChunk()
    onChunk(number, json())
    messages = []
    number += 1
  }

  return {
    add(atMs, state, message) {
      while (atMs >= (number + 1) * CHUNK_MS) complete()
      beginChunk()
      if (messages.length === 0 || isInterrupted) push(snapshotText(state, atMs))
      else if (message !== null) push(message)
      if (state !== last) marks = extendMarks(marks, atMs, state)
      isInterrupted = false
      last = state
      durationMs = atMs
    },
    interrupt() {
      if (!last) return
      last = { ...last, receiving: false, version: last.version + 1 }
      push(snapshotText(last, durationMs))
      isInterrupted = true
    },
    describe: (version, firstChunk = 0) => ({
      version,
      durationMs,
      fromMs: firstChunk * CHUNK_MS,
      chunkMs: CHUNK_MS,
      chunks: number + 1,
      ...marksFrom(marks, firstChunk * CHUNK_MS),
    }),
    newest: () => last && { state: last, atMs: durationMs },
    marks: () => marks,
    number: () => number,
    unfinished: json,
  }
}

/** Returns the marks from a moment on. The lap that was under way then counts as begun at that moment. */
function marksFrom({ laps, events }: TimelineMarks, fromMs: number): TimelineMarks {
  if (fromMs === 0) return { laps, events }
  const underWay = laps.findLast(({ atMs }) => atMs < fromMs)
  const later = laps.filter(({ atMs }) => atMs >= fromMs)
  return {
    laps: underWay ? [{ ...underWay, atMs: fromMs }, ...later] : later,
    events: events.filter(({ atMs }) => atMs >= fromMs),
  }
}

function snapshotText(state: LiveSession, atMs: number): string {
  const message: StateMessage = { t: 'snapshot', v: state.version, at: atMs, state }
  return JSON.stringify(message)
}
