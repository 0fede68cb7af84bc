import type { FormatTable } from './formats/format-table.ts'
import type { Body, BodyKind, EventDetails, Header, Packet } from './formats/model.ts'
import { type Format, formats } from './formats/registry.ts'
import type { Field, PacketTable } from './layout/field.ts'
import { type DeepPartial, write } from './layout/writer.ts'

type KeysOfUnion<U> = U extends unknown ? keyof U & string : never
/** Names the packets of a year, or of any of several years. */
type KindOf<F extends Format> = KeysOfUnion<(typeof formats)[F]['packets']>
type CodeOf<F extends Format> = KeysOfUnion<(typeof formats)[F]['event']['codes']>

/**
 * Encodes one packet, and is the inverse of `decodeDatagram`. Missing fields are zero, fields that the year
 * lacks are ignored; year, packet id and game year are set. Throws a RangeError for more cars than the year
 * has and for a packet that the year lacks.
 */
export function encodePacket<F extends Format, K extends KindOf<F>>(
  format: F,
  kind: K,
  header: DeepPartial<Header>,
  body: DeepPartial<Body<K>>,
): Uint8Array {
  return encodePacketOf(formats[format], kind, header, body)
}

/** Encodes one packet with the table of a year. */
export function encodePacketOf<K extends BodyKind>(
  table: FormatTable,
  kind: K,
  header: DeepPartial<Header>,
  body: DeepPartial<Body<K>>,
): Uint8Array {
  return bodyBytes(table, kind, header, body)
}

/**
 * Encodes one event; unused bytes are zero. Throws a RangeError for an event that the year lacks.
 */
export function encodeEvent<F extends Format, C extends CodeOf<F>>(
  format: F,
  code: C,
  header: DeepPartial<Header>,
  details: DeepPartial<EventDetails<C>>,
): Uint8Array {
  return eventBytes(formats[format], code, header, details)
}

/**
 * Encodes a decoded packet. The result equals the original datagram except for meaningless bytes: unused
 * bytes of an event and the bytes after the end of a name.
 */
export function encodeDecoded(table: FormatTable, packet: Packet): Uint8Array {
  return packet.kind === 'event'
    ? eventBytes(table, packet.code, packet.header, packet.details)
    : bodyBytes(table, packet.kind, packet.header, packet)
}

function bodyBytes(
  table: FormatTable,
  kind: string,
  header: DeepPartial<Header>,
  body: unknown,
): Uint8Array {
  const packet: PacketTable<unknown> | undefined = table.packets[kind]
  if (packet === undefined) throw new RangeError(`${table.format} has no packet ${kind}`)
  const view = new DataView(new ArrayBuffer(packet.size))
  writeHeader(table, view, packet.id, header)
  write<unknown>(packet.body, view, table.header.size, body)
  return new Uint8Array(view.buffer)
}

function eventBytes(
  table: FormatTable,
  code: string,
  header: DeepPartial<Header>,
  details: unknown,
): Uint8Array {
  const field: Field<unknown> | undefined = table.event.codes[code]
  if (field === undefined) throw new RangeError(`${table.format} has no event ${code}`)
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
  header: DeepPartial<Header>,
): void {
  const { format } = table
  const filled = { gameYear: format - 2000, packetVersion: 1, ...header }
  write(table.header, view, 0, { ...filled, packetFormat: format, packetId })
}
