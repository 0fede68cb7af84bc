import type { FilledField, SessionDetail } from '@pitboard/contract/sessions/session'
import { type CarMatches, isSameLapTime } from './match-cars.ts'
import { fieldsFilledBy } from '@pitboard/contract/sessions/car-fields'
import type { Driver, Lap, PitStop, TyreStint } from '@pitboard/contract/sessions/driver'
import { isNameHidden } from '../store/session-document.ts'

type Note = (field: string) => void

/**
 * Returns the row of a car, completed by another recording of the same car: each field by the rules of its
 * row in `CAR_FIELDS`. What the game sent to the own recording stays; `takeResult` replaces what the own
 * recording had to estimate without a classification. `note` receives each field that changes.
 */
function fillDriver(own: Driver, other: Driver, takeResult: boolean, note: Note): Driver {
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

/** Takes a best time that is shorter: after laps were added, the best one may be among them. */
function takeShorterTimes(filled: Driver, other: Driver, note: Note): void {
  for (const field of fieldsFilledBy('shorter')) {
    const ownMs = filled[field]
    const otherMs = other[field]
    if (ownMs !== null && otherMs !== null && otherMs < ownMs) copyField(filled, other, field, note)
  }
}

const TIMES = ['lapTime', 'sector1Time', 'sector2Time', 'sector3Time'] as const

/** Adds the times that the own recording missed, for laps up to `numberOfLaps`. */
function fillLaps(own: Driver, other: Driver, numberOfLaps: number, note: Note): Lap[] {
  const laps = own.lapTimes.map((lap, place) => {
    const otherLap = other.lapTimes[place]
    return otherLap ? fillLap(lap, otherLap, (time) => note(`lapTimes.${place}.${time}`)) : lap
  })
  for (const [place, lap] of other.lapTimes.slice(0, numberOfLaps).entries()) {
    if (place < laps.length) continue
    laps.push(lap)
    note(`lapTimes.${place}`)
  }
  return laps
}

function fillLap(own: Lap, other: Lap, note: (time: string) => void): Lap {
  // Sectors of another lap time would not add up to the own one.
  if (own.lapTime !== null && !isSameLapTime(own.lapTime, other.lapTime)) return own
  const filled = { ...own }
  for (const time of TIMES) {
    if (own[time] !== null || other[time] === null) continue
    filled[time] = other[time]
    note(time)
  }
  if (own.lapTime === null && filled.lapTime !== null && own.invalidLap !== other.invalidLap) {
    filled.invalidLap = other.invalidLap
    note('invalidLap')
  }
  return filled
}

/** Returns the stints that are the same ones in both recordings, with what the own one lacks. */
function fillTyres(own: Driver, other: Driver, note: Note): TyreStint[] {
  if (own.tyres.length === 0 && other.tyres.length > 0) {
    note('tyres')
    return other.tyres
  }
  if (own.tyres.length !== other.tyres.length) return own.tyres
  return own.tyres.map((stint, place) => {
    const filling = other.tyres[place]
    if (filling?.tyreCompound !== stint.tyreCompound) return stint
    const filled = { ...stint }
    for (const field of ['actualTyreCompound', 'endLap'] as const) {
      if (stint[field] !== null || filling[field] === null) continue
      filled[field] = filling[field]
      note(`tyres.${place}.${field}`)
    }
    return filled
  })
}

/** Returns the stops with their times, and those on a lap of which the own recording has nothing. */
function fillPitStops(own: Driver, other: Driver, note: Note): PitStop[] {
  let isFilled = false
  const stops = own.pitStops.map((stop) => {
    const filling = other.pitStops.find(({ lapNum }) => lapNum === stop.lapNum)
    if (!filling) return stop
    const filled = { ...stop }
    for (const field of ['pitLaneTimeMs', 'stopTimeMs'] as const) {
      if (stop[field] !== null || filling[field] === null) continue
      filled[field] = filling[field]
      isFilled = true
    }
    return filled
  })
  const missed = other.pitStops.filter(
    ({ lapNum }) =>
      (own.lapTimes[lapNum - 1]?.lapTime ?? null) === null &&
      !stops.some((stop) => stop.lapNum === lapNum),
  )
  if (isFilled || missed.length > 0) note('pitStops')
  return [...stops, ...missed].toSorted((a, b) => a.lapNum - b.lapNum)
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

/** The source is another recording of the session, with which of its cars is which. */
export interface Source {
  readonly detail: SessionDetail
  readonly cars: CarMatches
}

interface FilledDetail {
  readonly detail: SessionDetail
  readonly filled: FilledField[]
}

/**
 * Returns a recording with the fields that it lacks and others have. The fullest source is asked first; the
 * order of the sources makes no difference.
 */
export function fillFromSources(own: SessionDetail, sources: readonly Source[]): FilledDetail {
  const filled: FilledField[] = []
  let detail = own
  for (const source of sources.toSorted(byFullness)) {
    const fromSessionId = source.detail.id
    const takeResult = lacksResult(detail, source)
    if (takeResult) {
      filled.push({ driverIdx: null, field: 'classification', fromSessionId })
    }
    const drivers = detail.drivers.map((driver) => {
      const { driverIdx } = driver
      const other = source.cars.pairs.get(driverIdx)
      if (!other) return driver
      return fillDriver(driver, other, takeResult, (field) => {
        filled.push({ driverIdx, field, fromSessionId })
      })
    })
    detail = { ...detail, drivers, ...(takeResult ? { classification: 'final' } : {}) }
  }
  return { detail, filled: withoutRepeats(filled) }
}

/**
 * Returns whether the own recording takes the result of another. Two orders cannot be mixed: the result of
 * all drivers is taken, or none.
 */
function lacksResult(own: SessionDetail, { detail, cars }: Source): boolean {
  return (
    own.classification === 'provisional' &&
    detail.classification === 'final' &&
    own.drivers.every(({ driverIdx }) => cars.pairs.has(driverIdx))
  )
}

function byFullness({ detail: a }: Source, { detail: b }: Source): number {
  if (a.classification !== b.classification) return a.classification === 'final' ? -1 : 1
  const missing = a.completeness.lapsMissing - b.completeness.lapsMissing
  return missing || (a.id < b.id ? -1 : 1)
}

/** Lists each filled field once: the last source replaces earlier ones. */
function withoutRepeats(filled: readonly FilledField[]): FilledField[] {
  const last = new Map(filled.map((entry) => [`${entry.driverIdx} ${entry.field}`, entry]))
  return [...last.values()].toSorted((a, b) => (a.driverIdx ?? -1) - (b.driverIdx ?? -1))
}
