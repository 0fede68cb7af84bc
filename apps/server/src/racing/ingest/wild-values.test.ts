import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createRace } from '@pitboard/sim/race'
import { decodeDatagram } from '@pitboard/telemetry/decode'
import { openTestDatabase } from '../../testing/database.ts'
import { createWorld, push, storedSession } from './recordings/recording.fixture.ts'

const FINAL_CLASSIFICATION = 8
const PACKET_ID_AT = 6
const PLAYER_AT = 27
/** In the format 2025 the best lap of the first car lies here; and a car's row has `ROW_BYTES` bytes. */
const BEST_LAP_AT = 37
const ROW_BYTES = 46

test('a best lap that no integer column holds does not keep a session from being stored', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const race = createRace({ seed: 5, laps: 1, cars: 3, rateHz: 10, trackId: 22, format: 2025 })
  const sent = [...race.datagrams()].map(({ atMs, bytes }) => ({ atMs: atMs + 1e12, bytes }))
  for (const { bytes } of sent) {
    if (bytes[PACKET_ID_AT] !== FINAL_CLASSIFICATION) continue
    const at = BEST_LAP_AT + ROW_BYTES * (bytes[PLAYER_AT] ?? 0)
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, 0xffff_ffff, true)
    const packet = decodeDatagram(bytes)
    assert.ok(packet.kind === 'finalClassification')
    assert.equal(packet.cars[packet.header.playerCarIndex]?.bestLapTimeMs, 0xffff_ffff)
  }
  const { open, userId } = await createWorld(t, database.db)
  const recording = await open()
  push(recording, randomUUID(), sent)
  recording.finish(true)
  await recording.settled()
  const stored = await storedSession(database.db, userId)
  assert.equal(stored.classification, 'final')
  await recording.close()
})
