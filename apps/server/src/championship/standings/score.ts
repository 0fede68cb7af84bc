import type { CompletePoints, SessionRole } from '@pitboard/contract/seasons/points-system'
import type { Contribution } from '@pitboard/contract/seasons/standings'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { adjustmentEffect } from './adjustment-rules.ts'
import type { CarResult } from './session-result.ts'
import { type ClassifiedCar, classify, isRace } from './classify.ts'
import { findDriversOfTheDay } from './driver-of-the-day.ts'
import type { AppliedAdjustment, SessionInput } from './input.ts'

type ScoredPart = Pick<Contribution, 'kind' | 'points' | 'position' | 'factor' | 'distance'>

export interface ScoredCar extends ClassifiedCar {
  /** The position counts for points, wins, podiums and ties. */
  readonly counts: boolean
  readonly hasFastestLap: boolean
  readonly hasPole: boolean
  readonly isDriverOfTheDay: boolean
  readonly parts: readonly ScoredPart[]
}

/** Finds the tier in which a car competes; null for a car that competes with nobody. */
export type TierOf = (car: CarResult) => string | null

/** All drivers compete with each other. */
const ONE_TIER: TierOf = () => ''

/**
 * Returns the result of one session with points, tier by tier. `isFastestQualifier` finds the pole of a race without a
 * known grid.
 */
export function scoreSession(
  system: CompletePoints,
  session: SessionInput,
  adjustments: readonly AppliedAdjustment[],
  isFastestQualifier: (car: CarResult) => boolean,
  tierOf: TierOf = ONE_TIER,
): ScoredCar[] {
  const placed = classify(session, adjustments)
  // One vote is held for the race, whatever tiers drive in it.
  const ofTheDay = new Set(
    findDriversOfTheDay(placed, session.votes).map(({ car }) => car.driverIdx),
  )
  const isOfTheDay = ({ driverIdx }: CarResult) => ofTheDay.has(driverIdx)
  const tiers = Map.groupBy(placed, ({ car }) => tierOf(car))
  return Array.from(tiers).flatMap(([tier, cars]) =>
    tier === null
      ? cars.map((one) => withoutPlace(one, isOfTheDay(one.car)))
      : scoreTier(system, session, {
          cars: placeInTier(cars),
          placed,
          isFastestQualifier,
          isPenalised: createIsPenalised(session, adjustments),
          isOfTheDay,
        }),
  )
}

/** It takes no place from anybody. */
function withoutPlace(one: ClassifiedCar, isDriverOfTheDay: boolean): ScoredCar {
  const nothing = { counts: false, hasFastestLap: false, hasPole: false, parts: [] }
  return { ...one, ...nothing, isDriverOfTheDay, position: null, isClassified: false }
}

/** Cars of other tiers, ahead or between, take no place. */
function placeInTier(cars: readonly ClassifiedCar[]): ClassifiedCar[] {
  const order = cars.filter(({ position }) => position !== null)
  return cars.map((one) =>
    one.position === null ? one : { ...one, position: order.indexOf(one) + 1 },
  )
}

interface Tier {
  readonly cars: readonly ClassifiedCar[]
  /** The cars of all tiers are placed here. */
  readonly placed: readonly ClassifiedCar[]
  readonly isFastestQualifier: (car: CarResult) => boolean
  /** Returns whether the game or the stewards have penalised the car. */
  readonly isPenalised: (car: CarResult) => boolean
  readonly isOfTheDay: (car: CarResult) => boolean
}

function createIsPenalised(
  { sessionId }: SessionInput,
  adjustments: readonly AppliedAdjustment[],
): (car: CarResult) => boolean {
  const penalised = new Set(
    adjustments.flatMap((adjustment) => {
      const effect = adjustmentEffect(adjustment)
      if (effect.target === 'team' || effect.sessionId !== sessionId) return []
      const isPenalty =
        effect.target === 'driver'
          ? effect.points < 0
          : effect.addedMs > 0 || effect.places > 0 || effect.isDisqualified
      return isPenalty ? effect.driverIdx : []
    }),
  )
  return ({ driverIdx, totalPenaltiesSeconds }) =>
    totalPenaltiesSeconds > 0 || penalised.has(driverIdx)
}

function scoreTier(
  system: CompletePoints,
  session: SessionInput,
  { cars, placed, isFastestQualifier, isPenalised, isOfTheDay }: Tier,
): ScoredCar[] {
  const winnerLaps = lapsOfWinner(cars)
  // A race goes its distance with its winner, whose tier does not matter.
  const raceLaps = lapsOfWinner(placed)
  const { list, distance } = listFor(system, session, raceLaps)
  const holders = fastestLapHolders(session.role, cars)
  const front = cars.length === placed.length ? 1 : findFront(cars)
  const pole = findPole(session.role, cars, front, isFastestQualifier)
  const gained = createPlacesGained(cars)
  const mostGained = Math.max(0, ...cars.map(gained))
  return cars.map((one) => {
    const counts = isCounted(system, session.role, one, winnerLaps)
    const hasFastestLap = holders.includes(one)
    const hasPole = one === pole
    const isDriverOfTheDay = isOfTheDay(one.car)
    const parts = [
      counts ? { ...part('position', pointsAt(list, one.position), one.position), distance } : null,
      hasPole ? part('pole', system.pole) : null,
      counts && hasFastestLap ? fastestLapPart(system, session, one, holders, raceLaps) : null,
      ...bonusParts(system, session, one, {
        isClean: !isPenalised(one.car),
        hasGainedMost: mostGained > 0 && gained(one) === mostGained,
        isDriverOfTheDay,
      }),
    ].flatMap((found) => (found && found.points !== 0 ? [times(found, session)] : []))
    return { ...one, counts, hasFastestLap, hasPole, isDriverOfTheDay, parts }
  })
}

/** These bonuses depend on more than the result of the car. */
interface Earned {
  readonly isClean: boolean
  readonly hasGainedMost: boolean
  readonly isDriverOfTheDay: boolean
}

/** Only races pay bonuses, since a sprint is a part of the same event. */
function bonusParts(
  { cleanRace, placesGained, participation, driverOfTheDay }: CompletePoints,
  { role }: SessionInput,
  { isClassified, position, resultStatus }: ClassifiedCar,
  { isClean, hasGainedMost, isDriverOfTheDay }: Earned,
): ScoredPart[] {
  if (role !== 'race') return []
  const isDisqualified = resultStatus === ResultStatus.Disqualified
  const tookPart = resultStatus > ResultStatus.Inactive && !isDisqualified
  return [
    isClassified && position !== null && isClean ? part('cleanRace', cleanRace) : null,
    hasGainedMost ? part('placesGained', placesGained) : null,
    tookPart ? part('participation', participation) : null,
    isDriverOfTheDay ? part('driverOfTheDay', driverOfTheDay) : null,
  ].filter((found) => found !== null)
}

/** Counts the places that a classified car gained from the grid, both among the cars of its tier. */
function createPlacesGained(cars: readonly ClassifiedCar[]): (one: ClassifiedCar) => number {
  const grid = cars
    .flatMap(({ car }) => car.startingPosition ?? [])
    .toSorted((first, second) => first - second)
  return ({ car, position, isClassified }) =>
    car.startingPosition === null || position === null || !isClassified
      ? 0
      : grid.indexOf(car.startingPosition) + 1 - position
}

/** A list ends with the last place that has points; a car without a place has none. */
function pointsAt(list: readonly number[], position: number | null): number {
  return position === null ? 0 : (list[position - 1] ?? 0)
}

function lapsOfWinner(cars: readonly ClassifiedCar[]): number {
  return cars.find(({ position }) => position === 1)?.car.numberOfLaps ?? 0
}

/** Finds the first place on the grid that a car of the tier has. */
function findFront(cars: readonly ClassifiedCar[]): number {
  return Math.min(...cars.map(({ car }) => car.startingPosition ?? Infinity))
}

function isCounted(
  { onlyClassified, minimumDistanceShare }: CompletePoints,
  role: SessionRole,
  { car, position, isClassified }: ClassifiedCar,
  winnerLaps: number,
): boolean {
  if (position === null || (onlyClassified && !isClassified)) return false
  const laps = car.numberOfLaps ?? winnerLaps
  return !isRace(role) || laps >= minimumDistanceShare * winnerLaps
}

function listFor(
  system: CompletePoints,
  { role, plannedLaps, isLive, pointsByDistance }: SessionInput,
  winnerLaps: number,
): { readonly list: readonly number[]; readonly distance: ScoredPart['distance'] } {
  if (role === 'practice') return { list: [], distance: 'full' }
  if (role !== 'race' || plannedLaps === 0 || isLive)
    return { list: system[role], distance: 'full' }
  const share = winnerLaps / plannedLaps
  const shortened = system.shortenedRaces
    .toSorted((a, b) => a.belowShare - b.belowShare)
    .find(({ belowShare }) => share < belowShare)
  if (!shortened) return { list: system.race, distance: 'full' }
  return pointsByDistance
    ? { list: shortened.race, distance: 'shortened' }
    : { list: system.race, distance: 'overridden' }
}

function fastestLapPart(
  { fastestLap }: CompletePoints,
  { role, plannedLaps, isLive }: SessionInput,
  one: ClassifiedCar,
  holders: readonly ClassifiedCar[],
  winnerLaps: number,
): ScoredPart | null {
  if (!fastestLap || (role === 'sprint' && !fastestLap.inSprints)) return null
  if (!isLive && winnerLaps < fastestLap.minimumDistanceShare * plannedLaps) return null
  const { withinPosition, shared, points } = fastestLap
  if (withinPosition !== null && (one.position === null || one.position > withinPosition)) {
    return null
  }
  if (shared === 'first' && holders[0] !== one) return null
  return part('fastestLap', shared === 'split' ? points / holders.length : points, one.position)
}

/** Finds the cars with the fastest lap of a race or sprint, without disqualified ones. */
function fastestLapHolders(
  role: SessionRole,
  placed: readonly ClassifiedCar[],
): readonly ClassifiedCar[] {
  if (!isRace(role)) return []
  const ranked = placed.filter(({ position }) => position !== null)
  const timed = ranked.filter(({ car }) => car.bestLapTimeMs !== null)
  if (timed.length === 0) return ranked.filter(({ car }) => car.hasFastestLap)
  const best = Math.min(...timed.map(({ car }) => car.bestLapTimeMs ?? Infinity))
  return timed.filter(({ car }) => car.bestLapTimeMs === best)
}

function findPole(
  role: SessionRole,
  cars: readonly ClassifiedCar[],
  front: number,
  isFastestQualifier: (car: CarResult) => boolean,
): ClassifiedCar | undefined {
  if (role !== 'race') return undefined
  if (cars.some(({ car }) => car.startingPosition !== null)) {
    return cars.find(({ car }) => car.startingPosition === front)
  }
  return cars.find(({ car }) => isFastestQualifier(car))
}

function part(
  kind: ScoredPart['kind'],
  points: number,
  position: number | null = null,
): ScoredPart {
  return { kind, points, position, factor: 1, distance: 'full' }
}

function times(scored: ScoredPart, { pointsFactor }: SessionInput): ScoredPart {
  return { ...scored, points: scored.points * pointsFactor, factor: pointsFactor }
}
