import type { Lap } from '@pitboard/contract/driver'
import type { Body } from '../formats/model.ts'
import { sectorsSoFar, unwrapSectors } from './sector-wraps.ts'
import type { CarState, LapCar, LapEntry } from './state.ts'

const unseen: Lap = {
  lapTime: null,
  sector1Time: null,
  sector2Time: null,
  sector3Time: null,
  invalidLap: false,
}

const allValid = 0b1111

/**
 * R8: a lap ends when the lap number rises, or at the flag, where only the last lap time
 * changes. R7: what a history has said of a lap stands.
 */
export function applyLapProgress(
  car: CarState,
  before: LapCar | null,
  lap: LapCar,
  atMs: number,
): void {
  if (before === null || lap.currentLapNum > before.currentLapNum + 1) {
    recordFromLapData(car, lap.currentLapNum - 1, lap.lastLapTimeMs, null, atMs)
    return
  }
  if (lap.currentLapNum === before.currentLapNum + 1) {
    recordFromLapData(car, before.currentLapNum, lap.lastLapTimeMs, before, atMs)
    return
  }
  if (lap.currentLapNum !== before.currentLapNum) return
  if (lap.lastLapTimeMs === before.lastLapTimeMs || lap.lastLapTimeMs === 0) return
  if (lap.resultStatus >= 3) {
    recordFromLapData(car, lap.currentLapNum, lap.lastLapTimeMs, before, atMs)
    return
  }
  correctLapTime(car, lap.currentLapNum - 1, lap.lastLapTimeMs)
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
    // A history whose sectors could not be told (R21) takes those that were seen.
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

/** R21: a live sector time with what it lacks. */
export function sectorOrNull(sentMs: number, wrapMs: number): number | null {
  return timeOrNull(sentMs + wrapMs)
}

function restOf(lapTimeMs: number, first: number | null, second: number | null): number | null {
  return first === null || second === null ? null : timeOrNull(lapTimeMs - first - second)
}

function correctLapTime(car: CarState, lapNum: number, lapTimeMs: number): void {
  const known = car.laps[lapNum - 1]
  if (known === undefined || known === null || known.fromHistory) return
  const { sector1Time, sector2Time } = known.lap
  const sector3Time = restOf(lapTimeMs, sector1Time, sector2Time)
  setLap(car, lapNum, { ...known, lap: { ...known.lap, lapTime: lapTimeMs, sector3Time } })
}

/** R7: a history with fewer laps than one before, or fewer completed, is older. */
export function isOlder(car: CarState, history: Body<'sessionHistory'>): boolean {
  return history.numLaps < car.historyLaps || completedIn(history) < car.historyCompleted
}

function completedIn({ numLaps, laps }: Body<'sessionHistory'>): number {
  let count = Math.min(numLaps, laps.length)
  while (count > 0 && (laps[count - 1]?.lapTimeMs ?? 0) === 0) count--
  return count
}

/** R7: a history overwrites what it knows and leaves what it does not; an older one only adds. */
export function applyHistoryLaps(
  car: CarState,
  history: Body<'sessionHistory'>,
  atMs: number,
): void {
  const count = Math.min(history.numLaps, history.laps.length)
  const onlyAdds = isOlder(car, history)
  car.historyLaps = Math.max(car.historyLaps, history.numLaps)
  car.historyCompleted = Math.max(car.historyCompleted, completedIn(history))
  for (let i = 0; i < count; i++) {
    const sent = history.laps[i]
    if (sent === undefined || sent.lapTimeMs === 0) continue
    const known = car.laps[i] ?? null
    if (onlyAdds && known !== null && known.fromHistory) continue
    const driven = known?.lap ?? unseen
    const isOnIt = known === null && car.lap?.currentLapNum === i + 1
    const [sector1Time, sector2Time, sector3Time] = unwrapSectors(
      sent.lapTimeMs,
      [
        timeOrNull(sent.sector1TimeMs),
        timeOrNull(sent.sector2TimeMs),
        timeOrNull(sent.sector3TimeMs),
      ],
      isOnIt ? sectorsSoFar(car) : [driven.sector1Time, driven.sector2Time, driven.sector3Time],
    )
    const isSame = driven.lapTime === sent.lapTimeMs
    // R7: what is invalid stays so, whatever an older history says; a flashback may undo it.
    const stands = isSame && known?.fromHistory === true && known.stands
    const validBits = sent.lapValidBitFlags & (stands ? known.validBits : 0xff)
    const lap: Lap = {
      lapTime: sent.lapTimeMs,
      sector1Time: sector1Time ?? (isSame ? driven.sector1Time : null),
      sector2Time: sector2Time ?? (isSame ? driven.sector2Time : null),
      sector3Time: sector3Time ?? (isSame ? driven.sector3Time : null),
      invalidLap: (validBits & 1) === 0,
    }
    if (known !== null && known.fromHistory && known.stands && sameLap(known, lap, validBits))
      continue
    setLap(car, i + 1, {
      lap,
      atMs: known?.atMs ?? atMs,
      validBits,
      fromHistory: true,
      stands: true,
    })
  }
}

/** R6: forgets the laps that were completed after a flashback's target. */
export function voidLapsAfter(car: CarState, timeMs: number): void {
  car.historyLaps = 0
  car.historyCompleted = 0
  let kept = car.laps.length
  while (kept > 0 && (car.laps[kept - 1]?.atMs ?? Infinity) > timeMs) kept--
  for (const [i, entry] of car.laps.entries()) {
    if (entry !== null) car.laps[i] = { ...entry, stands: false }
  }
  if (kept === car.laps.length) return
  car.laps = car.laps.slice(0, kept)
  car.lapTimes = car.laps.map((entry) => entry?.lap ?? unseen)
}

function setLap(car: CarState, lapNum: number, entry: LapEntry): void {
  while (car.laps.length < lapNum) car.laps.push(null)
  car.laps[lapNum - 1] = entry
  car.lapTimes = car.laps.map((known) => known?.lap ?? unseen)
}

function sameLap(known: LapEntry, lap: Lap, validBits: number): boolean {
  return (
    known.validBits === validBits &&
    known.lap.lapTime === lap.lapTime &&
    known.lap.sector1Time === lap.sector1Time &&
    known.lap.sector2Time === lap.sector2Time &&
    known.lap.sector3Time === lap.sector3Time
  )
}

/** A time in ms; null for 0, which the game sends for a time that it does not know. */
export function timeOrNull(ms: number | null): number | null {
  return ms !== null && ms > 0 ? ms : null
}
