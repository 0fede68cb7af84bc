import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeDatagram } from './decode.ts'
import { encodeDecoded } from './encode.ts'
import type { FormatTable } from './formats/format-table.ts'
import type { Packet } from './formats/model.ts'
import { formats } from './formats/registry.ts'
import {
  everyDatagram,
  expectedOf,
  payloadDatagrams,
  withoutCaptures,
} from '../testing/captures.ts'
import { compare, type Comparison } from '../testing/other-decoding.ts'

/** The other decoder says something else here; each entry has the reason why ours stands. */
const differences: Readonly<Record<string, string>> = {
  '2024_03.event-details: null is [object Object] here': 'an event without details has none there',
  '2026_02.lap-data[8].delta-to-car-in-front-in-ms: 47735 is 15347735 here':
    'it leaves out the minutes: cars in the garage of a practice, which have no gap',
  '2026_02.lap-data[10].delta-to-car-in-front-in-ms: 28582 is 14848582 here': 'as car 8',
  '2026_02.lap-data[14].delta-to-car-in-front-in-ms: 30276 is 14850276 here': 'as car 8',
  '2026_02.lap-data[15].delta-to-car-in-front-in-ms: 22992 is 14902992 here': 'as car 8',
  '2026_04.participants[2].team-id: RB is 482 here': 'the appendix calls 482 RB ‘26',
  '2026_04.participants[12].team-id: RB is 482 here': 'the appendix calls 482 RB ‘26',
}

test('real packets decode to what another decoder made of them', { skip: withoutCaptures }, () => {
  const result: Comparison = { compared: 0, wrong: [] }
  const kinds = new Set<string>()
  for (const { name, bytes } of payloadDatagrams()) {
    const expected = expectedOf(name)
    if (expected === null) continue
    const packet = decodeDatagram(bytes)
    if (packet.kind === 'rejected') assert.fail(`${name}: ${packet.reason}`)
    kinds.add(`${packet.format} ${packet.kind}`)
    const ours =
      packet.kind === 'event'
        ? { eventStringCode: packet.code, eventDetails: packet.details }
        : packet
    const before = result.compared
    compare(expected, ours, packet.ids, name.replaceAll(/^png-tests.|_test.*/g, ''), result)
    assert.ok(result.compared > before, `${name}: nothing compared`)
  }
  assert.deepEqual(result.wrong, Object.keys(differences))
  assert.equal(kinds.size, 56)
  assert.ok(result.compared > 16_000, `${result.compared} values`)
})

/** These files hold no datagram as the game sends it; each entry says what is wrong with it. */
const damaged: Readonly<Record<string, string>> = {
  'maciejpedzich/tests__data__2024-03-RDFL.bin': 'cut short by hand: 44 of 45 bytes',
  'maciejpedzich/tests__data__2024-03-SCAR.bin': 'made longer by hand: 47 bytes instead of 45',
}

test(
  'every byte of real datagrams of every kind is accounted for',
  { skip: withoutCaptures },
  () => {
    const rejected: string[] = []
    const changed: string[] = []
    const kinds = new Set<string>()
    const datagrams = everyDatagram()
    for (const { name, bytes } of datagrams) {
      const packet = decodeDatagram(bytes)
      if (packet.kind === 'rejected') {
        rejected.push(name)
        continue
      }
      kinds.add(`${packet.format} ${packet.kind}`)
      const table = tableOf(packet.format)
      const again = encodeDecoded(table, packet)
      if (!Buffer.from(again).equals(withoutStale(table, packet, bytes))) changed.push(name)
    }
    assert.deepEqual(rejected, Object.keys(damaged))
    assert.deepEqual(changed, [])
    assert.ok(datagrams.length > 430, `${datagrams.length} datagrams`)
    assert.deepEqual(unseen(kinds), [])
  },
)

function unseen(kinds: ReadonlySet<string>): string[] {
  return (
    Object.values(formats)
      .flatMap(({ format, packets }) => Object.keys(packets).map((kind) => `${format} ${kind}`))
      // The thinner makes these and the game does not.
      .filter((kind) => !/ (?:playerCar|sender)$/.test(kind))
      .filter((kind) => !kinds.has(kind))
  )
}

/** An event's union still holds earlier bytes wherever its code does not write. */
function withoutStale(table: FormatTable, packet: Packet, bytes: Uint8Array): Uint8Array {
  if (packet.kind !== 'event') return bytes
  const used = table.header.size + 4 + (table.event.codes[packet.code]?.size ?? 0)
  return Uint8Array.from(bytes).fill(0, used)
}

function tableOf(format: number): FormatTable {
  const table = Object.values(formats).find((table) => table.format === format)
  if (table === undefined) throw new RangeError(`no format ${format}`)
  return table
}
