import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { decodeDatagram } from './decode.ts'
import { encodePacket } from './encode.ts'
import { captures, withoutCaptures } from '../testing/captures.ts'

/** The other decoder's names, where they say more or less than ours. */
const aliases: Readonly<Record<string, string>> = {
  carindex: 'caridx',
  fittedindex: 'fittedidx',
  mfdpanelindexsecondary: 'mfdpanelindexsecondaryplayer',
  telemetrysetting: 'yourtelemetry',
  tempunitsleadplayer: 'temperatureunitsleadplayer',
  tempunitssecondaryplayer: 'temperatureunitssecondaryplayer',
  lapdata: 'cars',
  participants: 'cars',
  carsetups: 'cars',
  cartelemetrydata: 'cars',
  carstatusdata: 'cars',
  classificationdata: 'cars',
  cardamagedata: 'cars',
  carmotiondata: 'cars',
  lobbyplayers: 'players',
  laphistorydata: 'laps',
  tyrestintshistorydata: 'tyrestints',
  tyresetdata: 'sets',
  lappositions: 'positions',
  playersessionbestdataset: 'playersessionbest',
  personalbestdataset: 'personalbest',
  rivalsessionbestdataset: 'rival',
  pitlanetimeinlane: 'pitlanetime',
  pitstoptimer: 'pitstoptime',
  isvalid: 'valid',
}

const units = /(in)?(ms|seconds|kmh|minutes)$/

function plain(name: string): string {
  const bare = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(units, '')
  return aliases[bare] ?? bare
}

interface Comparison {
  compared: number
  readonly wrong: string[]
}

/** Compares the numbers, flags and names of the other decoding with the ones of ours. */
function compare(theirs: unknown, ours: unknown, path: string, result: Comparison): void {
  if (Array.isArray(theirs)) {
    if (!Array.isArray(ours)) return
    for (const [i, item] of theirs.entries()) compare(item, ours[i], `${path}[${i}]`, result)
    return
  }
  if (typeof theirs === 'object' && theirs !== null) {
    if (typeof ours !== 'object' || ours === null) return
    const own = new Map(Object.entries(ours).map(([name, value]) => [plain(name), value]))
    for (const [name, value] of Object.entries(theirs)) {
      if (name.endsWith('-minutes') || name.endsWith('-str')) continue
      const mine = own.get(plain(name))
      compare(value, mine ?? axesOf(own, plain(name)), `${path}.${name}`, result)
    }
    return
  }
  if (typeof ours === 'string' && typeof theirs === 'string') check(theirs === ours)
  if (typeof ours !== 'number') return
  if (typeof theirs === 'boolean') check(theirs === (ours !== 0))
  if (typeof theirs === 'number') check(Object.is(theirs, ours) || theirs === ours || isUnset())

  function isUnset(): boolean {
    return theirs === -1 && ours === 255
  }

  function check(same: boolean): void {
    result.compared++
    if (!same) result.wrong.push(`${path}: ${String(theirs)} is ${String(ours)} here`)
  }
}

/** A vector that is one object there is three fields here. */
function axesOf(own: ReadonlyMap<string, unknown>, name: string): unknown {
  return { x: own.get(`${name}x`), y: own.get(`${name}y`), z: own.get(`${name}z`) }
}

function payloads(): string[] {
  return readdirSync(join(captures, 'png-tests'))
    .filter((file) => /^202[45].*\.payload\.bin$/.test(file))
    .map((file) => file.replace('.payload.bin', ''))
}

test('real packets decode to what another decoder made of them', { skip: withoutCaptures }, () => {
  const result: Comparison = { compared: 0, wrong: [] }
  const kinds = new Set<string>()
  for (const name of payloads()) {
    const expected = readExpected(name)
    if (expected === null) continue
    const packet = decodeDatagram(datagramOf(name))
    assert.notEqual(packet.kind, 'rejected', name)
    kinds.add(packet.kind)
    const before = result.compared
    compare(
      expected,
      packet.kind === 'event' ? { eventDetails: packet.details } : packet,
      name,
      result,
    )
    if (!name.endsWith('session_started'))
      assert.ok(result.compared > before, `${name}: nothing compared`)
  }
  assert.deepEqual(result.wrong, [])
  assert.equal(kinds.size, 15)
  assert.ok(result.compared > 6500, `${result.compared} values`)
})

function readExpected(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(captures, 'png-tests', `${name}.expected.json`), 'utf8'))
  } catch {
    return null
  }
}

/** The captures lack the header: one of the same year and id goes before them. */
function datagramOf(name: string): Uint8Array {
  const payload = readFileSync(join(captures, 'png-tests', `${name}.payload.bin`))
  const year = name.startsWith('2024') ? 2024 : 2025
  const header = encodePacket(year, 'session', {}, {}).slice(0, 29)
  header[6] = Number(name.slice(5, 7))
  return new Uint8Array([...header, ...payload])
}
