import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeDatagram } from '../decode.ts'
import type { FormatTable } from '../formats/format-table.ts'
import { formats } from '../formats/registry.ts'
import { carFields, sessionDecoder } from './state/session-decoder.ts'

const years: readonly FormatTable[] = Object.values(formats)
const kinds = years.flatMap((table) =>
  Object.values(table.packets).map(({ id, size }) => ({ table, id, size })),
)
const datagram = fc.constantFrom(...kinds).chain(({ table, id, size }) =>
  fc.uint8Array({ minLength: size, maxLength: size }).map((bytes) => {
    new DataView(bytes.buffer).setUint16(0, table.format, true)
    bytes[table.packetIdAt] = id
    return bytes
  }),
)

test('what is read for sessions is what the whole datagram says', () => {
  fc.assert(
    fc.property(datagram, (bytes) => {
      const whole = decodeDatagram(bytes)
      const read = sessionDecoder.decodeDatagram(bytes)
      assert.equal(read.kind, whole.kind)
      if (read.kind === 'sessionHistory' && whole.kind === 'sessionHistory') {
        const laps = whole.laps.slice(0, Math.min(whole.numLaps, whole.laps.length))
        assert.deepEqual(read, { ...whole, laps })
      } else if ('cars' in read && 'cars' in whole) {
        assert.equal(read.cars.length, whole.cars.length)
        for (const [idx, row] of read.cars.entries()) assertPart(row, whole.cars[idx])
      } else assert.deepEqual(read, whole)
    }),
  )
})

test('datagrams of no known year, kind or size are rejected for the same reason', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), datagram, (noise, bytes) => {
      for (const one of [noise, bytes.subarray(1), bytes.subarray(0, -1)]) {
        assert.deepEqual(sessionDecoder.decodeDatagram(one), decodeDatagram(one))
      }
    }),
  )
})

function assertPart(part: object, whole: object | undefined): void {
  const fields = new Map<string, unknown>(Object.entries(whole ?? {}))
  for (const [name, value] of Object.entries(part)) assert.deepEqual(value, fields.get(name), name)
}

/** No field of a session is made of these fields of frame packets. */
const unread = {
  motion: [
    'worldForwardDirX',
    'worldForwardDirY',
    'worldForwardDirZ',
    'worldRightDirX',
    'worldRightDirY',
    'worldRightDirZ',
    'gForceLateral',
    'gForceLongitudinal',
    'gForceVertical',
    'yaw',
    'pitch',
    'roll',
  ],
  lapData: ['safetyCarDeltaSeconds', 'speedTrapFastestSpeedKmh', 'speedTrapFastestLap'],
  carStatus: [
    'tractionControl',
    'antiLockBrakes',
    'fuelMix',
    'frontBrakeBias',
    'pitLimiterStatus',
    'fuelInTank',
    'maxRpm',
    'idleRpm',
    'maxGears',
    'drsActivationDistance',
    'vehicleFiaFlags',
    'enginePowerIce',
    'enginePowerMguk',
    'ersHarvestedThisLapMguk',
    'ersHarvestedThisLapMguh',
    'ersHarvestLimitPerLap',
    'networkPaused',
  ],
  carDamage: [
    'tyresDamage',
    'brakesDamage',
    'tyreBlisters',
    'engineBlown',
    'engineSeized',
    'engineMguhWear',
    'engineEsWear',
    'engineCeWear',
    'engineIceWear',
    'engineMgukWear',
    'engineTcWear',
  ],
  carTelemetry: [
    'speedKmh',
    'throttle',
    'steer',
    'brake',
    'clutch',
    'gear',
    'engineRpm',
    'revLightsPercent',
    'revLightsBitValue',
    'brakesTemperature',
    'tyresSurfaceTemperature',
    'tyresInnerTemperature',
    'engineTemperature',
    'tyresPressure',
    'surfaceType',
  ],
  carTelemetry2: ['activeAeroActivationDistance', 'overtakeActivationDistance', 'drivingWrongWay'],
}

const framePackets = [
  'motion',
  'lapData',
  'carStatus',
  'carDamage',
  'carTelemetry',
  'carTelemetry2',
] as const
for (const packet of framePackets) {
  test(`each field of ${packet} has a row in CAR_FIELDS or is listed as unread`, () => {
    const sent = new Set(years.flatMap((table) => fieldsOfCars(table, packet)))
    const listed = new Set<string>([...carFields[packet], ...unread[packet]])
    assert.deepEqual(
      [...sent].filter((name) => !listed.has(name)),
      [],
      'fields of the game without a row',
    )
    assert.deepEqual(
      [...listed].filter((name) => !sent.has(name)),
      [],
      'fields that the game does not send',
    )
  })
}

/** Lists the fields of a car in a packet; empty for a year without the packet. */
function fieldsOfCars({ packets }: FormatTable, packet: string): string[] {
  const table = packets[packet]
  if (table === undefined) return []
  const rows = table.fields.cars?.shape
  assert.ok(rows?.form === 'array' && rows.item.shape.form === 'struct')
  return Object.keys(rows.item.shape.fields)
}
