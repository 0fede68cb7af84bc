import type { Lap } from '@pitboard/contract/sessions/driver'
import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Body } from '../../formats/model.ts'
import { unwrapSectors } from './sector-wraps.ts'
import type { CarState, LapEntry } from '../state/state.ts'

const unknownLap: Lap = {
  lapTime: null,
  sector1Time: null,
  sector2Time: null,
  sector3Time: null,
  invalidLap: false,
}

/** R21: returns a live sector time with its wraps; null if they are unknown. */
export function sectorOrNull(sentMs: number, wrapMs: number | null): number | null {
  return wrapMs === null ? null : timeOrNull(sentMs + wrapMs)
}

/** R7: returns whether a history is older: it has fewer laps, or fewer completed ones, than one before. */
export function isOlderHistory(car: CarState, history: Body<'sessionHistory'>): boolean {
  return history.numLaps < car.historyLaps || completedIn(history) < car.historyCompleted
}

function completedIn({ numLaps, laps }: Body<'sessionHistory'>): number {
  let count = Math.min(numLaps, laps.length)
  while (count > 0 && itemAt(laps, count - 1).lapTimeMs === 0) count--
  return count
}

/** R7: applies the laps of a history. An older history only adds unknown laps. */
export function applyHistoryLaps(
  car: CarState,
  history: Body<'sessionHistory'>,
  atMs: number,
): void {
  const count = Math.min(history.numLaps, history.laps.length)
  const onlyAdds = isOlderHistory(car, history)
  car.historyLaps = Math.max(car.historyLaps, history.numLaps)
  car.historyCompleted = Math.max(car.historyCompleted, completedIn(history))
  for (let i = 0; i < count; i++) {
    const sent = history.laps[i]
    if (sent === undefined) continue
    const known = car.laps[i] ?? null
    if (sent.lapTimeMs === 0) {
      if (known !== null && isOfLapBefore(known, history, i)) forgetLap(car, i + 1)
      continue
    }
    if (onlyAdds && known !== null && known.fromHistory) continue
    const driven = known?.lap ?? unknownLap
    const [sector1Time, sector2Time, sector3Time] = unwrapSectors(
      sent.lapTimeMs,
      [
        timeOrNull(sent.sector1TimeMs),
        timeOrNull(sent.sector2TimeMs),
        timeOrNull(sent.sector3TimeMs),
      ],
      car.sectorMarks.get(i + 1),
    )
    const isSame = driven.lapTime === sent.lapTimeMs
    // R7: an invalid lap stays invalid unless a flashback undoes it.
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

/** R8: returns whether a last lap time found at a late start belongs to an earlier lap. */
function isOfLapBefore(
  { fromHistory, lap }: LapEntry,
  { laps, numLaps }: Body<'sessionHistory'>,
  place: number,
): boolean {
  if (fromHistory || place >= numLaps - 1) return false
  return laps.slice(0, place).some(({ lapTimeMs }) => lapTimeMs === lap.lapTime)
}

/** R6: removes the laps that were completed after a flashback's target. */
export function voidLapsAfter(car: CarState, timeMs: number): void {
  car.historyLaps = 0
  car.historyCompleted = 0
  let count = car.laps.length
  while (count > 0 && (car.laps[count - 1]?.atMs ?? Infinity) > timeMs) count--
  for (const [i, entry] of car.laps.entries()) {
    if (entry !== null) car.laps[i] = { ...entry, stands: false }
  }
  if (count === car.laps.length) return
  car.laps = car.laps.slice(0, count)
  car.lapTimes = car.laps.map((entry) => entry?.lap ?? unknownLap)
}

/** Sets a lap, and updates the list in the contract's shape. */
export function setLap(car: CarState, lapNum: number, entry: LapEntry): void {
  while (car.laps.length < lapNum) car.laps.push(null)
  car.laps[lapNum - 1] = entry
  car.lapTimes = car.laps.map((known) => known?.lap ?? unknownLap)
}

function forgetLap(car: CarState, lapNum: number): void {
  car.laps[lapNum - 1] = null
  car.lapTimes = car.laps.map((known) => known?.lap ?? unknownLap)
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

/** Returns a time in ms; null for 0, which the game sends for an unknown time. */
export function timeOrNull(ms: number | null): number | null {
  return ms !== null && ms > 0 ? ms : null
}
