import type { Driver, Lap } from '@pitboard/contract/sessions/driver'
import { ResultStatus, WarningType } from '@pitboard/contract/wire/enumerations'
import type { Vector } from '@pitboard/contract/wire/schema'
import { teamOf } from '../../ids/id-tables.ts'
import { completedLaps, isRace } from '../state/queries.ts'
import { derivedGap } from '../cars/gaps.ts'
import { sectorOrNull, timeOrNull } from '../cars/laps.ts'
import { conditionOf } from '../packets/car-condition.ts'
import { motionOf, toTenth, toWhole } from '../packets/motion.ts'
import { isResultKnown, resultGap } from '../cars/result-order.ts'
import type { CarState, LapCar, LapEntry, Participant, TrackedSession } from '../state/state.ts'

/** The game sends minutes in a byte: a value near its end is not a gap of a race. */
const longestGapMs = 4 * 3_600_000

/** Returns the contract's row of a car. It shares the arrays of the state. */
export function driverOf(
  session: TrackedSession,
  car: CarState,
  participant: Participant,
  hasGrid: boolean,
): Driver {
  const { lap, result } = car
  const timing = lap ?? untimed
  const motion = motionOf(session)[car.idx] ?? null
  const { name: team, colour } = teamOf(session.info.ids, participant.teamId)
  const hasStarted = lap !== null
  const position = positionOf(car)
  const bests = bestsOf(car)
  const lapsDone = completedLaps(car, hasGrid)
  const last = lap === null ? null : lastLapOf(car, lap)
  const isOver = session.status !== 'live' || result !== null
  const isLive = hasStarted && !isOver
  const telemetryPublic = isTelemetryPublic(session, car, participant)
  const condition = conditionOf(session, car.idx, telemetryPublic)
  return {
    driverIdx: car.idx,
    name: participant.name,
    carNumber: participant.raceNumber,
    team,
    teamId: participant.teamId,
    teamColour: liveryColour(participant) ?? colour,
    isHuman: car.isHuman,
    telemetryPublic,
    lapTimes: withoutCopy(car.lapTimes),
    pitStops: withoutCopy(car.pitStops),
    tyres: withoutCopy(car.tyres),
    penalties: withoutCopy(car.penalties),
    warnings: withoutCopy(car.warnings),
    position,
    startingPosition: hasGrid ? timeOrNull(result?.gridPosition ?? timing.gridPosition) : null,
    finishingPosition: finishingPosition(session, car),
    resultStatus: result?.resultStatus ?? timing.resultStatus,
    points: hasGrid ? (result?.points ?? null) : null,
    numberOfLaps: lapsDone,
    currentLapNumber: isOver
      ? Math.max(timing.currentLapNum, car.historyLaps)
      : timing.currentLapNum,
    totalRaceTime: hasGrid ? totalRaceTime(session, car, lapsDone) : null,
    totalPenaltiesSeconds: result?.penaltiesTimeSeconds ?? timing.penaltiesSeconds,
    totalWarnings: timing.totalWarnings,
    totalCornerCutWarnings: lap?.cornerCuttingWarnings ?? cornerCuts(car),
    bestLapTimeMs: timeOrNull(result?.bestLapTimeMs ?? null) ?? bests.lapTimeMs,
    bestSector1TimeMs: bests.sector1TimeMs,
    bestSector2TimeMs: bests.sector2TimeMs,
    bestSector3TimeMs: bests.sector3TimeMs,
    lastLapTimeMs: last?.lapTime ?? timeOrNull(timing.lastLapTimeMs),
    lastSector1TimeMs: last?.sector1Time ?? null,
    lastSector2TimeMs: last?.sector2Time ?? null,
    lastSector3TimeMs: last?.sector3Time ?? null,
    currentLapTimeMs: isLive ? timeOrNull(lap.currentLapTimeMs) : null,
    currentSector1TimeMs: isLive ? sectorOrNull(lap.sector1TimeMs, car.wrap1Ms) : null,
    currentSector2TimeMs: isLive ? sectorOrNull(lap.sector2TimeMs, car.wrap2Ms) : null,
    currentSector3TimeMs: isLive ? currentSector3(car, lap) : null,
    currentLapInvalid: lap !== null && lap.currentLapInvalid !== 0,
    sector: timing.sector,
    pitStatus: timing.pitStatus,
    driverStatus: timing.driverStatus,
    deltaToCarAhead: gapTo(
      session,
      car,
      (result?.position ?? car.provisionalPosition ?? timing.carPosition) - 1,
      lap?.deltaToCarInFrontMs ?? null,
    ),
    deltaToLeader: gapTo(session, car, 1, lap?.deltaToRaceLeaderMs ?? null),
    currentTyreCompound: car.tyreCompound,
    currentTyreAgeLaps: car.tyreAgeLaps,
    unservedDriveThroughs: timing.numUnservedDriveThroughPens,
    unservedStopGos: timing.numUnservedStopGoPens,
    livePosition:
      motion === null
        ? null
        : vector(motion.worldPositionX, motion.worldPositionY, motion.worldPositionZ),
    velocity:
      motion === null
        ? null
        : vector(motion.worldVelocityX, motion.worldVelocityY, motion.worldVelocityZ),
    lapDistance: lap === null ? null : finite(toWhole(lap.lapDistance)),
    fuelRemainingLaps: condition.fuelRemainingLaps,
    ersStorePercent: condition.ersStorePercent,
    ersDeployedPercent: condition.ersDeployedPercent,
    ersDeployMode: condition.ersDeployMode,
    drsStatus: condition.drsStatus,
    activeAeroStatus: condition.activeAeroStatus,
    overtakeStatus: condition.overtakeStatus,
    tyreWear: condition.tyreWear,
    damage: condition.damage,
  }
}

/** A car is shown like this until the game sends its first timing. */
const untimed = {
  gridPosition: 0,
  resultStatus: ResultStatus.Invalid,
  currentLapNum: 0,
  penaltiesSeconds: 0,
  totalWarnings: 0,
  lastLapTimeMs: 0,
  sector: 0,
  pitStatus: 0,
  driverStatus: 0,
  carPosition: 0,
  numUnservedDriveThroughPens: 0,
  numUnservedStopGoPens: 0,
} as const satisfies Partial<LapCar>

/**
 * R22: returns the game's gap, and otherwise the derived one; null for the leader and outside races. R26:
 * once the result is known, it returns the gap in the result.
 */
function gapTo(
  session: TrackedSession,
  car: CarState,
  front: number,
  sentMs: number | null,
): number | null {
  if (isResultKnown(session)) return isRace(session) ? resultGap(session, car, front) : null
  const position = positionOf(car)
  if (car.lap === null || position === null || position === 1 || !isRace(session)) return null
  if (sentMs === null) return derivedGap(session, car, front)
  return sentMs < longestGapMs ? timeOrNull(sentMs) : null
}

/** Returns the lap time without the first two sectors, which is derived because the game does not send it. */
function currentSector3(car: CarState, lap: LapCar): number | null {
  if (lap.sector !== 2) return null
  const first = sectorOrNull(lap.sector1TimeMs, car.wrap1Ms)
  const second = sectorOrNull(lap.sector2TimeMs, car.wrap2Ms)
  if (first === null || second === null) return null
  return timeOrNull(lap.currentLapTimeMs - first - second)
}

/**
 * Returns the warnings for corner cutting. 2022 counts all warnings together, so that the recorded ones are
 * counted there.
 */
function cornerCuts(car: CarState): number {
  return car.warnings.filter(({ warningType }) => warningType === WarningType.CornerCutting).length
}

/** R9: returns the position in the classification; without one, the last position after the end. */
function finishingPosition(session: TrackedSession, car: CarState): number | null {
  if (session.classifiedAtMs !== null) return car.result?.position ?? null
  return session.status === 'live' ? null : (car.provisionalPosition ?? positionOf(car))
}

function positionOf(car: CarState): number | null {
  return timeOrNull(car.result?.position ?? car.lap?.carPosition ?? null)
}

/** Returns the last lap if it is recorded; at the end histories have one lap more than the timing. */
function lastLapOf(car: CarState, lap: LapCar): Driver['lapTimes'][number] | null {
  const last = car.lapTimes.at(-1)
  if (last === undefined || last.lapTime === null) return null
  return car.lapTimes.length >= lap.currentLapNum - 1 ? last : null
}

/**
 * R9: returns the time in the classification; without one, the sum of the laps of a car that has finished.
 */
function totalRaceTime(session: TrackedSession, car: CarState, lapsDone: number): number | null {
  if (car.result !== null) {
    const ms = Math.round(car.result.totalRaceTimeSeconds * 1000)
    return Number.isSafeInteger(ms) ? timeOrNull(ms) : null
  }
  if (session.classifiedAtMs !== null) return null
  if (car.lap?.resultStatus !== ResultStatus.Finished) return null
  if (lapsDone === 0 || car.lapTimes.length < lapsDone) return null
  let totalMs = 0
  for (const lap of car.lapTimes) {
    if (lap.lapTime === null) return null
    totalMs += lap.lapTime
  }
  return totalMs
}

/**
 * R13: returns whether a driver's telemetry is public; that of AI cars, and of the players at this console,
 * always is.
 */
export function isTelemetryPublic(
  session: TrackedSession,
  car: CarState,
  participant: Participant,
): boolean {
  if (!car.isHuman || participant.yourTelemetry === 1) return true
  const { isSpectating, header } = session.info
  const isOwn = car.idx === header.playerCarIndex || car.idx === header.secondaryPlayerCarIndex
  return isSpectating === 0 && isOwn
}

function liveryColour(participant: Participant): string | null {
  const colour = participant.liveryColours?.[0]
  if (colour === undefined || !participant.numColours) return null
  const { red, green, blue } = colour
  if (red + green + blue === 0) return null
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`
}

function vector(x: number, y: number, z: number): Vector | null {
  const rounded = { x: toTenth(x), y: toTenth(y), z: toTenth(z) }
  return Number.isFinite(rounded.x + rounded.y + rounded.z) ? rounded : null
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/**
 * Returns an array of the state without a copy. The contract's types are mutable because they are
 * inferred from schemas; the reducer replaces the arrays of the state and never changes them.
 */
export function withoutCopy<T>(items: readonly T[]): T[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return items as T[]
}

interface Bests {
  readonly lapTimeMs: number | null
  readonly sector1TimeMs: number | null
  readonly sector2TimeMs: number | null
  readonly sector3TimeMs: number | null
}

const bestsOfLaps = new WeakMap<readonly Lap[], Bests>()

/** Returns the best valid times of a car. */
function bestsOf(car: CarState): Bests {
  const known = bestsOfLaps.get(car.lapTimes)
  if (known !== undefined) return known
  const made = {
    lapTimeMs: best(car.laps, 1, (lap) => lap.lapTime),
    sector1TimeMs: best(car.laps, 2, (lap) => lap.sector1Time),
    sector2TimeMs: best(car.laps, 4, (lap) => lap.sector2Time),
    sector3TimeMs: best(car.laps, 8, (lap) => lap.sector3Time),
  }
  bestsOfLaps.set(car.lapTimes, made)
  return made
}

function best(
  laps: readonly (LapEntry | null)[],
  validBit: number,
  timeOf: (lap: Lap) => number | null,
): number | null {
  let bestMs: number | null = null
  for (const entry of laps) {
    if (entry === null || (entry.validBits & validBit) === 0) continue
    const ms = timeOf(entry.lap)
    if (ms !== null && (bestMs === null || ms < bestMs)) bestMs = ms
  }
  return bestMs
}
