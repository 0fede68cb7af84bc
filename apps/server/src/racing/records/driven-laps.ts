import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import { lapEndsOf, startOf } from '@pitboard/analysis/laps/lap-ends'
import { stintsOf } from '@pitboard/analysis/laps/stints'
import {
  type LapWeather,
  type TyreClass,
  tyreClassOf,
} from '@pitboard/contract/records/lap-category'
import type { WithheldReason } from '@pitboard/contract/records/records'
import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { PenaltyType } from '@pitboard/contract/wire/enumerations'
import { type SessionKind, sessionKind } from '@pitboard/contract/wire/session-kind'
import { weatherOfLaps } from './lap-conditions.ts'

/** The speed is the average of a lap, which is 270 km/h on the fastest tracks. */
const SPEED_KMH_MAX = 300
/** It is a share of the lap time; the shortest sector of any track takes more than a fifth. */
const SECTOR_SHARE_MIN = 0.1
/** The game rounds each sector to a millisecond. */
const SECTOR_SUM_MS_MAX = 3
const RACE_SUM_MS_MAX = 50

/** The user who recorded the session drove this valid and complete lap. */
export interface OwnLap {
  readonly driverIdx: number
  readonly lapNum: number
  readonly sessionKind: SessionKind
  readonly tyreClass: TyreClass
  readonly weather: LapWeather
  readonly tyreCompound: number
  readonly tyreAgeLaps: number
  readonly lapTimeMs: number
  readonly sectorsMs: readonly [number, number, number]
  readonly withheld: WithheldReason | null
}

/**
 * Returns the laps of the recording user that can be compared with those of others: valid, timed, neither
 * from the grid nor through the pit lane, on tyres and in weather of a known class. The list is empty for a
 * spectator and for a result without telemetry.
 */
export function findOwnLaps(session: SessionDetail): OwnLap[] {
  const { recorderDriverIdx = null, origin, drivers } = session
  const driver = drivers.find(({ driverIdx }) => driverIdx === recorderDriverIdx)
  if (!driver || origin !== undefined) return []
  const kind = sessionKind(session.sessionType)
  const inPits = new Set(driver.pitStops.flatMap(({ lapNum }) => [lapNum, lapNum + 1]))
  const invalidated = invalidatedLaps(driver)
  const weather = weatherOfLaps(session, driver, kind)
  const reasonFor = createChecks(session, driver, kind)
  return stintsOf(driver).flatMap(({ tyreCompound, firstLap, laps }) => {
    const tyreClass = tyreClassOf(tyreCompound)
    if (tyreClass === null) return []
    return Array.from({ length: laps }, (_, age) => age).flatMap((tyreAgeLaps): OwnLap[] => {
      const lapNum = firstLap + tyreAgeLaps
      const lap = driver.lapTimes[lapNum - 1]
      const timed = lap && readTimes(lap)
      const lapWeather = weather(lapNum)
      const isFromGrid = kind === 'race' && lapNum === 1
      const isOut = isFromGrid || inPits.has(lapNum) || invalidated.has(lapNum)
      if (!timed || lapWeather === null || isOut) return []
      return [
        {
          driverIdx: driver.driverIdx,
          lapNum,
          sessionKind: kind,
          tyreClass,
          weather: lapWeather,
          tyreCompound,
          tyreAgeLaps,
          ...timed,
          withheld: reasonFor(lapNum, timed),
        },
      ]
    })
  })
}

type Times = Pick<OwnLap, 'lapTimeMs' | 'sectorsMs'>

function readTimes({ invalidLap, lapTime, sector1Time, sector2Time, sector3Time }: Lap) {
  const isWhole = lapTime && sector1Time && sector2Time && sector3Time
  if (invalidLap || !isWhole) return null
  const times: Times = { lapTimeMs: lapTime, sectorsMs: [sector1Time, sector2Time, sector3Time] }
  return times
}

const {
  ThisLapInvalidated,
  ThisAndNextLapInvalidated,
  ThisLapInvalidatedWithoutReason,
  ThisAndNextLapInvalidatedWithoutReason,
  ThisAndPreviousLapInvalidated,
  ThisAndPreviousLapInvalidatedWithoutReason,
} = PenaltyType

/** Each penalty invalidates these laps; 0 is the lap that the penalty names. */
const INVALIDATING: ReadonlyMap<number, readonly number[]> = new Map([
  [ThisLapInvalidated, [0]],
  [ThisLapInvalidatedWithoutReason, [0]],
  [ThisAndNextLapInvalidated, [0, 1]],
  [ThisAndNextLapInvalidatedWithoutReason, [0, 1]],
  [ThisAndPreviousLapInvalidated, [0, -1]],
  [ThisAndPreviousLapInvalidatedWithoutReason, [0, -1]],
])

/** Returns the laps that the stewards have deleted, whatever the game says of them elsewhere. */
function invalidatedLaps({ penalties }: Driver): Set<number> {
  return new Set(
    penalties.flatMap(({ penaltyType, lapNum }) =>
      (INVALIDATING.get(penaltyType) ?? []).map((offset) => lapNum + offset),
    ),
  )
}

/** Creates the checks of one session's laps for what no real lap has. */
function createChecks(
  session: SessionDetail,
  driver: Driver,
  kind: SessionKind,
): (lapNum: number, times: Times) => WithheldReason | null {
  const lapMsMin = ((session.trackLength ?? 0) / 1000 / SPEED_KMH_MAX) * 3_600_000
  const isSumWrong = kind === 'race' && hasWrongSum(driver)
  const flashbacksMs = session.events.flatMap(({ kind: event, timeMs, value }) =>
    event === 'flashback' ? [value ?? timeMs] : [],
  )
  const startMs = startOf(session)
  const ends = lapEndsOf(driver)
  const hasFlashback = (lapNum: number) => {
    if (flashbacksMs.length === 0) return false
    // The first lap of a race is from the grid and never checked.
    const [fromMs, toMs] = [ends[lapNum - 2], ends[lapNum - 1]]
    // It is unknown when the lap was driven, so that any of them may have been on it.
    if (kind !== 'race' || typeof fromMs !== 'number' || typeof toMs !== 'number') return true
    return flashbacksMs.some((atMs) => atMs >= startMs + fromMs && atMs <= startMs + toMs)
  }

  return (lapNum, { lapTimeMs, sectorsMs }) => {
    const sumMs = sectorsMs.reduce((sum, sectorMs) => sum + sectorMs)
    if (Math.abs(sumMs - lapTimeMs) > SECTOR_SUM_MS_MAX) return 'sectorSum'
    const isTooShort = sectorsMs.some((sectorMs) => sectorMs < lapTimeMs * SECTOR_SHARE_MIN)
    if (lapTimeMs < lapMsMin || isTooShort) return 'impossibleTime'
    if (isSumWrong) return 'raceTimeSum'
    return hasFlashback(lapNum) ? 'flashback' : null
  }
}

function hasWrongSum(driver: Driver): boolean {
  const { lapTimes, totalRaceTime } = driver
  if (totalRaceTime === null) return false
  let sumMs = 0
  for (const { lapTime } of lapTimes.slice(0, completedLapsOf(driver))) {
    if (lapTime === null) return false
    sumMs += lapTime
  }
  return Math.abs(sumMs - totalRaceTime) > RACE_SUM_MS_MAX
}
