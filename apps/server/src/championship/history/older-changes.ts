import type { TObject } from 'typebox'
import { toColumnName } from '../../platform/db/field-columns.ts'
import { readDetails } from './changes.ts'
import { toChanges } from './editable-fields.ts'
import type { ReplacedRow } from './replaced-rows.ts'

type Place = Pick<ReplacedRow, 'table' | 'key'>

/**
 * Servers before version 061 of the schema stored no rows with a change, but its fields with their
 * values before and after. Throws a 409 for incomplete details.
 */
export function readReplacedFields(place: Place, schema: TObject, details: unknown): ReplacedRow[] {
  const changes = readDetails(toChanges(schema), details)
  const changed = Object.keys(schema.properties).flatMap((name) => {
    const change = changes[name]
    return change ? [{ column: toColumnName(name), ...change }] : []
  })
  if (changed.length === 0) return []
  const before = Object.fromEntries(changed.map((each) => [each.column, each.before]))
  const after = Object.fromEntries(changed.map((each) => [each.column, each.after]))
  return [{ ...place, before, after }]
}

/** Builds a whole row from the fields that the API has of it. */
export function readRow(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [toColumnName(name), value]),
  )
}
