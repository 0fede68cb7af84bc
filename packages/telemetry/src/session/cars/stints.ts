import { type IdTables, tyreCompoundOf } from '../../ids/id-tables.ts'
import type { BodyPacket } from '../../formats/model.ts'
import type { Row } from '../state/session-decoder.ts'
import type { CarState, ClassifiedCar, StintEntry } from '../state/state.ts'

const onTheCar = 255
/** Histories of a car arrive once a second. */
const historyLagMs = 3_000

/** R10: begins a stint with another compound or a younger set. */
export function applyTyreStatus(
  car: CarState,
  status: Row<'carStatus'>,
  ids: IdTables,
  atMs: number,
): void {
  const visual = status.visualTyreCompound
  const compound = visual === 0 ? null : tyreCompoundOf(ids, visual)
  const actual = status.actualTyreCompound === 0 ? null : status.actualTyreCompound
  const age = compound === null ? null : status.tyresAgeLaps
  const younger = age !== null && car.tyreAgeLaps !== null && age < car.tyreAgeLaps
  car.tyreCompound = compound
  car.actualTyreCompound = actual
  car.tyreAgeLaps = age
  if (compound === null || car.result !== null) return
  const last = car.stints.at(-1)
  if (last !== undefined && last.tyreCompound === compound && !younger) return
  const endLap = lastLapOfStint(car)
  const ended = car.stints.map((stint) => (stint.endLap === null ? { ...stint, endLap } : stint))
  const begun = { tyreCompound: compound, actualTyreCompound: actual, endLap: null }
  setStints(car, [...ended, { ...begun, startedAtMs: atMs }])
}

/** Returns the lap in which the car came in for this change, otherwise its current lap. */
function lastLapOfStint(car: CarState): number | null {
  if (car.visit !== null) return car.visit.lapNum
  // The first stint begins with the session, after lap 0.
  const stintBegan = car.stints.at(-2)?.endLap ?? 0
  const lastStop = car.stops.at(-1)?.stop
  if (lastStop !== undefined && lastStop.lapNum > stintBegan) return lastStop.lapNum
  return car.lap?.currentLapNum ?? null
}

/** R10: applies the stints of a history; a final history decides their number. */
export function applyHistoryStints(
  car: CarState,
  history: BodyPacket<'sessionHistory'>,
  atMs: number,
  isFinal: boolean,
): void {
  if (car.result !== null) return
  const sent = history.tyreStints.slice(0, Math.min(history.numTyreStints, 8))
  const named: StintEntry[] = sent.map((stint, i) => ({
    tyreCompound: tyreCompoundOf(history.ids, stint.tyreVisualCompound),
    actualTyreCompound: stint.tyreActualCompound === 0 ? null : stint.tyreActualCompound,
    endLap: stint.endLap === onTheCar ? null : stint.endLap,
    startedAtMs: car.stints[i]?.startedAtMs ?? atMs,
  }))
  if (named.length === 0 || named.some((stint) => stint.tyreCompound === 0)) return
  if (!isFinal && named.length < car.stints.length && mayLag(car, named, atMs)) return
  if (named.length > car.stints.length) car.tyreAgeLaps = null
  if (!sameStints(car.stints, named)) setStints(car, named)
}

/** Returns whether this history may be older than a tyre change that CarStatus has shown. */
function mayLag(car: CarState, named: readonly StintEntry[], atMs: number): boolean {
  const current = car.stints.at(-1)
  if (current === undefined || named.at(-1)?.tyreCompound !== current.tyreCompound) return true
  return atMs - current.startedAtMs < historyLagMs
}

/** Replaces the stints by those of the classification. */
export function applyClassifiedStints(car: CarState, result: ClassifiedCar, ids: IdTables): void {
  const stints: StintEntry[] = []
  for (const [i, compoundId] of result.tyreStintsVisual.slice(0, result.numTyreStints).entries()) {
    const tyreCompound = tyreCompoundOf(ids, compoundId)
    const endLap = result.tyreStintsEndLaps[i] ?? onTheCar
    if (tyreCompound === 0) continue
    stints.push({
      tyreCompound,
      actualTyreCompound: result.tyreStintsActual[i] ?? null,
      endLap: endLap === onTheCar ? result.numLaps : endLap,
      // After the classification it does not matter when a set of tyres was fitted.
      startedAtMs: car.stints[i]?.startedAtMs ?? 0,
    })
  }
  if (stints.length > 0) setStints(car, stints)
}

/** R10: sets the last lap of the set on the car at the end of the session. */
export function closeLastStint(car: CarState, lapNum: number): void {
  if (!car.stints.some((stint) => stint.endLap === null)) return
  setStints(
    car,
    car.stints.map((stint) => (stint.endLap === null ? { ...stint, endLap: lapNum } : stint)),
  )
}

/** R6: removes the stints that began after a flashback's target; the last remaining one continues. */
export function voidStintsAfter(car: CarState, timeMs: number): void {
  // At the target the same set is younger.
  car.tyreAgeLaps = null
  const stints = car.stints.filter((stint) => stint.startedAtMs <= timeMs)
  if (stints.length === car.stints.length) return
  setStints(
    car,
    stints.map((stint, i) => (i === stints.length - 1 ? { ...stint, endLap: null } : stint)),
  )
}

function sameStints(a: readonly StintEntry[], b: readonly StintEntry[]): boolean {
  return (
    a.length === b.length &&
    a.every((stint, i) => {
      const other = b[i]
      return (
        stint.tyreCompound === other?.tyreCompound &&
        stint.actualTyreCompound === other.actualTyreCompound &&
        stint.endLap === other.endLap
      )
    })
  )
}

/** Sets the stints of a car, and updates the list in the contract's shape. */
export function setStints(car: CarState, stints: StintEntry[]): void {
  car.stints = stints
  car.tyres = stints.map(({ tyreCompound, actualTyreCompound, endLap }) => ({
    tyreCompound,
    actualTyreCompound,
    endLap,
  }))
}
