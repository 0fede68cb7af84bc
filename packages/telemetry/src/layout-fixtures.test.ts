import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { decodeDatagram } from './decode.ts'
import { encodeDecoded } from './encode.ts'
import { FORMATS, formats } from './formats/registry.ts'
import type { Packet } from './formats/model.ts'
import type { Field } from './layout/field.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')

/** The published structures place the field like this (fixtures/README.md). */
interface PublishedField {
  readonly at: number
  readonly type: string
  readonly name: string
  /** The values are written as text, separated by spaces. */
  readonly values: string
}

interface Fixture {
  readonly title: string
  readonly size: number
  readonly bytes: Uint8Array
  readonly fields: readonly PublishedField[]
}

/** Our tables place the field like this; the value was decoded. */
interface DecodedField {
  readonly at: number
  readonly name: string
  readonly field: Field<unknown>
  readonly value: unknown
}

for (const format of FORMATS) {
  const fixtures = readFixtures(format)

  test(`${format}: the fixtures have every packet and event of the year`, () => {
    const table = formats[format]
    const packets = fixtures.map(({ bytes }) => decodeFixture(bytes))
    const kinds = new Set(packets.map(({ kind }) => kind).filter((kind) => kind !== 'event'))
    const codes = new Set(packets.flatMap((packet) => (packet.kind === 'event' ? packet.code : [])))
    // No game sends these: the thinner makes the first one, and the receiver marks with the second one which
    // of several games sends.
    const own = ['playerCar', 'sender']
    const sent = Object.keys(table.packets).filter((kind) => !own.includes(kind))
    assert.deepEqual([...kinds].toSorted(), sent.toSorted())
    assert.deepEqual([...codes].toSorted(), Object.keys(table.event.codes).toSorted())
  })

  for (const { title, size, bytes, fields } of fixtures) {
    test(`${format} ${title}: size, places and values of all fields are the published ones`, () => {
      assert.equal(bytes.length, size)
      const packet = decodeFixture(bytes)
      const decoded = listDecodedFields(packet)
      const published = joinSplitTimes(fields, decoded)
      assert.deepEqual(
        decoded.map(({ at, field, value }) => ({ at, values: textOf(field, value) })),
        published.map(({ at, values }) => ({ at, values })),
        'offset and values of the fields, in their order',
      )
    })

    test(`${format} ${title}: what was decoded is encoded to the same bytes`, () => {
      assert.deepEqual(encodeDecoded(formats[format], decodeFixture(bytes)), bytes)
    })

    test(`${format} ${title}: a byte more or less is refused`, () => {
      for (const other of [bytes.subarray(0, -1), new Uint8Array([...bytes, 0])]) {
        assert.equal(decodeDatagram(other).kind, 'rejected')
      }
    })
  }
}

function readFixtures(format: number): Fixture[] {
  const text = readFileSync(join(FIXTURES, `${format}.txt`), 'utf8').trim()
  return text.split('\n\n').map((section) => {
    const [heading = '', bytes = '', ...fields] = section.split('\n')
    const [, title = '', size = ''] = /^(.+) (\d+)$/.exec(heading) ?? []
    return {
      title,
      size: Number(size),
      bytes: new Uint8Array(Buffer.from(bytes.trim().split(' ')[1] ?? '', 'base64')),
      fields: fields.map((line) => {
        const [, at = '', type = '', name = '', values = ''] =
          /^ {2}(\d+) (\S+) (\S+) (.*)$/.exec(line) ?? assert.fail(line)
        return { at: Number(at), type, name, values }
      }),
    }
  })
}

function decodeFixture(bytes: Uint8Array): Packet {
  const packet = decodeDatagram(bytes)
  if (packet.kind === 'rejected') assert.fail(`rejected: ${packet.reason}`)
  return packet
}

function listDecodedFields(packet: Packet): DecodedField[] {
  const table = Object.values(formats).find(({ format }) => format === packet.format)
  assert.ok(table)
  const header = listFields(table.header, packet.header, 0, 'header')
  const at = table.header.size
  if (packet.kind === 'event') {
    const codes: Readonly<Record<string, Field<unknown>>> = table.event.codes
    const details = codes[packet.code]
    assert.ok(details)
    return [...header, ...listFields(details, packet.details, at + 4, packet.code)]
  }
  const packets: Readonly<Record<string, { readonly body: Field<unknown> }>> = table.packets
  const body = packets[packet.kind]?.body
  assert.ok(body)
  return [...header, ...listFields(body, packet, at, packet.kind)]
}

/** Returns the first and the last of a list of structures, and all of everything else. */
function listFields(
  field: Field<unknown>,
  value: unknown,
  at: number,
  name: string,
): DecodedField[] {
  const { shape } = field
  if (shape.form === 'constant') return []
  if (shape.form === 'struct') {
    let place = at
    return Object.entries(shape.fields).flatMap(([member, of]) => {
      const listed = listFields(of, Object(value)[member], place, `${name}.${member}`)
      place += of.size
      return listed
    })
  }
  if (shape.form === 'array' && shape.item.shape.form === 'struct') {
    const rows: unknown = value
    assert.ok(Array.isArray(rows))
    assert.equal(rows.length, shape.count)
    return [0, shape.count - 1].flatMap((row) =>
      listFields(shape.item, rows[row], at + row * shape.item.size, `${name}[${row}]`),
    )
  }
  return [{ at, name, field, value }]
}

/** Two published fields, milliseconds and minutes, are one of ours. */
function joinSplitTimes(
  published: readonly PublishedField[],
  decoded: readonly DecodedField[],
): PublishedField[] {
  const splitAt = new Set(
    decoded.flatMap(({ at, field }) => (field.shape.form === 'splitMs' ? [at] : [])),
  )
  return published.flatMap((one, index) => {
    if (splitAt.has(one.at - 2)) return []
    const minutes = published[index + 1]
    if (!splitAt.has(one.at) || minutes === undefined) return [one]
    return [{ ...one, values: String(Number(minutes.values) * 60_000 + Number(one.values)) }]
  })
}

/** Returns the values as the fixtures write them. */
function textOf({ shape }: Field<unknown>, value: unknown): string {
  if (shape.form === 'array' && Array.isArray(value)) {
    return value.map((one: unknown) => textOf(shape.item, one)).join(' ')
  }
  if (shape.form === 'thousandths') return String(Math.round(Number(value) * 1000))
  if (shape.form === 'number' && shape.type.startsWith('f') && Number.isInteger(value)) {
    return `${String(value)}.0`
  }
  return String(value)
}
