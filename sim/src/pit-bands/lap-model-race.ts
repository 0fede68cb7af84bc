import { itemAt } from '@pitboard/contract/wire/item-at'
import type { LiveSession } from '@pitboard/contract/live/live'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { Driver, Lap, PitStop } from '@pitboard/contract/sessions/driver'
import { ResultStatus, SafetyCarStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { createRandom, type Random } from '../setup/random.ts'

/**
 * How the cars of a field decide when to stop: each by its plan; by their tyres and the stops of cars around them; nearly all in
 * the same few laps; or when a set is at its end, as long as it lasts.
 */
export const STRATEGIES = ['planned', 'reactive', 'shared', 'worn'] as const
type Strategy = (typeof STRATEGIES)[number]

type Raced = Pick<
  LiveSession,
  'drivers' | 'safetyCarStatus' | 'sessionType' | 'packetFormat' | 'numberOfLaps'
>

interface LapModelOptions {
  readonly seed: number
  readonly laps: number
  readonly strategy: Strategy
}

/** A stop with the state before it, and where the car came out. */
interface ModelledStop {
  readonly session: Raced
  readonly driverIdx: number
  readonly position: number
}

const CARS = 20

/** What differs from race to race. */
interface Conditions {
  readonly lapMs: number
  /** The quickest and the slowest car differ by this share of a lap. */
  readonly spread: number
  /** A car's lap times differ by so much from lap to lap. */
  readonly noiseMs: number
  readonly wearMs: number
  readonly laneMs: number
  readonly bypassMs: number
  /** Lost after the exit, until the car is up to speed. */
  readonly accelerationMs: number
  readonly stopNoiseMs: number
  readonly slowStopChance: number
  readonly passChance: number
  readonly safetyCarLap: number | null
  readonly usualStops: number
}

interface ModelCar {
  readonly index: number
  readonly pace: number
  /** A set lasts for this share of the race. */
  readonly life: number
  readonly planned: readonly number[]
  /** When it crossed the line, from the start; by laps. */
  readonly lineMs: number[]
  readonly stops: {
    readonly lap: number
    readonly enterMs: number
    readonly exitMs: number
    readonly standMs: number
  }[]
  tyreAge: number
  /** What a stop adds after the line. */
  owedMs: number
}

/** Where the lane begins and ends, as shares of a lap before and after the line. */
const ENTRY_SHARE = 0.04
const EXIT_SHARE = 0.05
const SECTOR_SHARE = 0.31

/**
 * A race by laps: no car has a place on the track between two lines, and nothing of the simulated game is in
 * it. Strategies, spread, wear, traffic and stops are drawn for each race.
 */
export function* lapModelStops(options: LapModelOptions): Iterable<ModelledStop> {
  const random = createRandom(options.seed)
  const conditions = drawConditions(options, random)
  const cars = drawCars(options, conditions, random)
  for (let lap = 1; lap <= options.laps; lap++) driveLap(lap, cars, options, conditions, random)
  for (const car of cars) {
    for (const stop of car.stops) {
      const session = stateAt(stop.enterMs - 200, cars, options, conditions)
      const position =
        1 + cars.filter((other) => other !== car && exitTime(other, stop.lap) < stop.exitMs).length
      const isShown = session.drivers.some(
        (driver) => driver.driverIdx === car.index && driver.pitStatus === 0,
      )
      if (isShown) yield { session, driverIdx: car.index, position }
    }
  }
}

function drawConditions({ laps, strategy }: LapModelOptions, random: Random): Conditions {
  const lapMs = random.between(68_000, 108_000)
  const hasSafetyCar = random.next() < 0.35
  return {
    lapMs,
    spread: random.between(0.003, 0.03),
    noiseMs: random.between(120, 600),
    wearMs: random.between(15, 140),
    laneMs: random.between(17_000, 27_000),
    bypassMs: random.between(3_000, 6_500),
    accelerationMs: random.between(700, 2_300),
    stopNoiseMs: random.between(200, 900),
    slowStopChance: strategy === 'shared' ? 0.1 : random.between(0, 0.08),
    passChance: random.between(0.1, 0.6),
    safetyCarLap: hasSafetyCar ? random.integer(2, Math.max(2, laps - 3)) : null,
    usualStops: laps < 16 ? 1 : laps < 30 ? random.integer(1, 2) : random.integer(1, 3),
  }
}

function drawCars(
  { laps, strategy }: LapModelOptions,
  { spread, usualStops }: Conditions,
  random: Random,
): ModelCar[] {
  const paces = Array.from({ length: CARS }, () => random.next() * spread).toSorted((a, b) => a - b)
  const common = Array.from(
    { length: usualStops },
    (_, stop) => (laps * (stop + 1)) / (usualStops + 1),
  )
  return paces.map((pace, index) => {
    const stops = Math.max(1, usualStops + (random.next() < 0.2 ? random.integer(-1, 1) : 0))
    const width = strategy === 'shared' ? 0.05 : random.between(0.04, 0.2)
    const planned = Array.from({ length: stops }, (_, stop) => {
      const middle =
        strategy === 'shared' ? (common[stop] ?? laps / 2) : (laps * (stop + 1)) / (stops + 1)
      return Math.round(middle + gauss(random) * width * laps * 0.5)
    })
    return {
      index,
      // A car is not always where its pace belongs.
      pace: Math.max(0, pace + gauss(random) * spread * 0.15),
      life: (0.26 + 0.13 * random.integer(0, 2)) * (1 + gauss(random) * 0.08),
      planned: planned.filter((lap) => lap > 0 && lap < laps).toSorted((a, b) => a - b),
      lineMs: [index * 250 + random.between(0, 200)],
      stops: [],
      tyreAge: random.integer(0, 2),
      owedMs: 0,
    }
  })
}

function isSlow(lap: number, { safetyCarLap }: Conditions): boolean {
  return safetyCarLap !== null && lap >= safetyCarLap && lap < safetyCarLap + 3
}

function driveLap(
  lap: number,
  cars: readonly ModelCar[],
  options: LapModelOptions,
  conditions: Conditions,
  random: Random,
): void {
  const slow = isSlow(lap, conditions)
  const order = cars.toSorted((a, b) => lineOf(a, lap - 1) - lineOf(b, lap - 1))
  let aheadMs = Number.NEGATIVE_INFINITY
  for (const [rank, car] of order.entries()) {
    const fromMs = lineOf(car, lap - 1)
    const tails = options.strategy === 'shared' ? heavyNoise(random) : gauss(random)
    const freeMs = slow
      ? conditions.lapMs * (rank === 0 ? 1.5 : 1.32)
      : conditions.lapMs * (1 + car.pace) +
        conditions.wearMs * car.tyreAge +
        tails * conditions.noiseMs
    let lineMs = fromMs + freeMs + car.owedMs
    const isStuck = lineMs < aheadMs + 500 && (slow || random.next() > conditions.passChance)
    if (isStuck) lineMs = Math.max(lineMs, aheadMs + (slow ? 900 : random.between(400, 1_100)))
    car.owedMs = 0
    car.tyreAge++
    if (wantsStop(car, lap, order, rank, options, conditions, random)) {
      const standMs =
        2_300 +
        Math.abs(gauss(random)) * conditions.stopNoiseMs +
        (random.next() < conditions.slowStopChance ? random.between(2_000, 9_000) : 0)
      const enterMs = lineMs - ENTRY_SHARE * (lineMs - fromMs)
      const exitMs = enterMs + conditions.laneMs + standMs
      const beforeLine = 0.45 * (conditions.laneMs - conditions.bypassMs)
      const lineInLane = lineMs + beforeLine
      car.owedMs =
        exitMs -
        lineInLane -
        EXIT_SHARE * conditions.lapMs * (slow ? 1.5 : 1) +
        (slow ? 0 : conditions.accelerationMs)
      car.stops.push({ lap, enterMs, exitMs, standMs })
      car.lineMs.push(lineInLane)
      car.tyreAge = 0
    } else {
      car.lineMs.push(lineMs)
      aheadMs = Math.max(aheadMs, lineMs)
    }
  }
}

function wantsStop(
  car: ModelCar,
  lap: number,
  order: readonly ModelCar[],
  rank: number,
  { laps, strategy }: LapModelOptions,
  conditions: Conditions,
  random: Random,
): boolean {
  if (lap >= laps - 1 || lap < 2 || car.tyreAge < 3) return false
  if (strategy === 'worn') {
    const isDue = car.tyreAge >= car.life * laps * (1 + gauss(random) * 0.06)
    const isCheap = isSlow(lap, conditions) && car.tyreAge > car.life * laps * 0.5
    return laps - lap > laps * 0.12 && (isDue || (isCheap && random.next() < 0.7))
  }
  const left = car.planned.length - car.stops.length
  if (left <= 0) return false
  const due = car.planned[car.stops.length] ?? laps
  if (isSlow(lap, conditions) && car.tyreAge > laps * 0.12)
    return random.next() < (strategy === 'planned' ? 0.35 : 0.6)
  if (strategy !== 'reactive') return lap >= due
  // A car that is about to be undercut reacts to the stop of a car around it.
  const around = [order[rank - 1], order[rank + 1]]
  const isThreatened = around.some(
    (other) =>
      other?.stops.at(-1)?.lap === lap - 1 &&
      Math.abs(lineOf(other, lap - 2) - lineOf(car, lap - 2)) < 3_500,
  )
  if (isThreatened && lap > due * 0.7) return random.next() < 0.5
  return random.next() < (lap < due - 2 ? 0.02 : lap < due ? 0.2 : 0.5)
}

function lineOf(car: ModelCar, laps: number): number {
  return car.lineMs[laps] ?? Number.POSITIVE_INFINITY
}

/** Returns when a car passes the exit of the pit lane after a lap. */
function exitTime(car: ModelCar, lap: number): number {
  const stop = car.stops.find((each) => each.lap === lap)
  if (stop) return stop.exitMs
  const [fromMs, toMs] = [lineOf(car, lap), lineOf(car, lap + 1)]
  return fromMs + EXIT_SHARE * (toMs - fromMs)
}

function stateAt(
  atMs: number,
  cars: readonly ModelCar[],
  { laps }: LapModelOptions,
  conditions: Conditions,
): Raced {
  const progress = cars.map((car) => progressAt(car, atMs))
  const order = cars
    .map(({ index }) => index)
    .toSorted((a, b) => itemAt(progress, b) - itemAt(progress, a))
  const first = itemAt(order, 0)
  const leader = itemAt(cars, first)
  const leaderLap = Math.floor(itemAt(progress, first)) + 1
  let aheadMs = 0
  const drivers: Driver[] = []
  for (const [rank, index] of order.entries()) {
    const car = itemAt(cars, index)
    const gapMs =
      rank === 0 ? 0 : Math.max(0, Math.round(atMs - timeAt(leader, itemAt(progress, index))))
    drivers.push(driverOf(car, atMs, rank + 1, gapMs, gapMs - aheadMs))
    aheadMs = gapMs
  }
  return {
    drivers: drivers.toSorted((a, b) => a.driverIdx - b.driverIdx),
    sessionType: SessionType.Race,
    packetFormat: 2025,
    numberOfLaps: laps,
    safetyCarStatus: isSlow(leaderLap, conditions) ? SafetyCarStatus.Full : SafetyCarStatus.None,
  }
}

/** A car that comes in is as fast as the others until the entry of the lane. */
function progressAt(car: ModelCar, atMs: number): number {
  const { lineMs, stops } = car
  const laps = lineMs.findLastIndex((timeMs) => timeMs <= atMs)
  if (laps < 0) return 0
  const [fromMs, toMs] = [itemAt(lineMs, laps), lineOf(car, laps + 1)]
  const enterMs = stops.find(({ lap }) => lap === laps + 1)?.enterMs
  if (enterMs === undefined) return laps + Math.min(0.999, (atMs - fromMs) / (toMs - fromMs))
  const share =
    atMs < enterMs
      ? (1 - ENTRY_SHARE) * ((atMs - fromMs) / (enterMs - fromMs))
      : 1 - ENTRY_SHARE * ((toMs - atMs) / (toMs - enterMs))
  return laps + Math.min(0.999, share)
}

function timeAt(car: ModelCar, progress: number): number {
  const laps = Math.floor(progress)
  const share = progress - laps
  const [fromMs, toMs] = [lineOf(car, laps), lineOf(car, laps + 1)]
  const enterMs = car.stops.find(({ lap }) => lap === laps + 1)?.enterMs
  if (enterMs === undefined) return fromMs + share * (toMs - fromMs)
  return share < 1 - ENTRY_SHARE
    ? fromMs + (share / (1 - ENTRY_SHARE)) * (enterMs - fromMs)
    : toMs - ((1 - share) / ENTRY_SHARE) * (toMs - enterMs)
}

function driverOf(
  car: ModelCar,
  atMs: number,
  position: number,
  gapMs: number,
  intervalMs: number,
): Driver {
  const laps = Math.max(
    0,
    car.lineMs.findLastIndex((timeMs) => timeMs <= atMs),
  )
  const lapTimes = Array.from({ length: laps }, (_, lap): Lap => {
    const lapTime = Math.round(lineOf(car, lap + 1) - lineOf(car, lap))
    const after = car.stops.find((stop) => stop.lap === lap)
    const owed = after ? Math.max(0, after.exitMs - lineOf(car, lap) - EXIT_SHARE * lapTime) : 0
    const sector1Time = Math.round((lapTime - owed) * SECTOR_SHARE + owed)
    return { lapTime, sector1Time, sector2Time: null, sector3Time: null, invalidLap: false }
  })
  const past = car.stops.filter((stop) => stop.enterMs <= atMs)
  const last = past.at(-1)
  const isInLane = last !== undefined && atMs < last.exitMs
  const pitStops = past
    .filter((stop) => stop.lap <= laps)
    .map(({ lap, enterMs, exitMs, standMs }): PitStop => ({
      lapNum: lap,
      pitLaneTimeMs: atMs >= exitMs ? Math.round(exitMs - enterMs) : null,
      stopTimeMs: atMs >= exitMs ? Math.round(standMs) : null,
    }))
  const sector1Time = Math.round(atMs - lineOf(car, laps))
  return {
    ...BLANK_DRIVER,
    driverIdx: car.index,
    name: String(car.index),
    position,
    resultStatus: ResultStatus.Active,
    lapTimes,
    numberOfLaps: laps,
    currentLapNumber: laps + 1,
    currentSector1TimeMs:
      sector1Time > SECTOR_SHARE * 100_000 ? Math.round(SECTOR_SHARE * 90_000) : null,
    pitStops,
    pitStatus: isInLane ? 1 : 0,
    deltaToLeader: gapMs,
    deltaToCarAhead: intervalMs,
  }
}

/** The sum of twelve evenly spread values has about a normal distribution. */
function gauss(random: Random): number {
  let sum = -6
  for (let draw = 0; draw < 12; draw++) sum += random.next()
  return sum
}

/** Some laps have a mistake. */
function heavyNoise(random: Random): number {
  return gauss(random) + (random.next() < 0.04 ? random.between(2, 12) : 0)
}
