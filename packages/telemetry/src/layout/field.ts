/** The decoder and encoder of a field are generated from its wire format. */
type Shape =
  | { readonly form: 'number'; readonly type: NumberType }
  | { readonly form: 'text' }
  | { readonly form: 'splitMs' }
  | { readonly form: 'thousandths' }
  | { readonly form: 'constant'; readonly value: number | null }
  | { readonly form: 'array'; readonly count: number; readonly item: Field<unknown> }
  | { readonly form: 'usedRows'; readonly rows: Rows }
  | { readonly form: 'unread' }
  | { readonly form: 'struct'; readonly fields: Fields }

/** The list has a u8 for the number of used rows, `usedAt` bytes from the first row. */
export interface Rows {
  readonly count: number
  readonly item: Field<unknown>
  readonly usedAt: number
}

export type NumberType = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'u64' | 'f32' | 'f64'
export type Fields = Readonly<Record<string, Field<unknown>>>

declare const decoded: unique symbol

/** A field is a part of a datagram, little endian and packed. `T` is the decoded type. */
export interface Field<out T> {
  readonly size: number
  readonly shape: Shape
  readonly [decoded]?: T
}

export type Infer<F> = F extends Field<infer T> ? T : never

export const u8: Field<number> = { size: 1, shape: { form: 'number', type: 'u8' } }
export const i8: Field<number> = { size: 1, shape: { form: 'number', type: 'i8' } }
export const u16: Field<number> = { size: 2, shape: { form: 'number', type: 'u16' } }
export const i16: Field<number> = { size: 2, shape: { form: 'number', type: 'i16' } }
export const u32: Field<number> = { size: 4, shape: { form: 'number', type: 'u32' } }
export const u64: Field<bigint> = { size: 8, shape: { form: 'number', type: 'u64' } }
export const f32: Field<number> = { size: 4, shape: { form: 'number', type: 'f32' } }
export const f64: Field<number> = { size: 8, shape: { form: 'number', type: 'f64' } }

/** A duration is sent as u16 milliseconds and u8 minutes (2023 and later), and decoded to milliseconds. */
export const splitMs: Field<number> = { size: 3, shape: { form: 'splitMs' } }

/** The number is sent as i16 thousandths of its unit. */
export const thousandths: Field<number> = { size: 2, shape: { form: 'thousandths' } }

/** Returns a field of UTF-8 that ends at the first NUL or after `bytes` bytes. */
export function text(bytes: number): Field<string> {
  return { size: bytes, shape: { form: 'text' } }
}

/** Returns a field of the model that this year does not send; it is always decoded to `value`. */
export function absent<const V extends number | null>(value: V): Field<V> {
  return { size: 0, shape: { form: 'constant', value } }
}

/** Returns a field of `count` equal items without gaps. */
export function array<T>(count: number, item: Field<T>): Field<readonly T[]> {
  return { size: count * item.size, shape: { form: 'array', count, item } }
}

/** Returns a field that has these fields in the order of the entries, without gaps. */
export function struct<const S extends Fields>(
  fields: S,
): Field<{ readonly [K in keyof S]: Infer<S[K]> }> {
  return { size: sizeOf(fields), shape: { form: 'struct', fields } }
}

function sizeOf(fields: Fields): number {
  return Object.values(fields).reduce((size, field) => size + field.size, 0)
}

/** Returns the offset of a field in bytes. Throws a RangeError for an unknown field. */
export function placeOf(fields: Fields, wanted: string): number {
  let at = 0
  for (const [name, { size }] of Object.entries(fields)) {
    if (name === wanted) return at
    at += size
  }
  throw new RangeError(`no field ${wanted}`)
}

/** The table describes one kind of datagram of one year. */
export interface PacketTable<out T> {
  readonly id: number
  /** It is the exact size on the wire, header included. */
  readonly size: number
  readonly body: Field<T>
  readonly fields: Fields
}

/** Creates the table of a packet from the fields after the header. */
export function packet<const S extends Fields>(
  header: Field<unknown>,
  id: number,
  fields: S,
): PacketTable<{ readonly [K in keyof S]: Infer<S[K]> }> {
  const body = struct(fields)
  return { id, size: header.size + body.size, body, fields }
}

/** Returns the table of a packet with the same body and another header. */
export function withHeader<T>(header: Field<unknown>, table: PacketTable<T>): PacketTable<T> {
  return { ...table, size: header.size + table.body.size }
}

export type InferPacket<P> = P extends PacketTable<infer T> ? T : never
