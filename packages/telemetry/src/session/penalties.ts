import { PenaltyType, WarningType } from '@pitboard/contract/enumerations'
import type { EventDetails } from '../formats/model.ts'
import { tell } from './feed.ts'
import { carAt, maxCars } from './create.ts'
import type { CarState, TrackedSession } from './state.ts'

const notSet = 255
const mostPenalties = 1_000

/** Corner cutting that gained time or places, lap invalidated for it, and running wide. */
const cornerCutting: ReadonlySet<number> = new Set([7, 8, 9, 25, 26, 27, 28, 29])

/** R12: warnings apart from penalties; what the game sends again counts once. */
export function applyPenalty(
  session: TrackedSession,
  sent: EventDetails<'PENA'>,
  timeMs: number,
): void {
  if (sent.vehicleIdx >= maxCars) return
  const car = carAt(session, sent.vehicleIdx)
  const key = [
    sent.penaltyType,
    sent.infringementType,
    sent.lapNum,
    sent.timeSeconds,
    sent.otherVehicleIdx,
  ].join()
  if (car.penaltyKeys.length >= mostPenalties) return
  if (car.penaltyKeys.some((known) => known.key === key)) return
  car.penaltyKeys.push({ key, atMs: timeMs })
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
  tell(session, {
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
  tell(session, {
    kind: 'penalty',
    timeMs,
    lapNum,
    driverIdx: car.idx,
    otherDriverIdx: otherVehicleIdx,
    value: penaltyType,
    seconds: penaltyTime,
  })
}

/** R6: forgets what was issued after a flashback's target, so that it may be issued again. */
export function voidPenaltiesAfter(car: CarState, timeMs: number): void {
  car.penaltyKeys = car.penaltyKeys.filter((known) => known.atMs <= timeMs)
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
