import { placeOf, type Fields } from './field.ts'

/** Where the bytes of these fields of each row of `list` are, counted from the first of `fields`. */
export function placesIn(fields: Fields, list: string, names: readonly string[]): number[] {
  const rows = fields[list]?.shape
  if (rows?.form !== 'array' || rows.item.shape.form !== 'struct') return []
  const { fields: row } = rows.item.shape
  const inRow = names.flatMap((name) => {
    const at = placeOf(row, name)
    return Array.from({ length: row[name]?.size ?? 0 }, (_, i) => at + i)
  })
  const listAt = placeOf(fields, list)
  return Array.from({ length: rows.count }, (_, i) => listAt + i * rows.item.size).flatMap(
    (rowAt) => inRow.map((at) => rowAt + at),
  )
}
