import type { PacketTable } from '../layout/field.ts'
import { withFields } from '../layout/partial-tables.ts'
import type { FormatTable } from './format-table.ts'

/** Returns a copy of a year's table that reads only these fields of each car in these packets. */
export function withCarFields(
  table: FormatTable,
  fields: Readonly<Record<string, readonly string[]>>,
): FormatTable {
  const packets: Record<string, PacketTable<unknown>> = { ...table.packets }
  for (const [kind, names] of Object.entries(fields)) {
    const { [kind]: packet } = packets
    if (packet !== undefined) packets[kind] = withFields(packet, 'cars', names)
  }
  const { otherStride } = table
  return otherStride === undefined
    ? { ...table, packets }
    : { ...table, packets, otherStride: withCarFields(otherStride, fields) }
}
