import type { Channel } from '@pitboard/contract/comparison/packed-column'
import {
  type AlignedLap,
  gridCount,
  gridDistance,
  type LapGrid,
  nearestIndex,
  valueAt,
} from '../comparison/aligned-lap.ts'
import { cornerFigures } from '../comparison/corner-figures.ts'
import type { Corner } from '../comparison/find-corners.ts'
import { lapDelta } from '../comparison/lap-delta.ts'
import { type LapPhase, lapPhases } from '../comparison/lap-phases.ts'
import { student95 } from '../statistics/student.ts'
import type { Outline } from '../track/track-geometry.ts'

export interface CoachedLap extends AlignedLap {
  readonly throttlePercent: Channel
  readonly line: Outline
}

export interface CoachedSession {
  readonly id: string
  readonly laps: readonly CoachedLap[]
}

/** A habit is what a driver does differently from the reference in one corner on lap after lap. */
export type HabitCause = 'braking' | 'minimumSpeed' | 'line' | 'throttle'

const CAUSES = ['braking', 'minimumSpeed', 'line', 'throttle'] as const satisfies HabitCause[]

export interface CornerHabit {
  readonly corner: number
  readonly cause: HabitCause
  /**
   * It is the mean over all laps; `confidenceMs` is half of its 95 % confidence interval, which includes the
   * spread of the references.
   */
  readonly lostMs: number
  readonly confidenceMs: number
  /**
   * The unit depends on the cause: metres too early (braking), km/h too slow, metres beside the line, metres
   * too late (throttle).
   */
  readonly difference: number
  readonly laps: number
  /** Each session has its own mean loss; they are in the order in which they were passed. */
  readonly sessions: readonly { readonly id: string; readonly lostMs: number }[]
  /** Counts the sessions in which the habit cost time. */
  readonly costly: number
}

/** With fewer laps or sessions nobody can tell a habit from chance. */
export const HABIT_LAPS_MIN = 6
export const HABIT_SESSIONS_MIN = 3
/** A smaller loss is not worth training. */
const LOSS_MIN_MS = 60
/** A habit has to cost time in this share of the sessions. */
const COSTLY_SHARE = 0.75
/**
 * The loss and the difference must exceed their 95 % interval by these factors, because dozens of corners and
 * causes are examined and some would look significant by chance.
 */
const LOSS_INTERVALS = 1.25
/** A loss counts as a habit only where the driver also does something differently by at least this much. */
const DIFFERENCE_MIN = { braking: 8, minimumSpeed: 3, line: 1.5, throttle: 8 } as const
const DIFFERENCE_INTERVALS = 1.5
/**
 * Traces are not finer than this; without a minimum, a few laps that are equal by chance would prove
 * anything.
 */
const SPREAD_MIN = { braking: 2, minimumSpeed: 0.7, line: 0.2, throttle: 2 } as const
const LOSS_SPREAD_MIN_MS = 8

interface CoachedLaps {
  readonly sessions: readonly CoachedSession[]
  /** Several laps of one driver are needed, because a single lap may have been lucky anywhere. */
  readonly references: readonly CoachedLap[]
  readonly corners: readonly Corner[]
  readonly grid: LapGrid
}

/**
 * Finds where laps of several sessions lose time to those of a reference for the same reason again and again,
 * and puts the costliest habit first. Each phase of a corner has one cause at most. Returns an empty list
 * below `HABIT_LAPS_MIN` laps or `HABIT_SESSIONS_MIN` sessions.
 */
export function findHabits({ sessions, references, corners, grid }: CoachedLaps): CornerHabit[] {
  const measured = sessions.map(({ id, laps }) => ({
    id,
    laps: laps.map((lap) =>
      averageOf(references.map((reference) => measureLap(lap, { reference, corners, grid }))),
    ),
  }))
  const count = measured.reduce((sum, { laps }) => sum + laps.length, 0)
  if (count < HABIT_LAPS_MIN || sessions.length < HABIT_SESSIONS_MIN) return []
  const habits = corners.flatMap(({ number }) =>
    CAUSES.flatMap((cause) => judge(measured, references.length, number, cause) ?? []),
  )
  return habits
    .filter(
      ({ corner, cause }) =>
        cause !== 'minimumSpeed' ||
        !habits.some((other) => other.corner === corner && other.cause === 'line'),
    )
    .toSorted((a, b) => b.lostMs - a.lostMs)
}

/** The keys name the corner and the cause. */
type MeasuredLap = ReadonlyMap<string, { readonly lostMs: number; readonly difference: number }>

interface MeasuredSession {
  readonly id: string
  readonly laps: readonly MeasuredLap[]
}

function keyOf(corner: number, cause: HabitCause): string {
  return `${corner} ${cause}`
}

function measureLap(
  lap: CoachedLap,
  {
    reference,
    corners,
    grid,
  }: Omit<CoachedLaps, 'sessions' | 'references'> & {
    readonly reference: CoachedLap
  },
): MeasuredLap {
  const delta = lapDelta(lap.timeMs, reference.timeMs)
  const phases = lapPhases(lap, reference, corners, grid)
  const measured = new Map<string, { lostMs: number; difference: number }>()
  for (const corner of corners) {
    const [own, other] = [lap, reference].map((one) => cornerFigures(one, corners, corner, grid))
    if (!own || !other) continue
    const differences: Record<HabitCause, number | null> = {
      braking: minus(other.brakingM, own.brakingM),
      minimumSpeed: minus(other.minimumKmh, own.minimumKmh),
      line: besideLine(lap.line, reference.line, corner, grid),
      throttle: minus(
        throttleAt(lap, corners, corner, grid),
        throttleAt(reference, corners, corner, grid),
      ),
    }
    const around = whereItCosts(phases, corner)
    for (const cause of CAUSES) {
      const [fromM, toM] = around[cause]
      const lostMs = minus(valueAt(grid, delta, toM), valueAt(grid, delta, fromM))
      const difference = differences[cause]
      if (lostMs === null || difference === null) continue
      measured.set(keyOf(corner.number, cause), { lostMs, difference })
    }
  }
  return measured
}

/** Returns the means of what could be measured against the references. */
function averageOf(measured: readonly MeasuredLap[]): MeasuredLap {
  const [first, ...others] = measured
  if (!first) return new Map()
  const averages = new Map<string, { lostMs: number; difference: number }>()
  for (const [key, value] of first) {
    const all = [value, ...others.flatMap((each) => each.get(key) ?? [])]
    if (all.length < measured.length) continue
    averages.set(key, {
      lostMs: meanOf(all.map(({ lostMs }) => lostMs)),
      difference: meanOf(all.map(({ difference }) => difference)),
    })
  }
  return averages
}

/**
 * Braking costs time until the apex, the throttle from there until the next braking, and everything else in
 * both.
 */
function whereItCosts(
  phases: readonly LapPhase[],
  { number, apexM }: Corner,
): Record<HabitCause, readonly [fromM: number, toM: number]> {
  const own = phases.filter(({ corner }) => corner === number)
  const [beginM, endM] = [own.at(0)?.fromM ?? apexM, own.at(-1)?.toM ?? apexM]
  return {
    braking: [beginM, apexM],
    minimumSpeed: [beginM, endM],
    line: [beginM, endM],
    throttle: [apexM, endM],
  }
}

function minus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one - other
}

/** The pedal counts as pressed completely from this value on. */
const FULL_THROTTLE = 90

/**
 * Finds the distance after the apex at which the driver is on full throttle; null if that is only after the
 * next apex, or unknown.
 */
function throttleAt(
  { throttlePercent }: CoachedLap,
  corners: readonly Corner[],
  { number, apexM }: Corner,
  grid: LapGrid,
): number | null {
  const next = corners.find((other) => other.number > number)
  const from = nearestIndex(grid, apexM)
  const to = next ? nearestIndex(grid, next.apexM) : gridCount(grid) - 1
  for (let index = from; index <= to; index++) {
    const pedal = throttlePercent[index] ?? null
    if (pedal === null) return null
    if (pedal >= FULL_THROTTLE) return gridDistance(grid, index)
  }
  return null
}

/** Returns the metres to the left of the reference at the apex; they are negative to the right. */
function besideLine(
  line: Outline,
  reference: Outline,
  { apexM }: Corner,
  grid: LapGrid,
): number | null {
  const index = nearestIndex(grid, apexM)
  const [own, at, before, after] = [
    line[index],
    reference[index],
    reference[index - 1],
    reference[index + 1],
  ]
  if (!own || !at || !before || !after) return null
  const [alongX, alongZ] = [after[0] - before[0], after[1] - before[1]]
  const length = Math.hypot(alongX, alongZ)
  if (length === 0) return null
  return (alongX * (own[1] - at[1]) - alongZ * (own[0] - at[0])) / length
}

function judge(
  measured: readonly MeasuredSession[],
  references: number,
  corner: number,
  cause: HabitCause,
): CornerHabit | null {
  const known = measured.flatMap(({ id, laps }) => {
    const values = laps.flatMap((lap) => lap.get(keyOf(corner, cause)) ?? [])
    return values.length === 0 ? [] : [{ id, values }]
  })
  const all = known.flatMap(({ values }) => values)
  if (all.length < HABIT_LAPS_MIN || known.length < HABIT_SESSIONS_MIN) return null
  const loss = estimate(
    all.map(({ lostMs }) => lostMs),
    LOSS_SPREAD_MIN_MS,
    references,
  )
  const difference = estimate(
    all.map((value) => value.difference),
    SPREAD_MIN[cause],
    references,
  )
  // A driver may be beside the line on either side; all else counts in one direction.
  const apart = cause === 'line' ? Math.abs(difference.mean) : difference.mean
  const sessions = known.map(({ id, values }) => ({
    id,
    lostMs: meanOf(values.map(({ lostMs }) => lostMs)),
  }))
  const costly = sessions.filter(({ lostMs }) => lostMs > 0).length
  const isHabit =
    loss.mean >= LOSS_MIN_MS &&
    loss.mean >= LOSS_INTERVALS * loss.interval &&
    apart >= DIFFERENCE_MIN[cause] &&
    apart >= DIFFERENCE_INTERVALS * difference.interval &&
    costly >= COSTLY_SHARE * sessions.length
  if (!isHabit) return null
  return {
    corner,
    cause,
    lostMs: loss.mean,
    confidenceMs: loss.interval,
    difference: apart,
    laps: all.length,
    sessions,
    costly,
  }
}

/**
 * Returns the mean and half of its 95 % interval, which is wider because the references are some laps of a
 * driver who varies as much.
 */
function estimate(values: readonly number[], spreadMin: number, references: number) {
  const mean = meanOf(values)
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const spread = Math.max(Math.sqrt(squares / (values.length - 1)), spreadMin)
  const interval =
    student95(values.length - 1) * spread * Math.sqrt(1 / values.length + 1 / references)
  return { mean, interval }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
