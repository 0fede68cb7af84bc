import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { carAt } from '../state/create-state.ts'
import { extendTrail } from '../cars/gaps.ts'
import { isRace } from '../state/queries.ts'
import { timeIn } from '../stream/order.ts'
import { deriveOvertakes, lacksOvertakeEvents } from '../cars/overtakes.ts'
import { measureMiniSectors, refreshMiniSectors } from '../cars/mini-sectors.ts'
import { confirmRepeats } from '../cars/penalties.ts'
import { applyPitLane, isOutage } from '../cars/pit-stops.ts'
import { trackSectors, wrapsSectors } from '../cars/sector-wraps.ts'
import { assignLapsOfFrame, assignFirstLaps } from '../state/event-feed.ts'
import type { ReadPacketOf } from '../state/session-decoder.ts'
import type { CarState, LapCar, TrackedSession } from '../state/state.ts'
import { extendOutline, learnSectorStart } from './track-outline.ts'
import { sectorOrNull, setLap, timeOrNull } from '../cars/laps.ts'

const active = 2

/** Applies the timing of each car. */
export function applyLapData(
  session: TrackedSession,
  packet: ReadPacketOf<'lapData'>,
  atMs: number,
): void {
  const timeMs = timeIn(session, packet.header)
  const race = isRace(session)
  const wraps = wrapsSectors(packet.format)
  const isAfterOutage = isOutage(session, timeMs)
  let validityChanges = false
  session.halfSeconds.add(Math.floor(timeMs / 500))
  if (race && !isAfterOutage && lacksOvertakeEvents(packet.format))
    deriveOvertakes(session, packet, timeMs, atMs)
  for (let idx = 0; idx < packet.cars.length; idx++) {
    const lap = packet.cars[idx]
    if (lap === undefined) continue
    const car = carAt(session, idx)
    const before = car.comparable ? car.lap : null
    validityChanges ||= before !== null && before.currentLapInvalid !== lap.currentLapInvalid
    car.lap = lap
    car.comparable = true
    // R15: ghosts and empty slots stay invalid or inactive.
    if (lap.resultStatus >= active && lap.carPosition > 0) car.tookPart = true
    if (!car.tookPart) continue
    applyLapProgress(car, before, lap, race, timeMs)
    if (wraps) trackSectors(car, before, lap)
    if (before !== null && before.sector !== lap.sector) learnSectorStart(session, before, lap)
    if (car.repeats.length > 0) confirmRepeats(session, car, timeMs)
    measureMiniSectors(session, car, lap, timeMs)
    if (!race) continue
    applyPitLane(session, car, before, lap, timeMs)
    if (lap.deltaToRaceLeaderMs === null) extendTrail(car, lap, timeMs)
  }
  if (validityChanges) refreshMiniSectors(session)
  if (!session.hasTiming) assignFirstLaps(session)
  session.hasTiming = true
  session.timingMs = timeMs
  assignLapsOfFrame(session, timeMs)
  extendOutline(session)
}

const allValid = 0b1111
/** The last timing of a lap is at most this old when the lap ends, unless datagrams are lost. */
const lapEndMs = 2_000

/**
 * R8: a lap ends when the lap number rises, or at the flag, where only the last lap time changes. R7: a
 * lap of a history is not overwritten.
 */
function applyLapProgress(
  car: CarState,
  before: LapCar | null,
  lap: LapCar,
  race: boolean,
  atMs: number,
): void {
  const lastLap = race && isHome(lap) ? lap.currentLapNum : lap.currentLapNum - 1
  if (before === null || lastLap > before.currentLapNum) {
    // The laps in between, and how this one was driven, were not seen.
    recordFromLapData(car, lastLap, lap.lastLapTimeMs, null, atMs)
    return
  }
  if (lap.currentLapNum === before.currentLapNum + 1) {
    if (!isTimed(before, lap)) return
    recordFromLapData(car, before.currentLapNum, lap.lastLapTimeMs, before, atMs)
    return
  }
  if (lap.currentLapNum !== before.currentLapNum) return
  if (lap.lastLapTimeMs === 0) return
  // Two laps may be equally long.
  const isFlagged = race && isHome(lap) && !isHome(before) && isTimed(before, lap)
  if (lap.lastLapTimeMs === before.lastLapTimeMs && !isFlagged) return
  if (lap.resultStatus >= 3) {
    recordFromLapData(car, lap.currentLapNum, lap.lastLapTimeMs, before, atMs)
    return
  }
  correctLapTime(car, lap.currentLapNum - 1, lap.lastLapTimeMs, atMs)
}

/**
 * Returns whether a car is past the flag of a race, where the lap number stays and the last lap time is that
 * of this lap.
 */
function isHome({ resultStatus }: LapCar): boolean {
  return resultStatus === ResultStatus.Finished || resultStatus === ResultStatus.NotClassified
}

/** R8: returns whether the last lap time belongs to this lap; a lap that ends in the garage has no time. */
function isTimed(before: LapCar, lap: LapCar): boolean {
  if (lap.lastLapTimeMs !== before.lastLapTimeMs) return true
  return Math.abs(before.currentLapTimeMs - lap.lastLapTimeMs) < lapEndMs
}

function recordFromLapData(
  car: CarState,
  lapNum: number,
  lapTimeMs: number,
  driven: LapCar | null,
  atMs: number,
): void {
  const known = car.laps[lapNum - 1] ?? null
  if (lapNum < 1 || lapTimeMs === 0) return
  if (driven === null && known !== null) return
  const sector1Time = driven === null ? null : sectorOrNull(driven.sector1TimeMs, car.wrap1Ms)
  const sector2Time = driven === null ? null : sectorOrNull(driven.sector2TimeMs, car.wrap2Ms)
  const sector3Time = restOf(lapTimeMs, sector1Time, sector2Time)
  if (known?.fromHistory === true) {
    // A history with unknown sectors (R21) gets those of the timing.
    if (known.lap.sector1Time !== null || known.lap.lapTime !== lapTimeMs) return
    setLap(car, lapNum, { ...known, lap: { ...known.lap, sector1Time, sector2Time, sector3Time } })
    return
  }
  const invalidLap = driven !== null && driven.currentLapInvalid !== 0
  const lap = { lapTime: lapTimeMs, sector1Time, sector2Time, sector3Time, invalidLap }
  const validBits = invalidLap ? 0 : allValid
  setLap(car, lapNum, {
    lap,
    atMs: known?.atMs ?? atMs,
    validBits,
    fromHistory: false,
    stands: true,
  })
}

function restOf(lapTimeMs: number, first: number | null, second: number | null): number | null {
  return first === null || second === null ? null : timeOrNull(lapTimeMs - first - second)
}

function correctLapTime(car: CarState, lapNum: number, lapTimeMs: number, atMs: number): void {
  const known = car.laps[lapNum - 1] ?? null
  if (known === null) return recordFromLapData(car, lapNum, lapTimeMs, null, atMs)
  if (known.fromHistory) return
  const { sector1Time, sector2Time } = known.lap
  const sector3Time = restOf(lapTimeMs, sector1Time, sector2Time)
  setLap(car, lapNum, { ...known, lap: { ...known.lap, lapTime: lapTimeMs, sector3Time } })
}
