import type { Driver } from '@pitboard/contract/sessions/driver'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Replay, ReplayChunk } from '@pitboard/contract/live/replay'
import type { LapTrace } from '@pitboard/contract/traces/lap-traces'
import {
  createLapRecorder,
  type LapRecorder,
  type LapSample,
  type RecordedLap,
} from './lap-recorder.ts'

export interface LapTime {
  readonly lapNum: number
  readonly lapMs: number
}

/** Returns the fastest lap that counts; null without one. */
export function bestLapOf({ lapTimes }: Pick<Driver, 'lapTimes'>): LapTime | null {
  let best: LapTime | null = null
  for (const [place, { lapTime, invalidLap }] of lapTimes.entries()) {
    if (lapTime === null || invalidLap || lapTime >= (best?.lapMs ?? Infinity)) continue
    best = { lapNum: place + 1, lapMs: lapTime }
  }
  return best
}

/** A lap is in few parts of a timeline, unless the game stood still in it: then it is no reference. */
const CHUNKS_MAX = 20

type StoredIndex = Pick<Replay, 'laps' | 'chunkMs' | 'chunks' | 'durationMs'>
type ReadChunk = (number: number) => Promise<ReplayChunk>

/** Returns a lap of a running session from what the server has stored of it; null where it is not whole. */
export async function readStoredLap(
  index: StoredIndex,
  { lapNum, lapMs }: LapTime,
  readChunk: ReadChunk,
): Promise<RecordedLap | null> {
  const recorder = await recordStored(index, lapNum, readChunk)
  const lap = recorder?.best() ?? null
  return lap?.lapMs === lapMs ? lap : null
}

/** Returns what the server has stored of a lap that is still driven. */
export async function readRunningLap(
  index: StoredIndex,
  lapNum: number,
  readChunk: ReadChunk,
): Promise<readonly LapSample[]> {
  const recorder = await recordStored(index, lapNum, readChunk)
  return recorder?.current() ?? []
}

/** Drives a lap again, from the part of the timeline in which it begins to that in which it ends. */
async function recordStored(
  { laps, chunkMs, chunks, durationMs }: StoredIndex,
  lapNum: number,
  readChunk: ReadChunk,
): Promise<LapRecorder | null> {
  const beganMs = laps.find((lap) => lap.lapNum === lapNum)?.atMs
  if (beganMs === undefined) return null
  const endedMs = laps.find((lap) => lap.lapNum === lapNum + 1)?.atMs ?? durationMs
  const first = Math.floor(beganMs / chunkMs)
  const last = Math.min(Math.floor(endedMs / chunkMs), chunks - 1)
  if (last - first >= CHUNKS_MAX) return null
  const recorder = createLapRecorder()
  let state: LiveSession | null = null
  for (let number = first; number <= last; number++) {
    const { messages } = await readChunk(number)
    for (const message of messages) {
      state = applyMessage(state, message)
      if (state) recorder.push(state)
    }
  }
  return recorder
}

/** Returns the lap of a trace; null where its way on the track is unknown. */
export function lapOfTrace({ lapTimeMs, distanceM, channels }: LapTrace): RecordedLap | null {
  const { timeMs: times, positionXM, positionZM } = channels
  if (lapTimeMs === null || !times || !positionXM || !positionZM) return null
  const samples = distanceM.flatMap((metres, place) => {
    const [timeMs, x, z] = [times, positionXM, positionZM].map((column) => column[place] ?? null)
    const isKnown = typeof timeMs === 'number' && typeof x === 'number' && typeof z === 'number'
    return isKnown ? [{ metres, timeMs, x, z }] : []
  })
  return samples.length > 1 ? { lapMs: lapTimeMs, samples } : null
}
