import type { Text } from '../../messages/create-text.ts'
import { COLUMNS } from './result-line.tsx'
import type { TypedField } from './result-rows.ts'

const NAMED_MAX = 3

/** Which fields can't be read; null where all can. */
export function faultWords(
  faults: readonly { readonly row: number; readonly field: TypedField }[],
  text: Text,
): string | null {
  if (faults.length === 0) return null
  const places = faults.slice(0, NAMED_MAX).map(({ row, field }) => {
    const label = COLUMNS.find((column) => column.field === field)?.label
    return text('organiser.inLine', { label: label ? text(label) : '', place: row + 1 })
  })
  return `${text('organiser.rowsInvalid')} ${places.join('; ')}${faults.length > NAMED_MAX ? ' …' : ''}`
}
