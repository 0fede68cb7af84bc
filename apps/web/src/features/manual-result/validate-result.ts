import { LAPS_MAX } from '@pitboard/contract/sessions/session-document'
import type { Text } from '../../messages/create-text.ts'
import type { FormErrors } from '../../ui/forms/form-errors.ts'
import { instantOf, localTimeOf, ownTimeZone } from '@pitboard/contract/seasons/time-zones'
import { faultsOf, isTyped, type TypedField, type TypedRow } from './result-rows.ts'
import { COLUMNS } from './result-columns.ts'

const NAMED_MAX = 3

/** Names the fields that cannot be read; returns null if all can. */
function faultWords(
  faults: readonly { readonly row: number; readonly field: TypedField }[],
  t: Text,
): string | null {
  if (faults.length === 0) return null
  const places = faults.slice(0, NAMED_MAX).map(({ row, field }) => {
    const label = COLUMNS.find((column) => column.field === field)?.label
    return t('organiser.inLine', { label: label ? t(label) : '', place: row + 1 })
  })
  return `${t('organiser.rowsInvalid')} ${places.join('; ')}${faults.length > NAMED_MAX ? ' …' : ''}`
}

interface Typed {
  readonly drivenAt: string
  readonly laps: string
  readonly rows: readonly TypedRow[]
  readonly fields: readonly TypedField[]
  readonly trackId: number | null
  /** The field of the time held this at first. */
  readonly startsAt: string | null
}

interface Checked {
  readonly trackId: number
  readonly startsAt: string
  readonly laps: number
}

/** Returns the values for the document, or the errors of the form. */
export function checkTyped(
  { drivenAt: local, laps: typedLaps, rows, fields, trackId, startsAt }: Typed,
  t: Text,
): { readonly errors: FormErrors } | Checked {
  const zone = ownTimeZone()
  // An input has no seconds: where nothing was changed they stay.
  const isUnchanged = startsAt !== null && local === localTimeOf(startsAt, zone)
  const drivenAt = isUnchanged ? startsAt : instantOf(local, zone)
  const laps = fields.includes('laps') ? Number(typedLaps) : 0
  if (trackId === null) return wrong('track', t('organiser.trackMissing'))
  if (drivenAt === null) return wrong('drivenAt', t('organiser.timeMissing'))
  if (Date.parse(drivenAt) > Date.now()) return wrong('drivenAt', t('organiser.notDrivenYet'))
  if (!Number.isInteger(laps) || laps < 0 || laps > LAPS_MAX) {
    return wrong('laps', t('organiser.wholeBetween', { min: 0, max: LAPS_MAX }))
  }
  if (!rows.some(isTyped)) return wrong('form', t('organiser.noDriversTyped'))
  const fault = faultWords(faultsOf(rows, fields), t)
  return fault === null ? { trackId, startsAt: drivenAt, laps } : wrong('form', fault)
}

function wrong(field: string, words: string) {
  return { errors: { [field]: words } }
}
