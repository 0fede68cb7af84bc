import {
  type AlignedLap,
  gridCount,
  gridDistance,
  type LapGrid,
  valueAt,
} from '@pitboard/analysis/comparison/aligned-lap'
import { type Corner, findCorners } from '@pitboard/analysis/comparison/find-corners'
import { speedOfTimes } from '@pitboard/analysis/comparison/speed-of-times'
import { lapDelta } from '@pitboard/analysis/comparison/lap-delta'
import type { ComparedLap, LapComparison } from '@pitboard/contract/comparison/lap-comparison'
import { type LapReference, writeLapReference } from '@pitboard/contract/comparison/lap-reference'
import type { LapDetails } from '@pitboard/contract/traces/lap-traces'
import {
  type Channel,
  CHANNEL_PACKING,
  unpackColumn,
} from '@pitboard/contract/comparison/packed-column'
import { knownShare, type Outline } from '@pitboard/analysis/track/track-geometry'
import {
  ofEachChannel,
  TRACE_CHANNELS,
  type TraceChannel,
} from '@pitboard/contract/traces/trace-channels'

const STEP_M = 5

/** Each lap of a comparison has a hue and a line of its own. The first is the reference. */
export const LAP_LOOKS = [
  { number: 1, colour: 'var(--color-lap-1)', dash: [] },
  { number: 2, colour: 'var(--color-lap-2)', dash: [] },
  { number: 3, colour: 'var(--color-lap-3)', dash: [9, 4] },
  { number: 4, colour: 'var(--color-lap-4)', dash: [3, 3] },
] as const satisfies readonly LapLook[]

export interface LapLook {
  /** It is the place among the laps of the address: laps without a trace have one too. */
  readonly number: number | 'T'
  readonly colour: string
  readonly dash: readonly number[]
}

export interface ShownLap extends LapLook {
  readonly reference: LapReference
  /** The address names the lap by this key. */
  readonly key: string
  readonly details: LapDetails
  /** The speed is worked out from the times where the game did not send it. */
  readonly channels: Readonly<Record<TraceChannel, Channel | null>>
  readonly aligned: AlignedLap
  /** It is the time lost to the reference, in ms. */
  readonly deltaMs: Channel
}

export interface ShownComparison {
  readonly grid: LapGrid
  /** The reference comes first. */
  readonly laps: readonly [ShownLap, ...ShownLap[]]
  readonly corners: readonly Corner[]
  /** It is the line of the lap with the most known positions, without the point at the end of the lap. */
  readonly outline: Outline
}

/** Returns the laps with a trace on the grid of the first one; null without any. */
export function showComparison({ laps }: LapComparison): ShownComparison | null {
  const ready = laps.flatMap((lap, index) => {
    const look = LAP_LOOKS[index]
    return look && lap.details && lap.columns && lap.lengthM !== null
      ? [{ lap, look, details: lap.details, columns: lap.columns, lengthM: lap.lengthM }]
      : []
  })
  const [first] = ready
  if (!first) return null
  const grid = { stepM: STEP_M, lengthM: first.lengthM }
  const aligned = ready.map(({ lap, look, details, columns, lengthM }) => {
    const channels = channelsOn(grid, columns, lengthM)
    return {
      ...look,
      reference: referenceOf(lap),
      key: keyOf(lap),
      details,
      channels,
      aligned: {
        timeMs: channels.timeMs ?? unknown(grid),
        speedKmh: channels.speedKmh ?? unknown(grid),
        brakePercent: channels.brakePercent ?? unknown(grid),
      },
    }
  })
  const shown = aligned.map((lap) => ({
    ...lap,
    deltaMs: lapDelta(lap.aligned.timeMs, aligned[0]?.aligned.timeMs ?? []),
  }))
  const [reference, ...others] = shown
  if (!reference) return null
  const line = mostCompleteLine(shown.map(({ channels }) => lineOf(channels, grid)))
  return {
    grid,
    laps: [reference, ...others],
    corners: findCorners(line, grid),
    outline: line.slice(0, -1),
  }
}

/** Returns the channels of a lap of this length on the grid of another one. */
export function channelsOn(
  grid: LapGrid,
  columns: NonNullable<ComparedLap['columns']>,
  lengthM: number,
): ShownLap['channels'] {
  const sent = alignChannels(columns, { stepM: STEP_M, lengthM }, grid)
  const speedKmh = sent.speedKmh ?? (sent.timeMs && speedOfTimes(sent.timeMs, grid))
  return { ...sent, speedKmh }
}

export function referenceOf({ sessionId, driverIdx, lapNum }: ComparedLap): LapReference {
  return { sessionId, driverIdx, lap: lapNum }
}

export function keyOf(lap: ComparedLap): string {
  return writeLapReference(referenceOf(lap))
}

/** Years of the game may measure a track differently by some metres: the same share of the lap is compared. */
function alignChannels(
  columns: NonNullable<ComparedLap['columns']>,
  own: LapGrid,
  grid: LapGrid,
): ShownLap['channels'] {
  const read = (channel: TraceChannel): Channel | null => {
    const packed = columns[channel]
    if (packed === null) return null
    const { resolution, interpolation } = TRACE_CHANNELS[channel]
    const values = unpackColumn(packed, resolution, CHANNEL_PACKING[channel])
    if (own.lengthM === grid.lengthM) return values
    return Array.from({ length: gridCount(grid) }, (_, index) => {
      const distanceM = (gridDistance(grid, index) / grid.lengthM) * own.lengthM
      return interpolation === 'held'
        ? (values[Math.floor(distanceM / own.stepM)] ?? null)
        : valueAt(own, values, distanceM)
    })
  }
  return ofEachChannel(read)
}

function unknown(grid: LapGrid): Channel {
  return Array.from({ length: gridCount(grid) }, () => null)
}

function lineOf({ positionXM, positionZM }: ShownLap['channels'], grid: LapGrid): Outline {
  return unknown(grid).map((_, index) => {
    const [x, z] = [positionXM?.[index] ?? null, positionZM?.[index] ?? null]
    return x === null || z === null ? null : [x, z]
  })
}

function mostCompleteLine(lines: readonly Outline[]): Outline {
  return lines.reduce((best, line) => (knownShare(line) > knownShare(best) ? line : best))
}
