import type { FormatTable } from './formats/format-table.ts'
import type { Header } from './formats/model.ts'
import { formats, type Format } from './formats/registry.ts'
import type { Field, Infer } from './layout/field.ts'
import type { InferPacket, PacketTable } from './layout/packet.ts'
import { write, type Partly } from './layout/writer.ts'

type Packets<F extends Format> = (typeof formats)[F]['packets']
type Codes<F extends Format> = (typeof formats)[F]['event']['codes']

/**
 * The datagram of one packet, the inverse of `decodeDatagram`. What is left out is zero; year,
 * packet id and game year are filled in. Throws a RangeError for more cars than the year has.
 */
export function encodePacket<F extends Format, K extends keyof Packets<F> & string>(
  format: F,
  kind: K,
  header: Partly<Header>,
  body: Partly<InferPacket<Packets<F>[K]>>,
): Uint8Array {
  const table: FormatTable = formats[format]
  const packet: PacketTable<unknown> | undefined = table.packets[kind]
  if (packet === undefined) throw new RangeError(`${format} has no packet ${kind}`)
  const view = new DataView(new ArrayBuffer(packet.size))
  writeHeader(table, view, packet.id, header)
  write<unknown>(packet.body, view, table.header.size, body)
  return new Uint8Array(view.buffer)
}

/** The datagram of one event; its unused bytes are zero. */
export function encodeEvent<F extends Format, C extends keyof Codes<F> & string>(
  format: F,
  code: C,
  header: Partly<Header>,
  details: Partly<Infer<Codes<F>[C]>>,
): Uint8Array {
  const table: FormatTable = formats[format]
  const field: Field<unknown> | undefined = table.event.codes[code]
  if (field === undefined) throw new RangeError(`${format} has no event ${code}`)
  const at = table.header.size
  const view = new DataView(new ArrayBuffer(at + 4 + table.event.payloadSize))
  writeHeader(table, view, table.event.id, header)
  for (let i = 0; i < 4; i++) view.setUint8(at + i, code.charCodeAt(i))
  write<unknown>(field, view, at + 4, details)
  return new Uint8Array(view.buffer)
}

function writeHeader(
  table: FormatTable,
  view: DataView,
  packetId: number,
  header: Partly<Header>,
): void {
  const { format } = table
  const filled = { gameYear: format - 2000, packetVersion: 1, ...header }
  write(table.header, view, 0, { ...filled, packetFormat: format, packetId })
}
