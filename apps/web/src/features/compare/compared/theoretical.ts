import { lapDelta } from '@pitboard/analysis/comparison/lap-delta'
import { joinChannel, joinQuickestParts } from '@pitboard/analysis/comparison/theoretical-lap'
import type { LapGrid } from '@pitboard/analysis/comparison/aligned-lap'
import type { LapComparison } from '@pitboard/contract/comparison/lap-comparison'
import { COMPARED_LAPS_MAX, writeLapReference } from '@pitboard/contract/comparison/lap-reference'
import type { Channel } from '@pitboard/contract/comparison/packed-column'
import { MINI_SECTORS } from '@pitboard/contract/live/mini-sectors'
import type { LapFlag, SessionLaps } from '@pitboard/contract/traces/lap-traces'
import { ofEachChannel, type TraceChannel } from '@pitboard/contract/traces/trace-channels'
import { channelsOn, type LapLook, type ShownLap } from './compared-laps.ts'

export const THEORETICAL_LOOK = {
  number: 'T',
  colour: 'var(--color-personal-best)',
  dash: [2, 3],
} as const satisfies LapLook

/** It has the quickest parts of a driver's laps as one lap, which is drawn beside the laps that were driven. */
export interface ShownTheoretical {
  readonly lapTimeMs: number
  readonly deltaMs: Channel
  readonly channels: Readonly<Record<TraceChannel, Channel | null>>
  /** Counts how many parts come from a lap, most first. */
  readonly sources: readonly { readonly lapNum: number; readonly parts: number }[]
}

/** It is undefined while it is being fetched, and null where the driver has not driven two laps that can be joined. */
export type Theoretical = ShownTheoretical | null | undefined

/** No such lap is driven from the line to the line at racing speed. */
const UNFIT: readonly LapFlag[] = ['outLap', 'inLap', 'standingStart', 'gaps']

/** Names the quickest laps of the driver of a lap in its session: those from which a theoretical lap can be joined. */
export function theoreticalSources({ drivers }: SessionLaps, lap: ShownLap): string[] {
  const { sessionId, driverIdx } = lap.reference
  return (drivers.find((driver) => driver.driverIdx === driverIdx)?.laps ?? [])
    .flatMap(({ lapNum, lapTimeMs, isValid, hasTrace, flags }) => {
      const isFit = isValid && hasTrace && !flags.some((flag) => UNFIT.includes(flag))
      return isFit && lapTimeMs !== null ? [{ lapNum, lapTimeMs }] : []
    })
    .toSorted((a, b) => a.lapTimeMs - b.lapTimeMs)
    .slice(0, COMPARED_LAPS_MAX)
    .map(({ lapNum }) => writeLapReference({ sessionId, driverIdx, lap: lapNum }))
}

/** Joins the laps of an answer in as many parts as the live page has mini-sectors; null where they do not make a lap. */
export function showTheoretical(
  { laps }: LapComparison,
  grid: LapGrid,
  reference: ShownLap,
): ShownTheoretical | null {
  const sources = laps.flatMap(({ lapNum, columns, lengthM }) =>
    columns && lengthM !== null ? [{ lapNum, channels: channelsOn(grid, columns, lengthM) }] : [],
  )
  const times = sources.map(({ channels }) => channels.timeMs ?? [])
  if (times.length < 2) return null
  const lap = joinQuickestParts(times, grid, MINI_SECTORS)
  if (lap === null) return null
  const read = (channel: TraceChannel) =>
    joinChannel(
      sources.map(({ channels }) => channels[channel]),
      lap,
    )
  return {
    lapTimeMs: lap.lapTimeMs,
    deltaMs: lapDelta(lap.timeMs, reference.aligned.timeMs),
    channels: { ...ofEachChannel(read), timeMs: lap.timeMs },
    sources: sources
      .map(({ lapNum }, index) => ({
        lapNum,
        parts: lap.parts.filter(({ source }) => source === index).length,
      }))
      .filter(({ parts }) => parts > 0)
      .toSorted((a, b) => b.parts - a.parts),
  }
}
