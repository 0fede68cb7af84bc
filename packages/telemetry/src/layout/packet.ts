import { struct, type Field, type Fields, type Infer } from './field.ts'

/** One kind of datagram of one year. */
export interface PacketTable<out T> {
  readonly id: number
  /** The exact size on the wire, header included. */
  readonly size: number
  readonly body: Field<T>
  readonly fields: Fields
}

/** A year's table of a packet: what follows the header, and the size of both in bytes. */
export function packet<const S extends Fields>(
  header: Field<unknown>,
  id: number,
  fields: S,
): PacketTable<{ readonly [K in keyof S]: Infer<S[K]> }> {
  const body = struct(fields)
  return { id, size: header.size + body.size, body, fields }
}

/** A year's table of a packet whose body is that of the year before, under another header. */
export function withHeader<T>(header: Field<unknown>, table: PacketTable<T>): PacketTable<T> {
  return { ...table, size: header.size + table.body.size }
}

export type InferPacket<P> = P extends PacketTable<infer T> ? T : never
