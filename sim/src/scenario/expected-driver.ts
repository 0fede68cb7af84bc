import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Driver, Lap, PitStop } from '@pitboard/contract/sessions/driver'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { bestLapMs, classify, penalisedTimeMs, pointsOf } from '../world/classification.ts'
import { has, type Setup } from '../setup/setup.ts'
import { isRaceKind } from '../setup/situations.ts'
import { CORNER_CUTTING, truthOfCar, penaltyOf, warningOf } from './truth.ts'
import {
  currentStint,
  isInvalid,
  isOut,
  stopsOf,
  type Car,
  type DrivenLap,
  type DrivenStop,
} from '../world/car.ts'
import type { Near } from './differences.ts'
import { reads, receives, type Reception } from './reception.ts'
import type { SentSeat } from './sent-values.ts'
import type { DrivenSession } from './session-script.ts'

type Gaps = 'deltaToCarAhead' | 'deltaToLeader'
type SectorKey = 'sector1Time' | 'sector2Time' | 'sector3Time'
type LastSectors = 'lastSector1TimeMs' | 'lastSector2TimeMs' | 'lastSector3TimeMs'
type BestSectors = 'bestSector1TimeMs' | 'bestSector2TimeMs' | 'bestSector3TimeMs'
type MaybeUnknown = Gaps | LastSectors | BestSectors

export type ExpectedLap = Omit<Lap, SectorKey> & { readonly [K in SectorKey]: number | null | Near }
type ExpectedStop = Omit<PitStop, 'stopTimeMs'> & { readonly stopTimeMs: number | null | Near }
type ExpectedLastLap = Pick<Driver, 'lastLapTimeMs'> & {
  readonly [K in LastSectors]: number | null | Near
}

/**
 * Fields that the simulator expects nothing of: names and colours follow from the id of the team, and the others from the
 * last packet of a kind that is sent seldom. The tests of telemetry's ids and car conditions have their values.
 */
type WithoutTruth =
  | 'team'
  | 'teamColour'
  | 'drsStatus'
  | 'activeAeroStatus'
  | 'overtakeStatus'
  | 'tyreWear'
  | 'damage'

/** A new field of a driver does not compile before it is expected here, or listed above with its reason. */
export type ExpectedDriver = Omit<
  Required<Driver>,
  MaybeUnknown | WithoutTruth | 'lapTimes' | 'pitStops'
> & {
  readonly [K in MaybeUnknown]: number | null | Near
} & { readonly lapTimes: readonly ExpectedLap[]; readonly pitStops: readonly ExpectedStop[] }

const DERIVED_WITHIN_MS = 300
const LONGEST_SECTOR_MS = 65_535

interface DriverContext {
  readonly setup: Setup
  readonly driven: DrivenSession
  readonly car: Car
  readonly place: number
  readonly reception: Reception
  readonly unknowable: string[]
}

/** The expected recording of one car. */
export function expectedDriver(asked: DriverContext): ExpectedDriver {
  const { setup, driven, car, place, unknowable } = asked
  const isRace = isRaceKind(setup.kind)
  const truth = truthOfCar(driven.world, car, place)
  const sent = driven.sent.cars[car.index]
  const where = driven.sent.places[car.index]
  const laps = lapsOf(asked, truth.lapTimes)
  const { entry, isHuman } = rowOf(asked)
  if (isHuman !== car.entry.human) unknowable.push(`drivers.${car.index}.isHuman`)
  const isPublic = !entry.restricted || !isHuman
  const condition = isPublic ? where : undefined
  return {
    driverIdx: car.index,
    name: entry.name,
    carNumber: entry.raceNumber,
    teamId: entry.teamId,
    isHuman,
    telemetryPublic: isPublic,
    lapTimes: laps,
    ...incidentsOf(asked),
    tyres: truth.tyres,
    position: hasClassification(setup) ? place : (sent?.position ?? null),
    startingPosition: isRace ? car.gridPosition : null,
    finishingPosition: isOrderKnown(asked) ? place : (sent?.position ?? null),
    resultStatus: car.resultStatus,
    numberOfLaps: car.laps.length,
    currentLapNumber: car.lapNum,
    totalRaceTime: hasTotalTime(asked) ? truth.totalRaceTime : null,
    totalPenaltiesSeconds: car.penaltySeconds,
    totalWarnings: car.warnings.length,
    bestLapTimeMs: finite(hasClassification(setup) ? bestLapMs(car) : bestKnownLapMs(car, laps)),
    bestSector1TimeMs: best(asked, laps, 'sector1Time', ({ sector1Ms }) => sector1Ms),
    bestSector2TimeMs: best(asked, laps, 'sector2Time', ({ sector2Ms }) => sector2Ms),
    bestSector3TimeMs: best(asked, laps, 'sector3Time', ({ sector3Ms }) => sector3Ms),
    ...lastLap(laps.at(-1)),
    currentLapTimeMs: null,
    currentSector1TimeMs: null,
    currentSector2TimeMs: null,
    currentSector3TimeMs: null,
    currentTyreCompound: currentStint(car).compound.visual,
    currentTyreAgeLaps: where?.tyreAgeLaps ?? null,
    points: isRace && hasClassification(setup) ? pointsOf(driven.world, car, place) : null,
    ...gapsOf(asked),
    unservedDriveThroughs: car.unservedDriveThroughs,
    unservedStopGos: car.unservedStopGos,
    livePosition: where?.livePosition ?? null,
    lapDistance: sent?.lapDistance ?? null,
    currentLapInvalid: sent?.currentLapInvalid ?? false,
    sector: sent?.sector ?? 0,
    pitStatus: sent?.pitStatus ?? 0,
    driverStatus: sent?.driverStatus ?? 0,
    velocity: where?.velocity ?? null,
    fuelRemainingLaps: condition?.fuelRemainingLaps ?? null,
    ersStorePercent: condition?.ersStorePercent ?? null,
    ersDeployedPercent: condition?.ersDeployedPercent ?? null,
    ersDeployMode: condition?.ersDeployMode ?? null,
  }
}

export function hasClassification(setup: Setup): boolean {
  const isMissing = has(setup, 'classificationMissing') || has(setup, 'leftEarly')
  return setup.kind !== 'timeTrial' && !isMissing
}

type Incidents = Pick<ExpectedDriver, 'pitStops' | 'penalties' | 'warnings'> &
  Pick<ExpectedDriver, 'totalCornerCutWarnings'>

/** Stops, penalties and warnings, which are sent once: a late recorder misses earlier ones. */
function incidentsOf({ setup, car, reception, unknowable }: DriverContext): Incidents {
  const path = `drivers.${car.index}`
  const isReceived = ({ sentMs }: { readonly sentMs: number }): boolean =>
    receives(reception, sentMs)
  for (const kind of ['penalties', 'warnings'] as const) {
    const missed = car[kind].filter((issued) => !isReceived(issued)).length
    if (missed > 0) unknowable.push(`${path}.${kind}: ${missed} before joining`)
  }
  // A stop that the game has not counted when the recording ends does not count.
  const pitStops = car.pitStops.slice(0, stopsOf(car)).map((stop, i) => {
    const sent = expectedStop(stop, reception, isInLane(car, stop))
    for (const key of ['pitLaneTimeMs', 'stopTimeMs'] as const) {
      if (sent[key] !== stop[key]) unknowable.push(`${path}.pitStops.${i}.${key}`)
    }
    return sent
  })
  const warnings = car.warnings.filter(isReceived)
  // The game of 2022 does not count them separately.
  const counted = setup.format < 2023 ? warnings : car.warnings
  return {
    pitStops,
    penalties: car.penalties.filter(isReceived).map(penaltyOf),
    warnings: warnings.map(warningOf),
    totalCornerCutWarnings: counted.filter(({ infringement }) =>
      CORNER_CUTTING.includes(infringement),
    ).length,
  }
}

/** Returns whether it still is at this stop where the recording ends. */
function isInLane(car: Car, stop: DrivenStop): boolean {
  return stop === car.pitStops.at(-1) && car.pit !== 'none' && !isOut(car)
}

/** A car without a classification has a total time only if it has finished and every lap is known. */
function hasTotalTime({ setup, driven, car, reception }: DriverContext): boolean {
  if (!isRaceKind(setup.kind) || car.laps.length === 0) return false
  if (hasClassification(setup)) return true
  return car.resultStatus === ResultStatus.Finished && countUnseenLaps(driven, reception, car) === 0
}

/**
 * Decides whether the order is known. If there is no classification, it follows from the times, provided that those of
 * all finishers are known.
 */
export function isOrderKnown({
  setup,
  driven,
  reception,
}: Pick<DriverContext, 'setup' | 'driven' | 'reception'>): boolean {
  if (has(setup, 'leftEarly')) return false
  if (!isRaceKind(setup.kind) || hasClassification(setup)) return true
  const finished = driven.world.cars.filter((car) => car.resultStatus === ResultStatus.Finished)
  return finished.every((car) => countUnseenLaps(driven, reception, car) === 0)
}

/**
 * Counts the laps that a late recorder does not know. If histories are missing, it knows the last lap before it joined,
 * but none before that one.
 */
function countUnseenLaps(
  { world: { setup }, sent }: DrivenSession,
  { joinedMs }: Reception,
  { index }: Pick<Car, 'index'>,
): number {
  if (!has(setup, 'historiesMissing')) return 0
  const joined = sent.quiet.find(({ sentMs }) => sentMs === joinedMs)
  return Math.max(0, (joined?.lapsDone[index] ?? 0) - 1)
}

const unseenLap: ExpectedLap = {
  lapTime: null,
  sector1Time: null,
  sector2Time: null,
  sector3Time: null,
  invalidLap: false,
}

/** Returns what the timing alone shows of the laps: only the time of the last lap before a late start. */
function lapsOfTiming({ setup, driven, car, reception }: DriverContext): ExpectedLap[] {
  const joined = driven.sent.quiet.find(({ sentMs }) => sentMs === reception.joinedMs)
  const done = joined?.lapsDone[car.index] ?? 0
  return truthOfCar(driven.world, car, 0).lapTimes.map((lap, i) => {
    if (i < done - 1) return unseenLap
    if (i < done) return { ...unseenLap, lapTime: lap.lapTime }
    if (i > done || setup.format > 2022) return lap
    // A sector of 2022 that ended before the start may have been a long one.
    const { sector1Time, sector2Time, sector3Time } = lap
    return {
      ...lap,
      sector1Time: orNull(sector1Time),
      sector2Time: orNull(sector2Time),
      sector3Time: orNull(sector3Time),
    }
  })
}

function bestKnownLapMs({ laps }: Car, known: readonly ExpectedLap[]): number {
  const valid = laps.filter((lap, i) => !isInvalid(lap) && known[i]?.lapTime === lap.lapTimeMs)
  return Math.min(...valid.map(({ lapTimeMs }) => lapTimeMs))
}

/** The timers are known if the frames with their last values were received. */
function expectedStop(stop: DrivenStop, reception: Reception, isUnderWay: boolean): ExpectedStop {
  const { lapNum, pitLaneTimeMs, stopTimeMs, shownMs, departedMs, heldMs } = stop
  const isReceived = (sentMs: number): boolean =>
    sentMs <= reception.timingEndsMs && reads(reception, sentMs)
  const unknown = { lapNum, pitLaneTimeMs: null, stopTimeMs: null }
  if (!shownMs.some(isReceived)) return unknown
  const lastMs = itemAt(shownMs, shownMs.length - 1)
  const isEndReceived = isReceived(lastMs) || heldMs.some(isReceived)
  if (isEndReceived && !isUnderWay) return { lapNum, pitLaneTimeMs, stopTimeMs }
  if (!shownMs.some((sentMs) => sentMs >= departedMs && isReceived(sentMs))) return unknown
  // A few frames may not show that the timer has stopped.
  return { lapNum, pitLaneTimeMs: null, stopTimeMs: { near: stopTimeMs, within: 0, orNull: true } }
}

/** Returns the expected laps. A recorder that missed a part of a lap of 2022 may not know which sector was long. */
function lapsOf(asked: DriverContext, laps: readonly Lap[]): ExpectedLap[] {
  const { setup, reception } = asked
  if (has(setup, 'historiesMissing') && reception.joinedMs > 0) return lapsOfTiming(asked)
  const isWhole = reception.joinedMs === 0 && reception.outages.length === 0
  return laps.map((lap) => {
    const { sector1Time, sector2Time, sector3Time } = lap
    const longestMs = Math.max(sector1Time ?? 0, sector2Time ?? 0, sector3Time ?? 0)
    if (setup.format > 2022 || isWhole || longestMs <= LONGEST_SECTOR_MS) return lap
    return {
      ...lap,
      sector1Time: orNull(sector1Time),
      sector2Time: orNull(sector2Time),
      sector3Time: orNull(sector3Time),
    }
  })
}

function orNull(ms: number | null): Near | null {
  return ms === null ? null : { near: ms, within: 0, orNull: true }
}

/**
 * The last ones that were sent. In 2022 none are: they are derived while a car is racing, and on
 * the last metres the time of the car in front is unknown.
 */
function gapsOf(asked: DriverContext): Pick<ExpectedDriver, Gaps> {
  const { setup, driven, car, place } = asked
  if (isRaceKind(setup.kind) && isOrderKnown(asked)) return resultGapsOf(asked)
  const sent = driven.sent.cars[car.index]
  const position = hasClassification(setup) ? place : sent?.position
  if (!sent || position === 1) return { deltaToCarAhead: null, deltaToLeader: null }
  const { deltaToCarAhead, deltaToLeader } = sent
  if (setup.format >= 2023) return { deltaToCarAhead, deltaToLeader }
  const derived = (gapMs: number | null): Near | null =>
    gapMs === null || !sent.isRacing
      ? null
      : { near: gapMs, within: DERIVED_WITHIN_MS, orNull: true }
  return { deltaToCarAhead: derived(deltaToCarAhead), deltaToLeader: derived(deltaToLeader) }
}

/** Returns the gaps of the result, which hold once the race is over, between cars that drove as many laps. */
function resultGapsOf({
  driven: { world },
  car,
  place,
}: DriverContext): Pick<ExpectedDriver, Gaps> {
  const order = classify(world)
  const gapTo = (ahead: Car | undefined): number | null => {
    if (!ahead || ahead === car || ahead.resultStatus !== 3 || car.resultStatus !== 3) return null
    if (ahead.laps.length !== car.laps.length) return null
    return penalisedTimeMs(car) - penalisedTimeMs(ahead)
  }
  return { deltaToCarAhead: gapTo(order[place - 2]), deltaToLeader: gapTo(order[0]) }
}

/**
 * The driver of the row: the human who completed laps in the car, as far as lists with them arrived.
 * Before the first completed lap a later human has it, and a human has it before an AI.
 */
function rowOf({ driven, car, reception }: DriverContext): Pick<SentSeat, 'entry' | 'isHuman'> {
  const seats = driven.sent.lists
    .filter(({ sentMs }) => reads(reception, sentMs))
    .map(({ seats: all }) => itemAt(all, car.index))
    // The first lists may show the AI as human.
    .map((seat) => ({ ...seat, isHuman: seat.isHuman && seat.entry.human }))
  let row = itemAt(seats, 0)
  for (const seat of seats) {
    const isNewHuman = seat.isHuman && (!row.isHuman || !seat.hasCompletedLap)
    if (isNewHuman) row = seat
  }
  return row
}

function lastLap(last: ExpectedLap | undefined): ExpectedLastLap {
  return {
    lastLapTimeMs: last?.lapTime ?? null,
    lastSector1TimeMs: last?.sector1Time ?? null,
    lastSector2TimeMs: last?.sector2Time ?? null,
    lastSector3TimeMs: last?.sector3Time ?? null,
  }
}

const SECTORS = { sector1Time: 1, sector2Time: 2, sector3Time: 3 } as const

/**
 * Returns the best time of a sector that counts: the game calls the sectors of an invalid lap valid up to the cut, as
 * far as a history says so before the player leaves.
 */
function best(
  { setup, car: { laps } }: DriverContext,
  sent: readonly ExpectedLap[],
  key: SectorKey,
  timeOf: (lap: DrivenLap) => number,
): number | null | Near {
  const isSeen = ({ validSectors }: DrivenLap, i: number): boolean =>
    validSectors >= SECTORS[key] && sent[i]?.[key] !== null
  const bestMs = finite(Math.min(...laps.filter(isSeen).map(timeOf)))
  const isUnsaid = (lap: DrivenLap, i: number): boolean =>
    has(setup, 'leftEarly') && isInvalid(lap) && i === laps.length - 1
  const isKnown = (lap: DrivenLap, i: number): boolean =>
    isSeen(lap, i) && typeof sent[i]?.[key] === 'number' && !isUnsaid(lap, i)
  const knownMs = finite(Math.min(...laps.filter(isKnown).map(timeOf)))
  if (bestMs === null || knownMs === bestMs) return bestMs
  return { near: bestMs, within: (knownMs ?? bestMs) - bestMs, orNull: true }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
