import { itemAt } from '@pitboard/contract/wire/item-at'
import type { LiveSession } from '@pitboard/contract/live/live'

/** The car was there at a moment of a lap. */
export interface LapSample {
  readonly metres: number
  readonly timeMs: number
  readonly x: number
  readonly z: number
}

export interface RecordedLap {
  readonly lapMs: number
  readonly samples: readonly LapSample[]
}

export interface LapRecorder {
  readonly push: (session: LiveSession) => void
  /** Returns the fastest complete lap that was seen; null without one. */
  readonly best: () => RecordedLap | null
  readonly current: () => readonly LapSample[]
  /** Returns the part of the lap that was driven before it was followed; null if nothing is missing. */
  readonly missed: () => MissedPart | null
  /** Puts that part before what was seen; samples of what was seen already are left out. */
  readonly fill: (missed: MissedPart, samples: readonly LapSample[]) => void
}

export interface MissedPart {
  readonly sessionId: string
  readonly lapNum: number
  /** It is the time of the lap when it was first seen. */
  readonly untilMs: number
}

/**
 * A lap that was joined late, or has a gap, is not a reference. Parts that are out of sight follow every two seconds.
 */
const START_MAX_MS = 3_000
const GAP_MAX_MS = 3_000
/** The longest lap has fewer ticks. */
const SAMPLES_MAX = 4_000

/** Records the laps of a car that drives alone, as the page shows them. */
export function createLapRecorder(): LapRecorder {
  let sessionId = ''
  let lapNumber = 0
  let current: LapSample[] = []
  let isWhole = false
  let wasInvalid = false
  let best: RecordedLap | null = null

  function begin(timeMs: number): void {
    current = []
    isWhole = timeMs <= START_MAX_MS
  }

  return {
    best: () => best,
    current: () => current,
    missed() {
      const [first] = current
      if (!first || first.timeMs <= START_MAX_MS) return null
      return { sessionId, lapNum: lapNumber, untilMs: first.timeMs }
    },
    fill(missed, samples) {
      const earlier = samples.filter(({ timeMs }) => timeMs < missed.untilMs)
      const [first] = earlier
      const isSame = missed.sessionId === sessionId && missed.lapNum === lapNumber
      if (!isSame || !first || current[0]?.timeMs !== missed.untilMs) return
      current = [...earlier, ...current]
      isWhole = first.timeMs <= START_MAX_MS && !hasGap(current)
    },
    push({ id, drivers }) {
      const [driver] = drivers
      if (id !== sessionId) {
        sessionId = id
        best = null
        lapNumber = 0
        begin(Number.POSITIVE_INFINITY)
      }
      if (!driver) return
      const { currentLapTimeMs: timeMs, lapDistance: metres, livePosition, lastLapTimeMs } = driver
      if (driver.currentLapNumber !== lapNumber) {
        const isNext = driver.currentLapNumber === lapNumber + 1
        const isFaster = lastLapTimeMs !== null && lastLapTimeMs < (best?.lapMs ?? Infinity)
        if (isNext && isWhole && !wasInvalid && isFaster) {
          best = { lapMs: lastLapTimeMs, samples: current }
        }
        lapNumber = driver.currentLapNumber
        begin(timeMs ?? Number.POSITIVE_INFINITY)
      }
      wasInvalid = driver.currentLapInvalid
      if (timeMs === null || metres === null || !livePosition || metres < 0) return
      const last = current.at(-1)
      // After a flashback, what was driven since does not count.
      if (last && timeMs < last.timeMs) current = current.filter((each) => each.timeMs < timeMs)
      if (last && timeMs > last.timeMs + GAP_MAX_MS) isWhole = false
      if (last?.timeMs === timeMs || current.length >= SAMPLES_MAX) return
      current.push({ metres, timeMs, x: livePosition.x, z: livePosition.z })
    },
  }
}

function hasGap(samples: readonly LapSample[]): boolean {
  return samples.some(({ timeMs }, place) => {
    const before = samples[place - 1]
    return before !== undefined && timeMs > before.timeMs + GAP_MAX_MS
  })
}

/** Returns the place of the reference lap at a time of the lap; null before it begins and after its end. */
export function placeAtTime(
  { samples, lapMs }: RecordedLap,
  timeMs: number,
): { readonly x: number; readonly z: number } | null {
  if (timeMs > lapMs) return null
  const next = samples.findIndex((sample) => sample.timeMs >= timeMs)
  const [before, after] = [samples[next - 1], samples[next]]
  if (!before || !after) return null
  const share = (timeMs - before.timeMs) / (after.timeMs - before.timeMs)
  return { x: before.x + (after.x - before.x) * share, z: before.z + (after.z - before.z) * share }
}

export interface DeltaPoint {
  readonly metres: number
  /** It is positive where the lap is slower than the reference. */
  readonly deltaMs: number
}

/** Compares the running lap with the reference at the same places of the track. */
export function deltasTo(
  { samples }: RecordedLap,
  lap: readonly LapSample[],
): readonly DeltaPoint[] {
  const points: DeltaPoint[] = []
  let next = 1
  for (const { metres, timeMs } of lap) {
    while (next < samples.length - 1 && itemAt(samples, next).metres < metres) next++
    const [before, after] = [samples[next - 1], samples[next]]
    if (!before || !after || metres < before.metres || metres > after.metres) continue
    const share = (metres - before.metres) / Math.max(0.001, after.metres - before.metres)
    const referenceMs = before.timeMs + (after.timeMs - before.timeMs) * share
    points.push({ metres, deltaMs: timeMs - referenceMs })
  }
  return points
}
