import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { ownLaps, type WithheldReason } from '@pitboard/contract/records/records'
import { createClient } from '@pitboard/contract/wire/client'
import { until } from '@pitboard/contract/testing/patience'
import { createRace } from '@pitboard/sim/race'
import { type Datagram, decodeDatagram } from '@pitboard/telemetry/decode'
import { encodePacket } from '@pitboard/telemetry/encode'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import { LOBBY_START_MS, seenBy, sendRecording } from '../sessions/lobby.fixture.ts'
import { reprocessSession } from '../sessions/reprocess/reprocess.ts'
import { deleteSession } from '../sessions/store-recording.ts'
import { whenTraced } from '../traces/traces.fixture.ts'
import { asPcap, follow } from './upload.fixture.ts'

const FORMAT = 2025
/** These cars have no stop. */
const OWN_CAR = 0
const OTHER_CAR = 2
const EDITED_LAP = 2
const DAY_MS = 86_400_000
/** The gain is too small for the checks of one recording alone. */
const GAIN_MS = 10
const race = createRace({
  seed: 7,
  laps: 3,
  cars: 3,
  rateHz: 10,
  trackId: 22,
  situations: [],
})

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

interface Driver {
  readonly account: TestAccount
  readonly key: string
}

async function open(username: string): Promise<Driver> {
  const account = await openAccount(server.context, { username })
  const key = { id: server.context.newId(), userId: account.userId, name: 'test' }
  return { account, key: await insertRecorderKey(server.context.db, key) }
}

/** Returns the race as a session of its own, as one driver's game sends it. */
const recordingOf = (session: number, playerCar: number, clockMs = session * DAY_MS) =>
  seenBy(race, { playerCar, uid: BigInt(session), clockMs })

/** Returns a clock with which the race begins in this many seconds. */
const startingIn = (seconds: number) => Date.now() + seconds * 1_000 - LOBBY_START_MS

/** Returns the same with a better time of a car on one lap, wherever the game says it. */
function edited(datagrams: readonly Datagram[], car: number): Datagram[] {
  const packets = datagrams.map(({ bytes }) => decodeDatagram(bytes))
  const times = packets.flatMap((packet) =>
    packet.kind === 'sessionHistory' && packet.carIdx === car
      ? (packet.laps[EDITED_LAP - 1]?.lapTimeMs ?? [])
      : [],
  )
  const timeMs = times.find((time) => time > 0)
  return datagrams.map(({ atMs, bytes }, at) => {
    const packet = packets[at]
    if (packet?.kind === 'lapData') {
      const cars = packet.cars.map((row, idx) =>
        idx === car && row.lastLapTimeMs === timeMs
          ? { ...row, lastLapTimeMs: row.lastLapTimeMs - GAIN_MS }
          : row,
      )
      return { atMs, bytes: encodePacket(FORMAT, 'lapData', packet.header, { ...packet, cars }) }
    }
    if (packet?.kind !== 'sessionHistory' || packet.carIdx !== car) return { atMs, bytes }
    const laps = packet.laps.map((lap, index) => {
      if (index !== EDITED_LAP - 1 || lap.lapTimeMs === 0) return lap
      const { lapTimeMs, sector3TimeMs } = lap
      return { ...lap, lapTimeMs: lapTimeMs - GAIN_MS, sector3TimeMs: sector3TimeMs - GAIN_MS }
    })
    return {
      atMs,
      bytes: encodePacket(FORMAT, 'sessionHistory', packet.header, { ...packet, laps }),
    }
  })
}

async function stream(
  { account, key }: Driver,
  datagrams: readonly Datagram[],
  halfway?: () => Promise<void>,
): Promise<string> {
  const player = { userId: account.userId, key }
  const id = await sendRecording(server, player, datagrams, halfway)
  await whenTraced(server, id)
  return id
}

async function upload({ account }: Driver, datagrams: readonly Datagram[]): Promise<string> {
  const answer = await follow(server.url, asPcap(datagrams), { token: account.accessToken })
  const text = await answer.text()
  assert.ok(answer.ok, text)
  const id: unknown = JSON.parse(text).result?.sessions[0]?.session.id
  assert.ok(typeof id === 'string')
  await whenTraced(server, id)
  return id
}

/** Returns the laps that are in no record, with the reasons. */
async function withheldOf({ account }: Driver): Promise<[lap: number, reason: WithheldReason][]> {
  const call = createClient({ baseUrl: server.url, token: () => account.accessToken })
  const bests = await call(ownLaps.bests)
  assert.notEqual(bests.length, 0, 'other laps count')
  const own = await Promise.all(
    bests.map(({ best: _best, trackName: _trackName, ...category }) =>
      call(ownLaps.statistics, { query: category }),
    ),
  )
  return own.flatMap(({ withheld }) => withheld.map(({ lapNum, reason }) => [lapNum, reason]))
}

test('a lap of an upload with another time than in the recording that it replaces is in no record', async () => {
  const ann = await open('Ann')
  const honest = recordingOf(1, OWN_CAR)
  const streamed = await stream(ann, honest)
  assert.deepEqual(await withheldOf(ann), [])
  const id = await upload(ann, edited(honest, OWN_CAR))
  assert.equal(id, streamed)
  assert.deepEqual(await withheldOf(ann), [[EDITED_LAP, 'earlierRecording']])

  const { db, files } = server.context
  await reprocessSession(db, createCaptureStore(files), id, { dryRun: false, allowLoss: false })
  assert.deepEqual(
    await withheldOf(ann),
    [[EDITED_LAP, 'earlierRecording']],
    'also when derived again',
  )
})

onlyInLongRun(() => {
  test('a lap of an upload with another time than in the recording of another driver is in no record', async () => {
    const [cid, dan] = [await open('Cid'), await open('Dan')]
    await upload(cid, edited(recordingOf(2, OWN_CAR), OWN_CAR))
    assert.deepEqual(await withheldOf(cid), [], 'it is consistent in itself')
    const other = await stream(dan, recordingOf(2, OTHER_CAR))
    assert.deepEqual(await withheldOf(cid), [[EDITED_LAP, 'otherRecording']])
    assert.deepEqual(await withheldOf(dan), [])
    await deleteSession(server.context.db, other)
    assert.deepEqual(await withheldOf(cid), [], 'nothing disputes it any more')
  })
})

onlyInLongRun(() => {
  test('a file takes no lap from the records of a driver who streamed theirs', async () => {
    const [eve, fay] = [await open('Eve'), await open('Fay')]
    const clockMs = startingIn(0)
    await stream(eve, recordingOf(3, OWN_CAR, clockMs))
    await upload(fay, edited(recordingOf(3, OTHER_CAR, clockMs), OWN_CAR))
    assert.deepEqual(await withheldOf(eve), [])
    assert.deepEqual(await withheldOf(fay), [])
  })
})

onlyInLongRun(() => {
  test('what a recorder replays, or sends from a file, is disputed as an upload is', async () => {
    // The race is replayed when it is over, as if it were driven now, and sent with the times of another day.
    for (const [at, clockMs] of [startingIn(0), 6 * DAY_MS].entries()) {
      const [honest, cheat] = [await open(`Ivy${at}`), await open(`Jim${at}`)]
      const session = 5 + at
      await stream(honest, recordingOf(session, OWN_CAR, startingIn(-3_600 / 2)))
      await stream(cheat, edited(recordingOf(session, OWN_CAR, clockMs), OWN_CAR))
      assert.deepEqual(await withheldOf(honest), [])
      assert.deepEqual(await withheldOf(cheat), [[EDITED_LAP, 'otherRecording']])
    }
  })
})

test('a file of a race that is being driven makes no copy of its streams, whatever times it has', async () => {
  const [honest, cheat] = [await open('Kim'), await open('Leo')]
  const { db } = server.context
  await stream(honest, recordingOf(7, OWN_CAR, startingIn(0)), async () => {
    const live = db.selectFrom('session').select('id').where('user_id', '=', honest.account.userId)
    await until(() => live.executeTakeFirst())
    await upload(cheat, edited(recordingOf(7, OTHER_CAR, startingIn(-DAY_MS / 1000)), OWN_CAR))
  })
  assert.deepEqual(await withheldOf(honest), [])
})

test('an honest upload of a session that others have recorded withholds nothing', async () => {
  const [gus, hal] = [await open('Gus'), await open('Hal')]
  const honest = recordingOf(4, OWN_CAR)
  await stream(gus, honest.slice(0, -honest.length / 8))
  await stream(hal, recordingOf(4, OTHER_CAR))
  // The stored recording ends before the flag, so the file replaces it.
  await upload(gus, honest)
  assert.deepEqual(await withheldOf(gus), [])
})
