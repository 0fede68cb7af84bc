import { createScope, type Scope } from './generated-code.ts'
import { type Field, type Fields, type NumberType, placeOf, type Rows } from './field.ts'
import { readText } from './text.ts'

export type Reader<T> = (view: DataView, at: number) => T

const getters: Readonly<Record<NumberType, string>> = {
  u8: 'getUint8',
  i8: 'getInt8',
  u16: 'getUint16',
  i16: 'getInt16',
  u32: 'getUint32',
  u64: 'getBigUint64',
  f32: 'getFloat32',
  f64: 'getFloat64',
}

const readers = new WeakMap<Field<unknown>, Reader<unknown>>()

/**
 * Returns the decoder of a field, which is generated once. It reads at constant offsets into object literals,
 * which is several times faster than walking the table for every datagram.
 */
export function readerOf<T>(field: Field<T>): Reader<T> {
  const known = readers.get(field)
  // The code is generated from the table from which T is inferred.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (known !== undefined) return known as Reader<T>
  const scope = createScope()
  const made: Reader<T> = scope.compile(`return ${expression(field, 0, scope, true)}`)
  readers.set(field, made)
  return made
}

/** Returns the decoder of a whole datagram: `{ kind, format, header, ids, …fields of the body }`. */
export function packetReaderOf(
  kind: string,
  format: number,
  ids: object,
  header: Field<unknown>,
  body: Fields,
): Reader<unknown> {
  const scope = createScope()
  const boundIds = scope.bind(ids)
  const readHeader = scope.bind(readerOf(header))
  const fields = literalOf(body, header.size, scope)
  return scope.compile(
    `return {kind:${JSON.stringify(kind)},format:${format},header:${readHeader}(v,o),ids:${boundIds},${fields}}`,
  )
}

/** Reads fields into an object that is used again. */
type FieldReader = (view: DataView, at: number, into: object) => void

/** Generates a reader of these fields of a struct. */
export function fieldReaderOf({ shape }: Field<unknown>, names: readonly string[]): FieldReader {
  const scope = createScope()
  const sets = names.map((name) => `r[${JSON.stringify(name)}]=${memberOf(shape, name, scope)}`)
  return scope.compile(sets.join(';'), 'v,o,r')
}

/** Reads numbers into consecutive places of `into`, from `to` on. */
export type ColumnReader = (view: DataView, at: number, into: Float64Array, to: number) => void

/**
 * Generates a reader of these fields of a row. As objects, the rows of every car in every packet would be most of
 * the garbage of a program that reads a whole stream.
 */
export function columnReaderOf({ shape }: Field<unknown>, names: readonly string[]): ColumnReader {
  const scope = createScope()
  const sets = names.map((name, column) => `r[t+${column}]=${memberOf(shape, name, scope)}`)
  return scope.compile(sets.join(';'), 'v,o,r,t')
}

function memberOf(shape: Field<unknown>['shape'], name: string, scope: Scope): string {
  if (shape.form !== 'struct') throw new RangeError(`no field ${name}`)
  const { fields } = shape
  const field = fields[name]
  if (field === undefined) throw new RangeError(`no field ${name}`)
  return expression(field, placeOf(fields, name), scope, false)
}

function literalOf(fields: Fields, offset: number, scope: Scope): string {
  let at = offset
  const entries: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (field.shape.form !== 'unread') {
      entries.push(`${JSON.stringify(name)}:${expression(field, at, scope, false)}`)
    }
    at += field.size
  }
  return entries.join(',')
}

function expression(field: Field<unknown>, at: number, scope: Scope, inline: boolean): string {
  const { shape } = field
  switch (shape.form) {
    case 'number':
      if (shape.type === 'u64') return `${scope.bind(rememberingU64())}(v,o+${at})`
      return `v.${getters[shape.type]}(o+${at}${field.size > 1 ? ',true' : ''})`
    case 'splitMs':
      return `(v.getUint16(o+${at},true)+v.getUint8(o+${at + 2})*60000)`
    case 'thousandths':
      return `v.getInt16(o+${at},true)/1000`
    case 'text':
      return `${scope.bind(readText)}(v,o+${at},${field.size})`
    case 'constant':
      return JSON.stringify(shape.value)
    case 'array': {
      // Each row type has its own function, because V8 does not optimise very long ones.
      if (!inline && shape.item.shape.form === 'number' && shape.count > 16) {
        return `${scope.bind(readerOf(field))}(v,o+${at})`
      }
      const { item, count } = shape
      const items = Array.from({ length: count }, (_, i) =>
        expression(item, at + i * item.size, scope, false),
      )
      return `[${items.join(',')}]`
    }
    case 'usedRows':
      return `${scope.bind(usedRowsReader(shape.rows))}(v,o+${at})`
    case 'unread':
      return 'undefined'
    case 'struct':
      if (!inline) return `${scope.bind(readerOf(field))}(v,o+${at})`
      return `{${literalOf(shape.fields, at, scope)}}`
  }
}

function usedRowsReader({ count, item, usedAt }: Rows): Reader<unknown[]> {
  const readRow = readerOf(item)
  return (view, at) => {
    const used = Math.min(count, view.getUint8(at + usedAt))
    const rows: unknown[] = []
    for (let i = 0; i < used; i++) rows.push(readRow(view, at + i * item.size))
    return rows
  }
}

/** Caches the last bigint: consecutive headers have the same UID, and a bigint is expensive. */
function rememberingU64(): Reader<bigint> {
  let low = 0
  let high = 0
  let value = 0n
  return (view, at) => {
    const nextLow = view.getUint32(at, true)
    const nextHigh = view.getUint32(at + 4, true)
    if (nextLow !== low || nextHigh !== high) {
      low = nextLow
      high = nextHigh
      value = view.getBigUint64(at, true)
    }
    return value
  }
}

/** Returns a view of exactly these bytes, which may be a part of a larger buffer. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
