import { fieldsFilledBy } from '@pitboard/contract/car-fields'
import type { Driver } from '@pitboard/contract/driver'
import { isNameHidden } from '../hidden-name.ts'
import { fillLaps } from './fill-laps.ts'
import { fillPitStops, fillTyres } from './fill-stints.ts'

type Note = (field: string) => void

/**
 * The row of a car, completed by another recording of the same car: each field by the rules of its
 * row in `CAR_FIELDS`. What the game sent to the own recording stays; `takeResult` replaces what the
 * own recording had to estimate without a classification. `note` receives each field that changes.
 */
export function fillDriver(own: Driver, other: Driver, takeResult: boolean, note: Note): Driver {
  const filled: Driver = { ...own }
  if (isNameHidden(own) && !isNameHidden(other)) {
    for (const field of fieldsFilledBy('hiddenName')) copyField(filled, other, field, note)
  }
  if (takeResult) {
    for (const field of fieldsFilledBy('result')) {
      const isKnown = other[field] !== undefined
      if (isKnown && filled[field] !== other[field]) copyField(filled, other, field, note)
    }
  }
  fillNulls(filled, other, fieldsFilledBy('ifNull'), note)
  if (filled.numberOfLaps === other.numberOfLaps) {
    fillNulls(filled, other, fieldsFilledBy('ifNullAtSameEnd'), note)
  }
  let lapsFilled = false
  filled.lapTimes = fillLaps(own, other, filled.numberOfLaps ?? 0, (field) => {
    lapsFilled = true
    note(field)
  })
  if (lapsFilled) takeShorterTimes(filled, other, note)
  filled.tyres = fillTyres(own, other, note)
  filled.pitStops = fillPitStops(own, other, note)
  return filled
}

function fillNulls(
  filled: Driver,
  other: Driver,
  fields: readonly (keyof Driver)[],
  note: Note,
): void {
  for (const field of fields) {
    if (filled[field] === null && other[field] !== null) copyField(filled, other, field, note)
  }
}

/** After laps were added, the best time of the laps that the own recording saw may be beaten. */
function takeShorterTimes(filled: Driver, other: Driver, note: Note): void {
  for (const field of fieldsFilledBy('shorter')) {
    const ownMs = filled[field]
    const otherMs = other[field]
    if (ownMs !== null && otherMs !== null && otherMs < ownMs) copyField(filled, other, field, note)
  }
}

function copyField<K extends keyof Driver>(
  filled: Pick<Driver, K>,
  other: Pick<Driver, K>,
  field: K,
  note: Note,
): void {
  filled[field] = other[field]
  note(field)
}
