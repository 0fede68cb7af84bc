import { MINI_SECTORS, MiniSector } from '@pitboard/contract/live/mini-sectors'
import type {
  CarState,
  LapCar,
  MiniSectorRun,
  MiniSectorTime,
  TrackedSession,
} from '../state/state.ts'

const active = 2
/** The time of a mini-sector with a longer gap in the timing is unknown. */
const longestGapMs = 500
/** A car drives less than this in the longest gap: a larger step moved it. */
const longestStepM = 60

/** R28: measures the mini-sectors that a car has finished since its last sample. */
export function measureMiniSectors(
  session: TrackedSession,
  car: CarState,
  lap: LapCar,
  timeMs: number,
): void {
  const { trackLength } = session.info
  if (trackLength <= 0 || !(Math.abs(lap.lapDistance) <= 2 * trackLength)) return
  const run = car.miniSectorRun
  if (run === null) {
    if (lap.resultStatus === active) car.miniSectorRun = startRun(lap, timeMs, trackLength)
    return
  }
  const stepM = acrossLine(lap.lapDistance - run.metres, trackLength)
  if (timeMs - run.timeMs > longestGapMs || Math.abs(stepM) > longestStepM) {
    const next = startRun(lap, timeMs, trackLength)
    forgetMissed(session, car, run, next)
    car.miniSectorRun = next
    return
  }
  const isOnTrack = lap.pitStatus === 0 && lap.driverStatus !== 0
  if (!isOnTrack) run.enteredAtMs = null
  const lengthM = trackLength / MINI_SECTORS
  let endM = acrossLine((run.index + 1) * lengthM - run.metres, trackLength)
  for (; stepM > 0 && endM <= stepM; endM += lengthM) {
    const passedAtMs = run.timeMs + (timeMs - run.timeMs) * (endM / stepM)
    finishMiniSector(session, car, run, passedAtMs)
    run.index = (run.index + 1) % MINI_SECTORS
    run.enteredAtMs = isOnTrack ? passedAtMs : null
  }
  run.metres = lap.lapDistance
  run.timeMs = timeMs
  run.lapNum = lap.currentLapNum
  // A car at the flag has finished its last mini-sector; later laps do not count.
  if (lap.resultStatus !== active) car.miniSectorRun = null
}

function startRun(lap: LapCar, timeMs: number, trackLength: number): MiniSectorRun {
  const share = lap.lapDistance / trackLength
  return {
    index: Math.floor((share - Math.floor(share)) * MINI_SECTORS) % MINI_SECTORS,
    enteredAtMs: null,
    metres: lap.lapDistance,
    timeMs,
    lapNum: lap.currentLapNum,
  }
}

/** Returns the shortest way between two distances; the distance restarts at the line. */
function acrossLine(stepM: number, trackLength: number): number {
  return stepM - Math.round(stepM / trackLength) * trackLength
}

function finishMiniSector(
  session: TrackedSession,
  car: CarState,
  { index, enteredAtMs, lapNum }: MiniSectorRun,
  atMs: number,
): void {
  const { latest, bests, earlierBests } = car.miniSectors
  const time = enteredAtMs === null ? null : { timeMs: atMs - enteredAtMs, atMs, lapNum }
  latest[index] = time
  const best = bestOf(car, index)
  const isBest = time !== null && (best === null || time.timeMs < best.timeMs)
  if (isBest && !isInvalid(car, time)) {
    earlierBests[index] = best
    bests[index] = time
  }
  refreshStatuses(session, index)
}

/** Forgets the mini-sectors that the car has passed unseen, because their times are unknown. */
function forgetMissed(
  session: TrackedSession,
  car: CarState,
  before: MiniSectorRun,
  now: MiniSectorRun,
): void {
  const missed = (now.lapNum - before.lapNum) * MINI_SECTORS + now.index - before.index
  for (let passed = 0; passed < Math.min(missed, MINI_SECTORS); passed++) {
    const index = (before.index + passed) % MINI_SECTORS
    car.miniSectors.latest[index] = null
    refreshStatuses(session, index)
  }
}

/** R6: removes what a flashback voids; call `refreshMiniSectors` once it is done for all cars. */
export function voidMiniSectorsAfter(car: CarState, timeMs: number): void {
  car.miniSectorRun = null
  const { latest, bests, earlierBests } = car.miniSectors
  const stands = (time: MiniSectorTime | null | undefined) => (time?.atMs ?? Infinity) <= timeMs
  for (let index = 0; index < MINI_SECTORS; index++) {
    if (!stands(latest[index])) latest[index] = null
    if (!stands(earlierBests[index])) earlierBests[index] = null
    if (!stands(bests[index])) bests[index] = earlierBests[index] ?? null
  }
}

/** Compares all times again: after a flashback, or when laps have become valid or invalid. */
export function refreshMiniSectors(session: TrackedSession): void {
  for (let index = 0; index < MINI_SECTORS; index++) refreshStatuses(session, index)
}

function refreshStatuses(session: TrackedSession, index: number): void {
  let sessionBest: MiniSectorTime | null = null
  for (const car of session.cars) {
    const best = bestOf(car, index)
    if (best !== null && (sessionBest === null || isFaster(best, sessionBest))) sessionBest = best
  }
  for (const car of session.cars) {
    const { latest, statuses } = car.miniSectors
    const status = statusOf(latest[index] ?? null, bestOf(car, index), sessionBest)
    if (statuses[index] !== status) car.miniSectors.statuses = statuses.with(index, status)
  }
}

function statusOf(
  time: MiniSectorTime | null,
  best: MiniSectorTime | null,
  sessionBest: MiniSectorTime | null,
): MiniSector {
  if (time === null) return MiniSector.Unknown
  if (time === sessionBest) return MiniSector.SessionBest
  return time === best ? MiniSector.PersonalBest : MiniSector.Slower
}

/** Returns whether a time beats another one; the earlier one of two equal times does. */
function isFaster(time: MiniSectorTime, other: MiniSectorTime): boolean {
  return time.timeMs < other.timeMs || (time.timeMs === other.timeMs && time.atMs < other.atMs)
}

/** Returns the best time of a car that counts, because a lap may become invalid after it has set a best. */
function bestOf(car: CarState, index: number): MiniSectorTime | null {
  const { bests, earlierBests } = car.miniSectors
  const best = bests[index] ?? null
  return best !== null && isInvalid(car, best) ? (earlierBests[index] ?? null) : best
}

function isInvalid(car: CarState, { lapNum }: MiniSectorTime): boolean {
  if (car.lap?.currentLapNum === lapNum) return car.lap.currentLapInvalid !== 0
  return car.laps[lapNum - 1]?.lap.invalidLap ?? false
}
