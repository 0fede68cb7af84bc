import type { Driver } from '@pitboard/contract/driver'
import { fillLaps } from './fill-laps.ts'
import { fillPitStops, fillTyres } from './fill-stints.ts'
import { isNameHidden } from '../hidden-name.ts'

type Note = (field: string) => void

/** Estimated by a recording without a classification; the game sends them with it. */
const RESULT = [
  'position',
  'finishingPosition',
  'resultStatus',
  'numberOfLaps',
  'totalRaceTime',
  'totalPenaltiesSeconds',
] as const
const FACTS = [
  'startingPosition',
  'finishingPosition',
  'totalRaceTime',
  'bestLapTimeMs',
  'bestSector1TimeMs',
  'bestSector2TimeMs',
  'bestSector3TimeMs',
] as const
/** As they were in the end, so only where both recordings saw the same end. */
const LAST = [
  'lastLapTimeMs',
  'lastSector1TimeMs',
  'lastSector2TimeMs',
  'lastSector3TimeMs',
  'currentTyreCompound',
  'currentTyreAgeLaps',
] as const
const BESTS = [
  'bestLapTimeMs',
  'bestSector1TimeMs',
  'bestSector2TimeMs',
  'bestSector3TimeMs',
] as const

/**
 * The row with what the other recording of the same car has beyond it. What the game has sent to
 * the own recording stays; `takeResult` replaces what the own recording had to estimate.
 */
export function fillDriver(own: Driver, other: Driver, takeResult: boolean, note: Note): Driver {
  const filled: Driver = { ...own }
  if (isNameHidden(own) && !isNameHidden(other)) {
    filled.name = other.name
    note('name')
  }
  if (takeResult) {
    take(filled, other, RESULT, note)
    takePoints(filled, other, note)
  }
  fill(filled, other, FACTS, note)
  if (filled.numberOfLaps === other.numberOfLaps) fill(filled, other, LAST, note)
  let lapsFilled = false
  filled.lapTimes = fillLaps(own, other, filled.numberOfLaps ?? 0, (field) => {
    lapsFilled = true
    note(field)
  })
  if (lapsFilled) improve(filled, other, note)
  filled.tyres = fillTyres(own, other, note)
  filled.pitStops = fillPitStops(own, other, note)
  return filled
}

function take<K extends (typeof RESULT)[number]>(
  filled: Pick<Driver, K>,
  other: Pick<Driver, K>,
  fields: readonly K[],
  note: Note,
): void {
  for (const field of fields) {
    if (filled[field] === other[field]) continue
    filled[field] = other[field]
    note(field)
  }
}

function takePoints(filled: Driver, { points }: Driver, note: Note): void {
  if (points === undefined || filled.points === points) return
  filled.points = points
  note('points')
}

function fill<K extends (typeof FACTS | typeof LAST)[number]>(
  filled: Pick<Driver, K>,
  other: Pick<Driver, K>,
  fields: readonly K[],
  note: Note,
): void {
  for (const field of fields) {
    if (filled[field] !== null || other[field] === null) continue
    filled[field] = other[field]
    note(field)
  }
}

/** The best of the laps that were seen is not the best of all once there are more. */
function improve(filled: Driver, other: Driver, note: Note): void {
  for (const field of BESTS) {
    const ownMs = filled[field]
    const otherMs = other[field]
    if (ownMs === null || otherMs === null || otherMs >= ownMs) continue
    filled[field] = otherMs
    note(field)
  }
}
