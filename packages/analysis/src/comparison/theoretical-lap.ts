import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Channel } from '@pitboard/contract/comparison/packed-column'
import { gridCount, type LapGrid } from './aligned-lap.ts'

/** One part of a theoretical lap, from one point of the grid to another. */
interface LapPart {
  readonly first: number
  readonly last: number
  /** The part comes from this lap, counted from 0. */
  readonly source: number
}

/** The quickest parts of several laps of one driver, joined to a lap that nobody has driven. */
export interface TheoreticalLap {
  /** Time counts from the start of the lap, as in every lap. */
  readonly timeMs: Channel
  readonly lapTimeMs: number
  readonly parts: readonly LapPart[]
}

/**
 * Joins the quickest of equally long parts. A part counts only where the lap is known at both of its ends; returns
 * null if a part is known of no lap.
 */
export function joinQuickestParts(
  times: readonly Channel[],
  grid: LapGrid,
  count: number,
): TheoreticalLap | null {
  const end = gridCount(grid) - 1
  const edges = Array.from({ length: count + 1 }, (_, index) => Math.round((index / count) * end))
  const timeMs: (number | null)[] = [0]
  const parts: LapPart[] = []
  let lapTimeMs = 0
  for (const [index, first] of edges.slice(0, -1).entries()) {
    const last = itemAt(edges, index + 1)
    let best: {
      readonly source: number
      readonly fromMs: number
      readonly spentMs: number
    } | null = null
    for (const [source, channel] of times.entries()) {
      const [fromMs, toMs] = [channel[first] ?? null, channel[last] ?? null]
      if (fromMs === null || toMs === null) continue
      const spentMs = toMs - fromMs
      if (best === null || spentMs < best.spentMs) best = { source, fromMs, spentMs }
    }
    if (best === null) return null
    const channel = itemAt(times, best.source)
    for (let at = first + 1; at <= last; at++) {
      const ms = channel[at] ?? null
      timeMs.push(ms === null ? null : lapTimeMs + ms - best.fromMs)
    }
    lapTimeMs += best.spentMs
    parts.push({ first, last, source: best.source })
  }
  return { timeMs, lapTimeMs, parts }
}

/** Joins another channel of the same laps in the same parts; returns null where no lap has it. */
export function joinChannel(
  channels: readonly (Channel | null)[],
  { parts }: Pick<TheoreticalLap, 'parts'>,
): Channel | null {
  if (channels.every((channel) => channel === null)) return null
  const [begin] = parts
  const joined: (number | null)[] = [begin ? (channels[begin.source]?.[0] ?? null) : null]
  for (const { first, last, source } of parts) {
    for (let at = first + 1; at <= last; at++) joined.push(channels[source]?.[at] ?? null)
  }
  return joined
}
