import type { Field, Fields } from './field.ts'
import { writeText } from './text.ts'

/** Input of an encoder: any part of the model; missing fields are zero. */
export type DeepPartial<T> = T extends readonly (infer E)[]
  ? readonly DeepPartial<E>[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> | undefined }
    : T

/** Writes a value at an offset. Throws a RangeError if an array is longer than in the table. */
export function write<T>(field: Field<T>, view: DataView, at: number, value: DeepPartial<T>): void {
  writerOf(field)(view, at, value)
}

type Writer = (view: DataView, at: number, value: unknown) => void

const writers = new WeakMap<Field<unknown>, Writer>()

function writerOf(field: Field<unknown>): Writer {
  const known = writers.get(field)
  if (known !== undefined) return known
  const made = makeWriter(field)
  writers.set(field, made)
  return made
}

function makeWriter(field: Field<unknown>): Writer {
  const { shape } = field
  switch (shape.form) {
    case 'number':
      return numberWriters[shape.type]
    case 'splitMs':
      return (view, at, value) => {
        const ms = Number(value)
        view.setUint16(at, ms % 60_000, true)
        view.setUint8(at + 2, Math.floor(ms / 60_000))
      }
    case 'thousandths':
      return (view, at, value) => view.setInt16(at, Math.round(Number(value) * 1000), true)
    case 'text':
      return (view, at, value) => writeText(view, at, field.size, String(value))
    case 'constant':
    case 'usedRows':
    case 'unread':
      return () => undefined
    case 'array':
      return arrayWriter(shape.item, shape.count)
    case 'struct':
      return structWriter(shape.fields)
  }
}

const numberWriters = {
  u8: (view, at, value) => view.setUint8(at, Number(value)),
  i8: (view, at, value) => view.setInt8(at, Number(value)),
  u16: (view, at, value) => view.setUint16(at, Number(value), true),
  i16: (view, at, value) => view.setInt16(at, Number(value), true),
  u32: (view, at, value) => view.setUint32(at, Number(value), true),
  u64: (view, at, value) => view.setBigUint64(at, BigInt(String(value)), true),
  f32: (view, at, value) => view.setFloat32(at, Number(value), true),
  f64: (view, at, value) => view.setFloat64(at, Number(value), true),
} satisfies Record<string, Writer>

function arrayWriter(item: Field<unknown>, count: number): Writer {
  const writeItem = writerOf(item)
  return (view, at, value) => {
    if (!Array.isArray(value)) return
    if (value.length > count) throw new RangeError(`${value.length} items, ${count} places`)
    for (let i = 0; i < value.length; i++) {
      if (value[i] !== undefined) writeItem(view, at + i * item.size, value[i])
    }
  }
}

function structWriter(fields: Fields): Writer {
  let offset = 0
  const members = Object.entries(fields).map(([name, field]) => {
    const member = { name, offset, put: writerOf(field) }
    offset += field.size
    return member
  })
  return (view, at, value) => {
    // The type of `write` says that a struct's value is an object of its own field names.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const given = value as Readonly<Record<string, unknown>>
    for (const member of members) {
      const part = given[member.name]
      if (part !== undefined) member.put(view, at + member.offset, part)
    }
  }
}
