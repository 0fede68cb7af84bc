import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import { lapEndsOf, lastLapOf } from '@pitboard/analysis/laps/lap-ends'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'

/** The line has a value for each lap, lap 0 being the start; null without a value. */
export interface LapLine {
  readonly driverIdx: number
  readonly values: readonly (number | null)[]
}

type Driven = Pick<SessionDetail, 'drivers'>

/**
 * Returns the order in which the cars ended each lap. A lap that somebody ended at an unknown time has no order that
 * could be determined.
 */
export function positionLines({ drivers }: Driven): LapLine[] {
  const ends = drivers.map(lapEndsOf)
  const laps = Array.from({ length: lastLapOf({ drivers }) }, (_, index) =>
    orderAt(drivers, ends, index),
  )
  return drivers.map(({ driverIdx, startingPosition }, place) => ({
    driverIdx,
    values: [startingPosition || null, ...laps.map((order) => order[place] ?? null)],
  }))
}

/** Returns the position of each driver who completed the lap; the keys are the drivers' places in the list. */
function orderAt(
  drivers: readonly Driver[],
  ends: readonly (readonly (number | null)[])[],
  index: number,
): (number | undefined)[] {
  const there: { readonly place: number; readonly endMs: number }[] = []
  const positions: (number | undefined)[] = []
  for (const [place, driver] of drivers.entries()) {
    if (completedLapsOf(driver) <= index) continue
    const endMs = ends[place]?.[index] ?? null
    if (endMs === null) return positions
    there.push({ place, endMs })
  }
  there.sort((a, b) => a.endMs - b.endMs)
  for (const [rank, { place }] of there.entries()) positions[place] = rank + 1
  return positions
}

/** Returns how far behind the chosen driver each ended a lap, in milliseconds; less than 0 is ahead. */
export function traceLines({ drivers }: Driven, againstIdx: number): LapLine[] {
  const against = drivers.find(({ driverIdx }) => driverIdx === againstIdx)
  const base = against ? lapEndsOf(against) : []
  return drivers.map((driver) => ({
    driverIdx: driver.driverIdx,
    values: [
      null,
      ...lapEndsOf(driver).map((endMs, index) => {
        const baseMs = base[index] ?? null
        return endMs === null || baseMs === null ? null : endMs - baseMs
      }),
    ],
  }))
}

/** Returns lap times in milliseconds. */
export function lapTimeLines({ drivers }: Driven): LapLine[] {
  return drivers.map((driver) => {
    const laps = driver.lapTimes.slice(0, completedLapsOf(driver))
    return { driverIdx: driver.driverIdx, values: [null, ...laps.map(({ lapTime }) => lapTime)] }
  })
}
