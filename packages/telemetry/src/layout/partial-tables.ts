import { type Field, type Fields, type PacketTable, placeOf } from './field.ts'

/** Returns a copy of a packet's table that reads only these fields of each row of `list`. */
export function withFields(
  table: PacketTable<unknown>,
  list: string,
  names: readonly string[],
): PacketTable<unknown> {
  return withList(table, list, (field) => {
    if (field.shape.form !== 'array') return field
    const { item, count } = field.shape
    if (item.shape.form !== 'struct') return field
    const fields = Object.entries(item.shape.fields).map(([name, { size, shape }]) => {
      const read: Field<unknown> = {
        size,
        shape: names.includes(name) ? shape : { form: 'unread' },
      }
      return [name, read]
    })
    const row: Field<unknown> = {
      size: item.size,
      shape: { form: 'struct', fields: Object.fromEntries(fields) },
    }
    return { size: field.size, shape: { form: 'array', count, item: row } }
  })
}

/**
 * Returns a copy of a packet's table that reads only the used rows of `list`; the field `used` counts them.
 */
export function withUsedRows(
  table: PacketTable<unknown>,
  list: string,
  used: string,
): PacketTable<unknown> {
  const usedAt = placeOf(table.fields, used) - placeOf(table.fields, list)
  return withList(table, list, (field) => {
    if (field.shape.form !== 'array') return field
    const { count, item } = field.shape
    return { size: field.size, shape: { form: 'usedRows', rows: { count, item, usedAt } } }
  })
}

function withList(
  table: PacketTable<unknown>,
  list: string,
  change: (field: Field<unknown>) => Field<unknown>,
): PacketTable<unknown> {
  const field = table.fields[list]
  return field ? { ...table, fields: { ...table.fields, [list]: change(field) } } : table
}

/**
 * Returns the offsets of the bytes of these fields in each row of `list`, counted from the end of the header.
 * A field that the packet does not have has no bytes.
 */
export function fieldOffsets(fields: Fields, list: string, names: readonly string[]): Uint16Array {
  const rows = fields[list]?.shape
  if (rows?.form !== 'array' || rows.item.shape.form !== 'struct') return new Uint16Array()
  const { fields: row } = rows.item.shape
  const { size: rowBytes } = rows.item
  const inRow = names.flatMap((name) => {
    const field = row[name]
    if (field === undefined) return []
    const at = placeOf(row, name)
    return Array.from({ length: field.size }, (_, i) => at + i)
  })
  const listAt = placeOf(fields, list)
  const starts = Array.from({ length: rows.count }, (_, i) => listAt + i * rowBytes)
  return Uint16Array.from(starts.flatMap((start) => inRow.map((at) => start + at)))
}
