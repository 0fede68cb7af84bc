import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createRace } from '@pitboard/sim/race'
import { type Datagram, decodeDatagram } from '@pitboard/telemetry/decode'
import { encodePacket } from '@pitboard/telemetry/encode'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { insertPlayer, readSession, seenBy, sendRecording } from '../sessions/lobby.fixture.ts'
import { storeRecording } from '../sessions/store-recording.ts'
import { whenTraced } from '../traces/traces.fixture.ts'
import { aLap, driveSession, proveLaps } from './driven-session.fixture.ts'
import { LAP_COLUMNS } from './records.ts'
import { sql } from 'kysely'

const FORMAT = 2025
const OWN_CAR = 0
const USED_LAPS = 6

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

/** Reads the tyre ages that lists show, in the order of the session. */
async function listAges(sessionId: string): Promise<[lapNum: number, tyreAgeLaps: number][]> {
  const { rows } = await sql<{ readonly lapNum: number; readonly tyreAgeLaps: number }>`
    select ${LAP_COLUMNS} from driven_lap as lap where session_id = ${sessionId}
    order by lap.lap_num`.execute(server.context.db)
  return rows.map(({ lapNum, tyreAgeLaps }) => [lapNum, tyreAgeLaps])
}

/** All sets have laps of an earlier session. */
function onUsedTyres(datagrams: Iterable<Datagram>): Datagram[] {
  return Array.from(datagrams, ({ atMs, bytes }) => {
    const packet = decodeDatagram(bytes)
    if (packet.kind !== 'carStatus') return { atMs, bytes }
    const cars = packet.cars.map((car) => ({ ...car, tyresAgeLaps: car.tyresAgeLaps + USED_LAPS }))
    return { atMs, bytes: encodePacket(FORMAT, 'carStatus', packet.header, { ...packet, cars }) }
  })
}

test('the age of a set has the laps that it has done in other sessions', async () => {
  const race = createRace({ seed: 7, laps: 4, cars: 3, rateHz: 10, trackId: 22, situations: [] })
  const used = onUsedTyres(race.datagrams())
  const player = await insertPlayer(server, 'Max')
  const recording = seenBy({ datagrams: () => used }, { playerCar: OWN_CAR })
  const id = await sendRecording(server, player, recording)
  await whenTraced(server, id)
  const { drivers } = await readSession(server, id)
  assert.equal(drivers[OWN_CAR]?.pitStops.length, 0)
  const ages = await listAges(id)
  assert.ok(ages.length >= 2)
  assert.deepEqual(
    ages,
    ages.map(([lapNum]) => [lapNum, USED_LAPS + lapNum - 1]),
  )
})

test('a lap without an age has that of its stint, and a stint without one counts its laps', async () => {
  const { userId } = await insertPlayer(server, 'Ann')
  const laps = [90_000, 90_100, 90_200, 90_300].map((lapTime) => aLap(lapTime))
  const session = driveSession(server, userId, { laps, trackId: 12 })
  await storeRecording(server.context.db, session, null)
  await proveLaps(server, session)
  const unknown = await listAges(session.id)
  assert.deepEqual(
    unknown,
    unknown.map(([lapNum]) => [lapNum, lapNum - 1]),
  )
  await proveLaps(server, session, (lapNum) => (lapNum === 3 ? { tyreAgeLaps: 10 } : {}))
  assert.deepEqual(
    await listAges(session.id),
    unknown.map(([lapNum]) => [lapNum, 8 + lapNum - 1]),
  )
})
