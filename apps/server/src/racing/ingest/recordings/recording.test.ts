import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { createRace, type Race } from '@pitboard/sim/race'
import { createSenders } from '@pitboard/telemetry/thinning/senders'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import { type Datagram } from '@pitboard/telemetry/decode'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { listSegments } from '../journal/journal-segments.ts'
import { createWorld, push, storedSession, storedSessions } from './recording.fixture.ts'

const START_MS = Date.UTC(2026, 0, 1)
const PACKET_ID_AT = 6
const FINAL_CLASSIFICATION = 8
const race = createRace({ seed: 11, laps: 2, cars: 6, rateHz: 10, trackId: 22 })
const sent = thinned(race, START_MS)

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

function thinned({ datagrams }: Race, startMs: number): Datagram[] {
  const thinner = createThinner()
  const result: Datagram[] = []
  for (const { atMs, bytes } of datagrams()) result.push(...thinner.push(bytes, startMs + atMs))
  return [...result, ...thinner.flush()]
}

function assertTruth(detail: SessionDetail): void {
  for (const driver of detail.drivers) {
    const truth = race.truth.drivers[driver.driverIdx]
    assert.deepEqual(driver.lapTimes, truth?.lapTimes)
    assert.equal(driver.finishingPosition, truth?.finishingPosition)
  }
  assert.equal(detail.drivers.length, race.truth.drivers.length)
}

test('after a crash in mid-race the journal rebuilds the session; the stream goes on where it was durable', async (t) => {
  const { open, userId, roomDirectory } = await createWorld(t, database.db)
  const streamId = randomUUID()
  const half = sent.length >> 1
  const crashed = await open()
  push(crashed, streamId, sent, 0, half)
  await crashed.sync()
  push(crashed, streamId, sent, half, half + 100)
  await crashed.settled()
  const liveId = roomDirectory.roomOfUser(userId)?.id
  assert.ok(liveId)
  await crashed.abandon()
  await roomDirectory.close(liveId, null)

  const again = await open()
  await again.settled()
  const { position } = again.stream(streamId)
  assert.ok(position >= half)
  assert.equal(roomDirectory.roomOfUser(userId)?.id, liveId, 'the live page keeps its address')
  push(again, streamId, sent, Math.max(0, position - 300), sent.length)
  again.finish(true)
  await again.settled()
  const detail = await storedSession(database.db, userId)
  assert.equal(detail.id, liveId)
  assertTruth(detail)
  await again.close()
})

test('a crash between the end and its note stores the same session again, once', async (t) => {
  const { open, userId, folder } = await createWorld(t, database.db)
  const streamId = randomUUID()
  const crashed = await open()
  push(crashed, streamId, sent)
  await crashed.sync()
  await crashed.abandon()
  const again = await open()
  await again.settled()
  const detail = await storedSession(database.db, userId)
  assertTruth(detail)
  await again.close()
  const third = await open()
  await third.settled()
  assert.deepEqual(await storedSession(database.db, userId), detail)
  assert.equal(third.stream(streamId).position, sent.length)
  assert.deepEqual(
    [...third.stream(streamId).sessions.values()],
    [{ id: detail.id, sessionId: race.uid, status: 'recorded' }],
  )
  third.tick()
  await third.close()
  assert.ok((await listSegments(folder)).length <= 2, 'what is stored is not kept in the journal')
})

test('the capture beside a session is a pcap of its datagrams', async (t) => {
  const { open, userId, captureOf } = await createWorld(t, database.db)
  const recording = await open()
  push(recording, randomUUID(), sent)
  recording.finish(true)
  await recording.settled()
  const { id } = await storedSession(database.db, userId)
  const pcap = zstdDecompressSync(captureOf(id))
  assert.equal(pcap.readUInt32LE(0), 0xa1b2c3d4)
  assert.equal(pcap.readUInt32LE(20), 228)
  const datagrams: Datagram[] = []
  for (let at = 24; at < pcap.length;) {
    const length = pcap.readUInt32LE(at + 8)
    const atMs = pcap.readUInt32LE(at) * 1000 + pcap.readUInt32LE(at + 4) / 1000
    assert.equal(pcap.readUInt16BE(at + 16 + 2), length)
    assert.equal(pcap.readUInt16BE(at + 16 + 22), 20_777)
    datagrams.push({ atMs, bytes: pcap.subarray(at + 16 + 28, at + 16 + length) })
    at += 16 + length
  }
  assert.equal(datagrams.length, sent.length)
  for (const [place, datagram] of datagrams.entries()) {
    assert.ok(Math.abs(datagram.atMs - (sent[place]?.atMs ?? 0)) < 0.001)
    assert.deepEqual(datagram.bytes, Buffer.from(sent[place]?.bytes ?? []))
  }
  await recording.close()
})

test('two games of one user are live beside each other and both stored whole, also after a crash', async (t) => {
  const { open, userId, roomDirectory } = await createWorld(t, database.db)
  const other = createRace({ seed: 12, laps: 2, cars: 4, rateHz: 10, trackId: 22 })
  const both = besideEachOther([race, 0], [other, 20_000])
  const streamId = randomUUID()
  const crashed = await open()
  const half = both.length >> 1
  push(crashed, streamId, both, 0, half)
  await crashed.sync()
  await crashed.settled()
  const rooms = () => roomDirectory.rooms().map(({ id }) => id)
  const live = rooms()
  assert.equal(live.length, 2)
  await crashed.abandon()
  for (const id of live) await roomDirectory.close(id, null)

  const again = await open()
  await again.settled()
  assert.deepEqual(rooms().toSorted(), live.toSorted())
  push(again, streamId, both, again.stream(streamId).position, both.length)
  again.finish(true)
  await again.settled()
  const stored = await storedSessions(database.db, userId)
  assert.deepEqual(stored.map(({ id }) => id).toSorted(), live.toSorted())
  for (const detail of stored) {
    const { truth } = detail.sessionId === race.uid ? race : other
    for (const driver of detail.drivers) {
      assert.deepEqual(driver.lapTimes, truth.drivers[driver.driverIdx]?.lapTimes)
    }
    assert.equal(detail.drivers.length, truth.drivers.length)
  }
  assert.deepEqual(rooms(), [])
  await again.close()
})

/** Merges the datagrams as a recorder sends them when two consoles send to its port. */
function besideEachOther(...games: readonly (readonly [Race, number])[]): Datagram[] {
  const senders = createSenders()
  const thinner = createThinner()
  const arrived = games.flatMap(([{ datagrams }, laterMs], at) =>
    [...datagrams()].map(({ atMs, bytes }) => ({
      sender: { address: `192.0.2.${at}`, port: 1 },
      atMs: START_MS + laterMs + atMs,
      bytes,
    })),
  )
  const result: Datagram[] = []
  for (const { atMs, bytes, sender } of arrived.toSorted((a, b) => a.atMs - b.atMs)) {
    for (const one of senders.push(bytes, sender, atMs)) result.push(...thinner.push(one, atMs))
  }
  return [...result, ...thinner.flush()]
}

test('half a race that is sent later does not replace the whole one', async (t) => {
  const { open, userId } = await createWorld(t, database.db)
  const recording = await open()
  push(recording, randomUUID(), sent)
  recording.finish(true)
  await recording.settled()
  const whole = await storedSession(database.db, userId)
  await recording.close()
  const other = await createWorld(t, database.db, { known: userId })
  const later = await other.open()
  push(later, randomUUID(), sent, sent.length >> 1, (sent.length * 3) >> 2)
  later.finish(true)
  await later.settled()
  assert.deepEqual(await storedSession(database.db, userId), whole)
  await later.close()
})

test('a recorder that stops at the flag has its session stored: the rest is not waited for', async (t) => {
  const { open, userId } = await createWorld(t, database.db)
  const recording = await open()
  const streamId = randomUUID()
  push(recording, streamId, sent, 0, sent.length >> 1)
  recording.finish(false)
  await recording.settled()
  assert.equal(recording.stream(streamId).sessions.values().next().value?.status, 'live')
  const classified = sent.findIndex(({ bytes }) => bytes[PACKET_ID_AT] === FINAL_CLASSIFICATION)
  push(recording, streamId, sent, sent.length >> 1, classified + 1)
  recording.finish(false)
  await recording.settled()
  assert.equal((await storedSession(database.db, userId)).classification, 'final')
  await recording.close()
})
