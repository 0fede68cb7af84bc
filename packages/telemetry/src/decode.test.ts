import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeDatagram, readHeader } from './decode.ts'
import { encodeDecoded, encodeEvent, encodePacket } from './encode.ts'
import { frameOf } from './formats/headers.ts'
import type { FormatTable } from './formats/format-table.ts'
import { formats } from './formats/registry.ts'
import { absent, type Field, struct, u8 } from './layout/field.ts'
import { readerOf } from './layout/reader.ts'
import {
  dumps,
  layoutJson,
  lengthPrefixed,
  singleDatagrams,
  withoutCaptures,
} from '../testing/captures.ts'

const tables: readonly FormatTable[] = Object.values(formats)

type WireField = [name: string, type: string, count: number | number[]]
type WireStructs = Readonly<Record<string, { readonly fields: readonly WireField[] }>>
interface WireEvents {
  readonly codes: Readonly<Record<string, string | null>>
  readonly structs: WireStructs
}
type WirePacket = { readonly id: number; readonly size: number; readonly fields: WireField[] }
interface Wire {
  readonly _structs: WireStructs
  readonly _eventDetails: WireEvents
}

test('every packet of every year has the fields of the wire’s description, in order', (t) => {
  if (!existsSync(layoutJson)) return t.skip(`no ${layoutJson}`)
  const json = readFileSync(layoutJson, 'utf8')
  const years: Record<string, Wire | undefined> = JSON.parse(json)
  const wirePackets: Record<string, Record<string, WirePacket>> = JSON.parse(json)
  for (const { format, header, packets, event } of tables) {
    const wire = years[String(format)]
    assert.ok(wire)
    const { _structs: structs, _eventDetails: details } = wire
    for (const [name, { id, size, fields }] of Object.entries(wirePackets[String(format)] ?? {})) {
      if (name.startsWith('_') || id === event.id) continue
      const packet = Object.values(packets).find((packet) => packet.id === id)
      assert.ok(packet, `${format} ${name}`)
      assert.equal(packet.size, size, `${format} ${name}`)
      assert.equal(typesOf(header) + typesOf(packet.body), wireTypes(structs, fields), name)
    }
    assert.deepEqual(Object.keys(event.codes).toSorted(), Object.keys(details.codes).toSorted())
    for (const [code, name] of Object.entries(details.codes)) {
      const types = name === null ? '' : wireTypes({}, details.structs[name]?.fields ?? [])
      assert.equal(typesOf(event.codes[code] ?? header), types, `${format} ${code}`)
    }
  }
})

/** Returns the primitives of a table in order, as one letter and size each. */
function typesOf(field: Field<unknown>): string {
  const { shape } = field
  switch (shape.form) {
    case 'number':
      return `${shape.type} `
    case 'text':
      return 'char '.repeat(field.size)
    case 'splitMs':
      return 'u16 u8 '
    case 'thousandths':
      return 'i16 '
    case 'constant':
    case 'usedRows':
    case 'unread':
      return ''
    case 'array':
      return typesOf(shape.item).repeat(shape.count)
    case 'struct':
      return Object.values(shape.fields).map(typesOf).join('')
  }
}

/** Returns the same of the wire's description; a struct there may have the name of its packet. */
function wireTypes(structs: WireStructs, fields: readonly WireField[]): string {
  return fields
    .map(([, type, count]) => {
      const times = [count].flat().reduce((product, n) => product * n, 1)
      const struct = structs[type]
      return (struct === undefined ? `${type} ` : wireTypes(structs, struct.fields)).repeat(times)
    })
    .join('')
}

test(
  'every real datagram decodes to the kind that its file says',
  { skip: withoutCaptures },
  () => {
    const wrong: string[] = []
    for (const { name, bytes } of singleDatagrams()) {
      const packet = decodeDatagram(bytes)
      const id = /202\d-(\d\d)/.exec(name)?.[1]
      if (packet.kind === 'rejected') wrong.push(`${name}: ${packet.reason}`)
      else if (id !== undefined) assert.equal(packet.header.packetId, Number(id), name)
      const code = /-([A-Z]{4})\.bin$/.exec(name)?.[1]
      if (packet.kind === 'event' && code !== undefined) assert.equal(packet.code, code)
    }
    // Their publishers have cut them short or made them longer (captures README).
    assert.deepEqual(wrong, [
      'maciejpedzich/tests__data__2024-03-RDFL.bin: size',
      'maciejpedzich/tests__data__2024-03-SCAR.bin: size',
    ])
  },
)

test('dumps of datagrams decode whole', { skip: withoutCaptures }, () => {
  const kinds = dumps.flatMap(lengthPrefixed).map((bytes) => decodeDatagram(bytes).kind)
  assert.equal(kinds.length, 17 + 30 + 28 + 13 + 100)
  assert.ok(!kinds.includes('rejected'))
})

test('what arrives at any offset of a buffer decodes alike', () => {
  const bytes = encodePacket(2024, 'lapData', {}, { cars: [{ lapDistance: 12.5 }] })
  const padded = new Uint8Array(bytes.length + 10)
  padded.set(bytes, 7)
  assert.deepEqual(decodeDatagram(padded.subarray(7, 7 + bytes.length)), decodeDatagram(bytes))
})

test('a random datagram is rejected or decoded, and nothing throws', () => {
  const known = tables.flatMap((table) =>
    Object.values(table.packets).map(({ id, size }) => ({ table, id, size })),
  )
  const framed = fc
    .tuple(fc.constantFrom(...known), fc.infiniteStream(fc.nat(255)))
    .map(([{ table, id, size }, stream]) => {
      const bytes = Uint8Array.from({ length: size }, () => stream.next().value)
      bytes.set([table.format & 255, table.format >> 8])
      bytes[table.packetIdAt] = id
      return bytes
    })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      assert.equal(decodeDatagram(bytes).kind, 'rejected')
      assert.equal(readHeader(bytes).kind, 'rejected')
    }),
  )
  fc.assert(
    fc.property(framed, (bytes) => {
      assert.notEqual(decodeDatagram(bytes).kind, 'rejected')
    }),
    { numRuns: 60 },
  )
})

test('what was decoded encodes to what decodes to the same, in every packet of every year', () => {
  const names = new Set(['participants', 'lobbyInfo'])
  const packets = tables.flatMap((table) =>
    Object.entries(table.packets)
      .filter(([kind]) => !names.has(kind))
      .map(([, { id, size }]) => ({ table, id, size })),
  )
  for (const { table, id, size } of packets) {
    const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 167 + (i >> 3) * 31) & 255)
    bytes.set([table.format & 255, table.format >> 8])
    bytes[table.packetIdAt] = id
    const packet = decodeDatagram(bytes)
    assert.ok(packet.kind !== 'rejected')
    assert.deepEqual(decodeDatagram(encodeDecoded(table, packet)), packet)
  }
})

test('2022 sends a header of 24 bytes without game year and overall frame', () => {
  const header = { sessionUid: 2n ** 63n + 5n, frameIdentifier: 70, overallFrameIdentifier: 80 }
  const bytes = encodePacket(2022, 'sessionHistory', header, { carIdx: 3 })
  assert.equal(bytes.length, 1155)
  assert.deepEqual([bytes[5], bytes[24]], [11, 3])
  const read = readHeader(bytes)
  assert.ok(read.kind === 'sessionHistory')
  assert.equal(read.header.gameYear, 22)
  assert.equal(read.header.sessionUid, 2n ** 63n + 5n)
  assert.equal(read.header.overallFrameIdentifier, null)
  assert.equal(frameOf(read.header), 70)
})

test('the format is a menu choice: the game year is read beside it', () => {
  const packet = decodeDatagram(encodePacket(2023, 'session', { gameYear: 25 }, { trackId: 42 }))
  assert.ok(packet.kind === 'session')
  assert.deepEqual([packet.format, packet.header.gameYear], [2023, 25])
})

test('a 2026 datagram with a body of 2025’s size is read as 2025’s', () => {
  const cars = [{ teamId: 41, raceNumber: 7, name: 'A' }]
  const bytes = encodePacket(2025, 'participants', {}, { numActiveCars: 1, cars })
  new DataView(bytes.buffer).setUint16(0, 2026, true)
  const packet = decodeDatagram(bytes)
  assert.ok(packet.kind === 'participants')
  assert.deepEqual([packet.format, packet.header.packetFormat], [2025, 2026])
  assert.deepEqual([packet.cars.length, packet.cars[0]?.raceNumber], [22, 7])
  assert.deepEqual(decodeDatagram(bytes.subarray(1)), { kind: 'rejected', reason: 'format' })
  const cut = decodeDatagram(bytes.subarray(0, 1200))
  assert.deepEqual(cut, { kind: 'rejected', reason: 'size' })
})

test('more cars than the year has cannot be encoded', () => {
  const cars = Array.from({ length: 23 }, () => ({}))
  assert.throws(() => encodePacket(2025, 'lapData', {}, { cars }), RangeError)
})

test('a field that a year does not send reads as what stands for it', () => {
  const field = struct({ sent: u8, missing: absent(0), last: u8 })
  assert.equal(field.size, 2)
  const read = readerOf(field)(new DataView(Uint8Array.of(7, 8).buffer), 0)
  assert.deepEqual(read, { sent: 7, missing: 0, last: 8 })
})

test('names are UTF-8 up to the NUL, without control bytes before them', () => {
  assert.equal(nameOf('Müller'), 'Müller')
  assert.equal(nameOf('\u0001\u0002VERSTAPPEN'), 'VERSTAPPEN')
  assert.equal(nameOf('é'.repeat(40)), 'é'.repeat(15))
  assert.equal(nameOf('AB', 0xff), '\uFFFDB')
})

function nameOf(name: string, firstByte?: number): string | undefined {
  const bytes = encodePacket(2025, 'participants', {}, { cars: [{ name }] })
  if (firstByte !== undefined) bytes[37] = firstByte
  const packet = decodeDatagram(bytes)
  return packet.kind === 'participants' ? packet.cars[0]?.name : undefined
}

test('an event reads its own payload and ignores the rest of the union', () => {
  const bytes = encodeEvent(2024, 'RTMT', {}, { vehicleIdx: 3 })
  bytes.fill(0xff, 34)
  const packet = decodeDatagram(bytes)
  assert.ok(packet.kind === 'event' && packet.code === 'RTMT')
  assert.deepEqual(packet.details, { vehicleIdx: 3 })
})
