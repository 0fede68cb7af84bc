import type { Field, NumberType } from './field.ts'
import { createScope, type Scope } from './generated-code.ts'
import { writeText } from './text.ts'

/** An encoder takes any part of the model; missing fields are zero. */
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

const setters: Readonly<Record<NumberType, string>> = {
  u8: 'setUint8',
  i8: 'setInt8',
  u16: 'setUint16',
  i16: 'setInt16',
  u32: 'setUint32',
  u64: 'setBigUint64',
  f32: 'setFloat32',
  f64: 'setFloat64',
}

/**
 * Generates the encoder of a field, because walking the table for every datagram takes several times as long.
 */
function makeWriter({ shape, size }: Field<unknown>): Writer {
  if (shape.form === 'array') return arrayWriter(shape.item, shape.count)
  const scope = createScope()
  if (shape.form !== 'struct')
    return scope.compile(statement({ shape, size }, 0, 'p', scope), 'v,o,p')
  let at = 0
  const members = Object.entries(shape.fields).map(([name, field]) => {
    const written = statement(field, at, 'm', scope)
    at += field.size
    return written === '' ? '' : `m=p[${JSON.stringify(name)}];if(m!==undefined){${written}}`
  })
  return scope.compile(`let m;${members.join('')}`, 'v,o,p')
}

/** Returns the source of the statement that writes the value `from`. */
function statement(field: Field<unknown>, at: number, from: string, scope: Scope): string {
  const { shape, size } = field
  switch (shape.form) {
    case 'number': {
      const value = shape.type === 'u64' ? `BigInt(String(${from}))` : `Number(${from})`
      return `v.${setters[shape.type]}(o+${at},${value},true)`
    }
    case 'splitMs':
      return `${scope.bind(writeSplitMs)}(v,o+${at},Number(${from}))`
    case 'thousandths':
      return `v.setInt16(o+${at},Math.round(Number(${from})*1000),true)`
    case 'text':
      return `${scope.bind(writeText)}(v,o+${at},${size},String(${from}))`
    case 'constant':
    case 'usedRows':
    case 'unread':
      return ''
    case 'array':
    case 'struct':
      return `${scope.bind(writerOf(field))}(v,o+${at},${from})`
  }
}

function writeSplitMs(view: DataView, at: number, ms: number): void {
  view.setUint16(at, ms % 60_000, true)
  view.setUint8(at + 2, Math.floor(ms / 60_000))
}

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
