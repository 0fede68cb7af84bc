import type { FilledField, SessionDetail } from '@pitboard/contract/sessions/session'
import { fillDriver } from './fill-driver.ts'
import type { CarMatches } from './match-cars.ts'

/** Another recording of the session, and which of its cars is which. */
export interface Source {
  readonly detail: SessionDetail
  readonly cars: CarMatches
}

export interface FilledDetail {
  readonly detail: SessionDetail
  readonly filled: FilledField[]
}

/**
 * A recording with the fields that it lacks and others have. The fullest source is asked first;
 * the order of the sources makes no difference.
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

/** Two orders can't be mixed: the result of all drivers is taken, or none. */
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
