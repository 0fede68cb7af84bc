import type { CoachedLap, CoachedSession } from '@pitboard/analysis/coaching/corner-habits'
import type { LapGrid } from '@pitboard/analysis/comparison/aligned-lap'
import type { Corner } from '@pitboard/analysis/comparison/find-corners'
import type { LapComparison } from '@pitboard/contract/comparison/lap-comparison'
import {
  COMPARED_LAPS_MAX,
  writeLapReference,
  writeLapReferences,
} from '@pitboard/contract/comparison/lap-reference'
import type { LapCategory } from '@pitboard/contract/records/lap-category'
import { ownLaps, type TrainingLap, type TrainingLaps } from '@pitboard/contract/records/records'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type ShownLap, showComparison } from '../compare/compared/compared-laps.ts'

/** `against` is the id of a user; null stands for who holds the record. */
export function trainingLaps(category: LapCategory, against: string | null) {
  return queryOptions({
    queryKey: ['sessions', 'own', 'training', category, against],
    queryFn: ({ signal }) =>
      call(ownLaps.training, {
        query: { ...category, ...(against !== null && { against }) },
        signal,
      }),
  })
}

export function keyOf({ sessionId, driverIdx, lapNum: lap }: TrainingLap): string {
  return writeLapReference({ sessionId, driverIdx, lap })
}

/** Leaves out own laps that are the references themselves. */
export function judgedLaps({ laps, references }: TrainingLaps): TrainingLap[] {
  const taken = new Set(references.map(keyOf))
  return laps.filter((lap) => !taken.has(keyOf(lap)))
}

/** Returns comparisons in which each lap is once, all of them with the first reference, so that they share its grid. */
export function comparisonsFor(training: TrainingLaps): string[] {
  const [first, ...others] = [...training.references, ...judgedLaps(training)].map(
    ({ sessionId, driverIdx, lapNum: lap }) => ({ sessionId, driverIdx, lap }),
  )
  if (!first) return []
  const size = COMPARED_LAPS_MAX - 1
  return Array.from({ length: Math.ceil(others.length / size) }, (_, index) =>
    writeLapReferences([first, ...others.slice(index * size, (index + 1) * size)]),
  )
}

export interface CoachedTraces {
  readonly sessions: readonly CoachedSession[]
  readonly references: readonly CoachedLap[]
  readonly corners: readonly Corner[]
  readonly grid: LapGrid
}

/** Puts the traces of all comparisons together; null where none can be read. */
export function joinTraces(
  training: TrainingLaps,
  comparisons: readonly LapComparison[],
): CoachedTraces | null {
  const shown = comparisons.flatMap((comparison) => showComparison(comparison) ?? [])
  const [first] = shown
  if (!first) return null
  const traces = new Map(
    shown.flatMap(({ laps }) => laps.map((lap) => [lap.key, toCoached(lap)] as const)),
  )
  const traceOf = (lap: TrainingLap) => traces.get(keyOf(lap)) ?? []
  const sessions = [...Map.groupBy(judgedLaps(training), ({ sessionId }) => sessionId)].map(
    ([id, laps]) => ({ id, laps: laps.flatMap(traceOf) }),
  )
  return {
    sessions: sessions.filter(({ laps }) => laps.length > 0),
    references: training.references.flatMap(traceOf),
    corners: first.corners,
    grid: first.grid,
  }
}

function toCoached({ aligned, channels }: ShownLap): CoachedLap {
  const { positionXM, positionZM, throttlePercent } = channels
  return {
    ...aligned,
    throttlePercent: throttlePercent ?? aligned.timeMs.map(() => null),
    line: aligned.timeMs.map((_, index) => {
      const [x, z] = [positionXM?.[index] ?? null, positionZM?.[index] ?? null]
      return x === null || z === null ? null : ([x, z] as const)
    }),
  }
}
