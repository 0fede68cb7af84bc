import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { TraceContradiction } from '@pitboard/contract/records/records'
import { decodeDatagram, readHeader } from '@pitboard/telemetry/decode'
import { encodePacket } from '@pitboard/telemetry/encode'
import { createRace } from '@pitboard/sim/race'
import { seenBy } from '../sessions/lobby.fixture.ts'
import { deriveSession } from '../sessions/store/derive-session.ts'
import { type PackedTrace, packTrace } from './pack-trace.ts'

const FORMAT = 2025
const CAR = 0
const LAPS = 3
const race = createRace({ laps: LAPS, cars: 2, rateHz: 20, trackId: 26, seed: 7 })

type Packet = ReturnType<typeof decodeDatagram>

/** Returns the traces of the recording car, from the race as `edit` makes it. */
async function traceRace(edit: (packet: Packet) => Uint8Array | 'lost' | null) {
  const edited = function* () {
    for (const { atMs, bytes } of race.datagrams()) {
      const changed = edit(decodeDatagram(bytes)) ?? bytes
      if (changed !== 'lost') yield { atMs, bytes: changed }
    }
  }
  const datagrams = seenBy({ datagrams: edited }, { playerCar: CAR })
  const [first] = datagrams
  assert.ok(first)
  const read = readHeader(first.bytes)
  const uid = 'header' in read ? String(read.header.sessionUid) : ''
  const identity = { id: '', internalSessionId: 0, userId: '', userName: '' }
  const derived = await deriveSession(
    (async function* () {
      yield* datagrams
    })(),
    uid,
    identity,
  )
  return (derived?.traces ?? [])
    .filter(({ driverIdx }) => driverIdx === CAR)
    .map((lap) => ({ lapTimeMs: lap.lapTimeMs, ...packTrace(lap) }))
}

const contradictions = (traces: readonly PackedTrace[]): (TraceContradiction | null)[] =>
  traces.map(({ contradiction }) => contradiction)

test('nothing contradicts the laps of an honest recording, and their mini-sectors add up to them', async () => {
  const traces = await traceRace(() => null)
  assert.deepEqual(contradictions(traces), Array(LAPS).fill(null))
  // The first lap begins before the line.
  for (const { miniSectorsMs, lapTimeMs, lapNum } of traces.slice(1)) {
    assert.equal(miniSectorsMs?.length, 24, `lap ${lapNum}`)
    assert.equal(
      miniSectorsMs.reduce((sum, ms) => sum + ms),
      lapTimeMs,
    )
  }
})

test('a lap time that its time stamps do not have, and speeds that do not lead around the track in it, are contradictions', async () => {
  let lapNum = 0
  const traces = await traceRace((packet) => {
    if (packet.kind === 'lapData') lapNum = packet.cars[CAR]?.currentLapNum ?? 0
    if (packet.kind === 'sessionHistory' && packet.carIdx === CAR) {
      const laps = packet.laps.map((lap, index) =>
        index === 1 && lap.lapTimeMs > 0
          ? { ...lap, lapTimeMs: lap.lapTimeMs - 600, sector3TimeMs: lap.sector3TimeMs - 600 }
          : lap,
      )
      return encodePacket(FORMAT, 'sessionHistory', packet.header, { ...packet, laps })
    }
    if (packet.kind === 'carTelemetry' && lapNum === 3) {
      const cars = packet.cars.map((car) => ({ ...car, speedKmh: Math.round(car.speedKmh * 0.94) }))
      return encodePacket(FORMAT, 'carTelemetry', packet.header, { ...packet, cars })
    }
    return null
  })
  assert.deepEqual(contradictions(traces), [null, 'clock', 'speed'])
})

onlyInLongRun(() => {
  test('an outage of a whole lap accuses no lap and takes only its own trace', async () => {
    for (const lost of [1, 2, 3]) {
      const traces = await traceRace((packet) =>
        packet.kind === 'lapData' && packet.cars[CAR]?.currentLapNum === lost ? 'lost' : null,
      )
      const left = [1, 2, 3].filter((lapNum) => lapNum !== lost)
      assert.deepEqual(
        traces.map(({ lapNum, contradiction }) => [lapNum, contradiction]),
        left.map((lapNum) => [lapNum, null]),
        `lap ${lost} is lost`,
      )
    }
  })
})
