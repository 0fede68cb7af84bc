import { CARS_MAX } from '../../formats/registry.ts'
import { PenaltyType, ResultStatus, WarningType } from '@pitboard/contract/wire/enumerations'
import type { EventDetails } from '../../formats/model.ts'
import { appendEvent } from '../state/event-feed.ts'
import { carAt } from '../state/create-state.ts'
import { isRace } from '../state/queries.ts'
import type { CarState, TrackedSession } from '../state/state.ts'

const notSet = 255
const mostPenalties = 1_000

/** These infringements are corner cutting and running wide. */
const cornerCutting: ReadonlySet<number> = new Set([7, 8, 9, 25, 26, 27, 28, 29])

/** LapData confirms a repeated warning within this time. */
const repeatMs = 2_000
const mostRepeats = 16

/** R12: adds a penalty or warning. An entry that the game repeats counts once. */
export function applyPenalty(
  session: TrackedSession,
  sent: EventDetails<'PENA'>,
  timeMs: number,
  isOver: boolean,
): void {
  if (sent.vehicleIdx >= CARS_MAX) return
  const car = carAt(session, sent.vehicleIdx)
  const key = keyOf(sent)
  const known = car.penaltyKeys.findLast((issued) => issued.key === key)
  if (known !== undefined) {
    if (!isOver && mayBeAnother(car, sent, timeMs, known.atMs)) {
      car.repeats = [...car.repeats, { sent, atMs: timeMs }]
    }
    return
  }
  if (car.penaltyKeys.length >= mostPenalties || isReminder(session, car, sent, isOver)) return
  car.penaltyKeys.push({ key, atMs: timeMs })
  add(session, car, sent, timeMs)
}

function keyOf(sent: EventDetails<'PENA'>): string {
  const { penaltyType, infringementType, lapNum, timeSeconds, otherVehicleIdx } = sent
  return [penaltyType, infringementType, lapNum, timeSeconds, otherVehicleIdx].join()
}

/** R12: returns whether a repeat may be a second offence on the current lap; LapData decides. */
function mayBeAnother(
  car: CarState,
  sent: EventDetails<'PENA'>,
  timeMs: number,
  knownAtMs: number,
): boolean {
  const { Warning, TimePenalty } = PenaltyType
  if (sent.penaltyType !== Warning && sent.penaltyType !== TimePenalty) return false
  if (timeMs === knownAtMs) return false
  if (car.lap !== null && sent.lapNum < car.lap.currentLapNum) return false
  return car.repeats.length < mostRepeats && car.repeats.every(({ atMs }) => atMs !== timeMs)
}

/** R12: counts a repeat once the game's own total exceeds the recorded one. */
export function confirmRepeats(session: TrackedSession, car: CarState, timeMs: number): void {
  for (const repeat of car.repeats) {
    if (!isCounted(car, repeat.sent)) continue
    car.repeats = car.repeats.filter((other) => other !== repeat)
    car.penaltyKeys.push({ key: keyOf(repeat.sent), atMs: repeat.atMs })
    add(session, car, repeat.sent, repeat.atMs)
  }
  if (car.repeats.some(({ atMs }) => timeMs - atMs > repeatMs)) {
    car.repeats = car.repeats.filter(({ atMs }) => timeMs - atMs <= repeatMs)
  }
}

function isCounted(car: CarState, sent: EventDetails<'PENA'>): boolean {
  if (car.lap === null) return false
  if (sent.penaltyType === PenaltyType.Warning) {
    return car.lap.totalWarnings > car.warnings.length
  }
  const known = car.penalties.filter((issued) => issued.penaltyType === PenaltyType.TimePenalty)
  // A penalty without a known time adds nothing.
  const seconds = known.reduce((sum, { penaltyTime }) => sum + (penaltyTime ?? 0), 0)
  return car.lap.penaltiesSeconds > seconds
}

/**
 * R12: returns whether this repeats an unserved penalty, which the game sends at the end with a later lap.
 */
function isReminder(
  session: TrackedSession,
  car: CarState,
  sent: EventDetails<'PENA'>,
  isOver: boolean,
): boolean {
  const { DriveThrough, StopGo } = PenaltyType
  if (sent.penaltyType !== DriveThrough && sent.penaltyType !== StopGo) return false
  const { totalLaps } = session.info
  const isPastEnd = isRace(session) && totalLaps > 0 && sent.lapNum > totalLaps
  const hasFinished = car.lap !== null && car.lap.resultStatus >= ResultStatus.Finished
  if (!isOver && !isPastEnd && !hasFinished) return false
  return car.penalties.some(
    ({ penaltyType, infringementType }) =>
      penaltyType === sent.penaltyType && infringementType === sent.infringementType,
  )
}

function add(
  session: TrackedSession,
  car: CarState,
  sent: EventDetails<'PENA'>,
  timeMs: number,
): void {
  if (sent.penaltyType === PenaltyType.Warning) addWarning(session, car, sent, timeMs)
  else addPenalty(session, car, sent, timeMs)
}

function addWarning(
  session: TrackedSession,
  car: CarState,
  sent: EventDetails<'PENA'>,
  timeMs: number,
): void {
  const { infringementType, lapNum } = sent
  const { CornerCutting, Other } = WarningType
  const warningType = cornerCutting.has(infringementType) ? CornerCutting : Other
  car.warnings = [...car.warnings, { warningType, infringementType, lapNum, warningTime: timeMs }]
  appendEvent(session, {
    kind: 'warning',
    timeMs,
    lapNum,
    driverIdx: car.idx,
    otherDriverIdx: orNull(sent.otherVehicleIdx),
    value: infringementType,
  })
}

function addPenalty(
  session: TrackedSession,
  car: CarState,
  sent: EventDetails<'PENA'>,
  timeMs: number,
): void {
  const { penaltyType, infringementType, lapNum } = sent
  const penaltyTime = orNull(sent.timeSeconds)
  const otherVehicleIdx = orNull(sent.otherVehicleIdx)
  const penalty = { penaltyType, penaltyTime, infringementType, otherVehicleIdx, lapNum }
  car.penalties = [...car.penalties, { ...penalty, penaltyIssuedTime: timeMs }]
  appendEvent(session, {
    kind: 'penalty',
    timeMs,
    lapNum,
    driverIdx: car.idx,
    otherDriverIdx: otherVehicleIdx,
    value: penaltyType,
    seconds: penaltyTime,
  })
}

/** R6: removes everything issued after a flashback's target, so that it can be issued again. */
export function voidPenaltiesAfter(car: CarState, timeMs: number): void {
  car.penaltyKeys = car.penaltyKeys.filter((known) => known.atMs <= timeMs)
  car.repeats = car.repeats.filter((repeat) => repeat.atMs <= timeMs)
  if (car.penalties.some((penalty) => penalty.penaltyIssuedTime > timeMs)) {
    car.penalties = car.penalties.filter((penalty) => penalty.penaltyIssuedTime <= timeMs)
  }
  if (car.warnings.some((warning) => warning.warningTime > timeMs)) {
    car.warnings = car.warnings.filter((warning) => warning.warningTime <= timeMs)
  }
}

function orNull(value: number): number | null {
  return value === notSet ? null : value
}
