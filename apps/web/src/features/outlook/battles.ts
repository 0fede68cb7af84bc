import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { lapEndsOf } from '@pitboard/analysis/laps/lap-ends'
import { carAt, isInBattle, standingOf } from '../race/standing.ts'

export interface Fighter {
  /** The car is `drivers[place]`. */
  readonly place: number
  readonly driverIdx: number
  readonly position: number
  readonly tyreCompound: number | null
  readonly tyreAgeLaps: number | null
  /** It is null for the first car of a battle. */
  readonly chase: Chase | null
}

export interface Chase {
  readonly gapMs: number
  /** This was the gap at the line a lap ago. */
  readonly gapBeforeMs: number
  readonly trend: 'closing' | 'steady' | 'fallingBack'
  /** It is the last lap against that of the car ahead; negative where it was quicker. */
  readonly lapDeltaMs: number
}

/** A car that was further away a lap ago only passes by. */
const CLOSE_BEFORE_MS = 2_000
const DEAD_BAND_MS = 100

/** Finds cars within a second of the car ahead, for a lap or nearly so; each battle is led by the car ahead. */
export function battlesOf(session: LiveSession): readonly (readonly Fighter[])[] {
  const battles: Fighter[][] = []
  for (const place of standingOf(session).order) {
    const driver = session.drivers[place]
    const ahead = driver?.position ? carAt(session, driver.position - 1) : null
    const chase = driver && ahead && isInBattle(driver, session) ? chaseOf(driver, ahead) : null
    if (!driver || !ahead || !chase) continue
    const last = battles.at(-1)
    const fighter = fighterOf(driver, place, chase)
    if (last?.at(-1)?.driverIdx === ahead.driverIdx) last.push(fighter)
    else battles.push([fighterOf(ahead, session.drivers.indexOf(ahead), null), fighter])
  }
  return battles
}

function fighterOf(driver: Driver, place: number, chase: Chase | null): Fighter {
  return {
    place,
    driverIdx: driver.driverIdx,
    position: driver.position ?? 0,
    tyreCompound: driver.currentTyreCompound,
    tyreAgeLaps: driver.currentTyreAgeLaps,
    chase,
  }
}

/** Returns null where the cars were not close a lap ago, or where that is unknown. */
function chaseOf(driver: Driver, ahead: Driver): Chase | null {
  const { deltaToCarAhead: gapMs, lapTimes } = driver
  const laps = completedLapsOf(driver)
  const own = lapTimes[laps - 1]?.lapTime ?? null
  const other = ahead.lapTimes[laps - 1]?.lapTime ?? null
  const gapsAtLine = [laps, laps - 1].map((lap) => gapAtLine(driver, ahead, lap))
  // Early in a lap, the line of the lap before is about a lap ago.
  const lapMs = driver.currentLapTimeMs ?? 0
  const isEarly = own !== null && lapMs < own / 2
  const gapBeforeMs = (isEarly ? gapsAtLine[1] : gapsAtLine[0]) ?? gapsAtLine[0] ?? null
  if (gapMs === null || gapBeforeMs === null || own === null || other === null) return null
  if (Math.abs(gapBeforeMs) > CLOSE_BEFORE_MS) return null
  return { gapMs, gapBeforeMs, trend: trendOf(gapMs - gapBeforeMs), lapDeltaMs: own - other }
}

/** Returns a negative number where the driver was ahead. */
function gapAtLine(driver: Driver, ahead: Driver, lap: number): number | null {
  const own = lapEndsOf(driver)[lap - 1] ?? null
  const other = lapEndsOf(ahead)[lap - 1] ?? null
  return own === null || other === null ? null : own - other
}

function trendOf(changeMs: number): Chase['trend'] {
  if (Math.abs(changeMs) <= DEAD_BAND_MS) return 'steady'
  return changeMs < 0 ? 'closing' : 'fallingBack'
}
