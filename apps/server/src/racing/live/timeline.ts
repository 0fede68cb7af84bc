import type { LiveSession } from '@pitboard/contract/live/live'
import type { StateMessage } from '@pitboard/contract/live/live-protocol'
import type { Replay } from '@pitboard/contract/live/replay'
import { extendMarks, type TimelineMarks } from '@pitboard/contract/live/timeline-marks'

/** Short enough that its messages are read in no time, long enough that snapshots cost little. */
export const CHUNK_MS = 20_000

/** A session's messages in chunks that begin with a snapshot (docs/replays.md). */
export interface Timeline {
  /** Adds a state and the message that leads to it; null where the state is the same as before. */
  add(atMs: number, state: LiveSession, message: string | null): void
  /** What exists so far. */
  describe(version: string): Replay
  /** The number of the chunk that is being filled. */
  number(): number
  /** The chunk that is being filled, as JSON. */
  unfinished(): string
}

/** `onChunk` gets each chunk once it is complete. */
export function createTimeline(onChunk: (number: number, json: string) => void): Timeline {
  let marks: TimelineMarks = { laps: [], events: [] }
  let messages: string[] = []
  let number = 0
  let durationMs = 0
  let last: LiveSession | null = null

  const json = () => `{"messages":[${messages.join(',')}]}`

  function complete(): void {
    // Nothing came in all the time of this chunk.
    if (messages.length === 0 && last) messages.push(snapshotText(last, number * CHUNK_MS))
    onChunk(number, json())
    messages = []
    number += 1
  }

  return {
    add(atMs, state, message) {
      while (atMs >= (number + 1) * CHUNK_MS) complete()
      if (messages.length === 0) messages.push(snapshotText(state, atMs))
      else if (message !== null) messages.push(message)
      if (state !== last) marks = extendMarks(marks, atMs, state)
      last = state
      durationMs = atMs
    },
    describe: (version) => ({
      ...{ version, durationMs, chunkMs: CHUNK_MS, chunks: number + 1 },
      ...marks,
    }),
    number: () => number,
    unfinished: json,
  }
}

function snapshotText(state: LiveSession, atMs: number): string {
  const message: StateMessage = { t: 'snapshot', v: state.version, at: atMs, state }
  return JSON.stringify(message)
}
