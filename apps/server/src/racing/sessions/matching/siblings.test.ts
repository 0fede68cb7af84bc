import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { SessionPage } from '@pitboard/contract/sessions/listed-session'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import { createRace } from '@pitboard/sim/race'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { untilDone } from '../../../platform/queues/run-due.fixture.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { packDocument } from '../store/session-document.ts'
import {
  createRaces,
  insertPlayer,
  readSession,
  seenBy,
  sendRecording,
  type Player,
  type View,
} from '../lobby.fixture.ts'
import { deleteSession } from '../store-recording.ts'

/** Cars 6, 1 and 8 are humans. */
const CARS = 10

let database: TestDatabase
let server: TestServer
let players = 0
before(async () => {
  database = await openTestDatabase()
  server = await openTestServer({ database })
})
after(async () => {
  await server.close()
  await database.close()
})

const RACE = { laps: 2, cars: CARS, rateHz: 10, trackId: 22, lean: true } as const
const raceOf = createRaces((seed) => createRace({ ...RACE, seed }))

async function newPlayer(): Promise<Player> {
  players++
  return insertPlayer(server, `player ${players}`)
}

async function record(seed: number, view: View, player?: Player): Promise<string> {
  const by = player ?? (await newPlayer())
  return sendRecording(server, by, seenBy(raceOf(seed), view))
}

const read = (id: string) => readSession(server, id)
const siblingsOf = ({ siblings }: RecordedSession) => siblings.map(({ id }) => id)
const namesIn = ({ drivers }: RecordedSession) => drivers.map(({ name }) => name)

function filledIn({ filled }: RecordedSession): string[] {
  return filled
    .map(({ driverIdx, field, fromSessionId }) => `${driverIdx} ${field} ${fromSessionId}`)
    .toSorted()
}

/** Resolves once all marked sessions and captures are done. */
async function tidy(): Promise<void> {
  await untilDone(server.context.db, 'links', 'removed_captures')
}

test('a driver with a hidden name is named by their own recording only', async () => {
  const { truth } = raceOf(1)
  const ann = await newPlayer()
  const a = await record(1, { playerCar: 6, hidden: [1, 8] }, ann)
  const alone = await read(a)
  assert.deepEqual([alone.siblings, alone.filled], [[], []])
  assert.equal(alone.drivers[1]?.name, 'Player')

  const b = await record(1, { playerCar: 1, hidden: [6, 8] })
  const two = await read(a)
  assert.deepEqual(siblingsOf(two), [b])
  assert.equal(two.drivers[1]?.name, truth.drivers[1]?.name)
  assert.equal(two.drivers[8]?.name, 'Player', 'both hide it')
  assert.ok(two.filled.some(({ driverIdx, field }) => driverIdx === 1 && field === 'name'))

  const c = await record(1, { playerCar: 8, hidden: [1, 6] })
  for (const id of [a, b, c]) {
    const session = await read(id)
    assert.deepEqual(siblingsOf(session), [a, b, c].filter((other) => other !== id).toSorted())
    assert.deepEqual(
      namesIn(session),
      truth.drivers.map(({ name }) => name),
    )
  }
  const third = await read(c)
  const [first] = third.siblings.filter(({ id }) => id === a)
  assert.equal(first?.userId, ann.userId)
  assert.equal(first?.userName, 'player 1')
  const named = third.filled.filter(({ field }) => field === 'name')
  assert.deepEqual(
    named.map(({ driverIdx, fromSessionId }) => [driverIdx, fromSessionId]),
    [
      [1, b],
      [6, a],
    ],
  )
})

test('what a driver restricts comes from their own recording; nothing known is overwritten', async () => {
  const a = await record(2, { playerCar: 6, hidden: [1] })
  const before = await read(a)
  assert.equal(before.drivers[1]?.currentTyreAgeLaps, null)
  const b = await record(2, { playerCar: 1 })
  const own = await read(b)
  const filled = await read(a)
  assert.equal(filled.drivers[1]?.currentTyreAgeLaps, own.drivers[1]?.currentTyreAgeLaps)
  assert.notEqual(filled.drivers[1]?.currentTyreAgeLaps, null)
  assert.ok(filledIn(filled).includes(`1 currentTyreAgeLaps ${b}`))
  assert.deepEqual(own.filled, [], 'the fuller recording takes nothing')
  assert.deepEqual(filled.completeness, before.completeness, 'it tells of the own recording')
  for (const [index, driver] of before.drivers.entries()) {
    for (const [field, value] of Object.entries(driver)) {
      if (value === null || value === 'Player') continue
      const now = Object.entries(filled.drivers[index] ?? {}).find(([name]) => name === field)
      if (
        !filled.filled.some((entry) => entry.driverIdx === index && entry.field.startsWith(field))
      )
        assert.deepEqual(now?.[1], value, `${index} ${field}`)
    }
  }
})

test('a recorder that was off at the flag gets the result from one that saw it, and only from it', async () => {
  const { truth } = raceOf(3)
  const a = await record(3, { playerCar: 6, to: 0.6 })
  assert.equal((await read(a)).classification, 'provisional')
  const b = await record(3, { playerCar: 1 })
  const filled = await read(a)
  assert.equal(filled.classification, 'final')
  assert.equal(filled.completeness.classification, 'provisional')
  assert.ok(filledIn(filled).includes(`null classification ${b}`))
  for (const { driverIdx, lapTimes, finishingPosition, totalRaceTime } of filled.drivers) {
    const driver = truth.drivers[driverIdx]
    assert.deepEqual(lapTimes, driver?.lapTimes)
    assert.equal(finishingPosition, driver?.finishingPosition)
    assert.equal(totalRaceTime, driver?.totalRaceTime)
  }
  await deleteSession(server.context.db, b)
  const again = await read(a)
  assert.deepEqual([again.classification, again.siblings, again.filled], ['provisional', [], []])
})

test('another UID and a clock that is minutes off: still one session, whenever it is sent', async () => {
  const a = await record(4, { playerCar: 6, hidden: [1] })
  const b = await record(4, { playerCar: 1, uid: 77n, clockMs: 4 * 60_000, from: 0.3 })
  const session = await read(a)
  assert.deepEqual(siblingsOf(session), [b])
  assert.equal((await read(b)).sessionId, '77')
  assert.equal(session.drivers[1]?.name, raceOf(4).truth.drivers[1]?.name)
})

test('an hour later on the same track it is another race, whatever the drivers', async () => {
  const a = await record(5, { playerCar: 6 })
  const b = await record(6, { playerCar: 1, clockMs: 3_600_000 })
  const c = await record(7, { playerCar: 8 })
  for (const id of [a, b, c]) assert.deepEqual((await read(id)).siblings, [])
})

test('a UID that two races share by accident links nothing', async () => {
  const a = await record(8, { playerCar: 6, uid: 4711n })
  const b = await record(9, { playerCar: 1, uid: 4711n })
  for (const id of [a, b]) assert.deepEqual((await read(id)).siblings, [])
})

onlyInLongRun(() => {
  test('ten recordings of a lobby that end at once, on two servers, all find each other', async (t) => {
    const second = await openTestServer({ database })
    t.after(() => second.close())
    // The end is what counts; the whole race ten times at once would occupy two servers for long.
    const datagrams = seenBy(raceOf(10), { playerCar: 6, from: 0.7 })
    const by = await Promise.all(Array.from({ length: 10 }, newPlayer))
    const ids = await Promise.all(
      by.map((player, place) => sendRecording(place % 2 ? server : second, player, datagrams)),
    )
    for (const id of ids) {
      assert.deepEqual(siblingsOf(await read(id)), ids.filter((other) => other !== id).toSorted())
    }
  })
})

test('the same recording sent twice by one user is one session and no sibling of itself', async () => {
  const player = await newPlayer()
  const a = await record(11, { playerCar: 6 }, player)
  assert.equal(await record(11, { playerCar: 6 }, player), a)
  assert.deepEqual((await read(a)).siblings, [])
})

onlyInLongRun(() => {
  test('two machines of one user, each with a UID of its own, make two sessions that are siblings', async () => {
    const player = await newPlayer()
    const a = await record(15, { playerCar: 6, hidden: [1] }, player)
    const b = await record(15, { playerCar: 1, uid: 15n }, player)
    assert.deepEqual(siblingsOf(await read(a)), [b])
    assert.notEqual((await read(a)).drivers[1]?.name, 'Player')
  })
})

test('a user who is deleted, by any way, takes what their recording lent', async () => {
  const { db } = server.context
  const bob = await newPlayer()
  const a = await record(12, { playerCar: 6, hidden: [1] })
  const b = await record(12, { playerCar: 1 }, bob)
  assert.deepEqual(siblingsOf(await read(a)), [b])

  await db.updateTable('user').set({ username: 'Robert' }).where('id', '=', bob.userId).execute()
  await tidy()
  assert.equal((await read(a)).siblings[0]?.userName, 'Robert')
  assert.equal((await read(b)).userName, 'Robert')

  await inTransaction(db, (transaction) =>
    transaction.deleteFrom('user').where('id', '=', bob.userId).execute(),
  )
  await tidy()
  const left = await read(a)
  assert.deepEqual([left.siblings, left.filled, left.drivers[1]?.name], [[], [], 'Player'])
  assert.deepEqual(await db.selectFrom('removed_capture').selectAll().execute(), [])
})

test('what an older version has stored is completed and linked after the start', async () => {
  const { db } = server.context
  const a = await record(13, { playerCar: 6, hidden: [1] })
  const b = await record(13, { playerCar: 1, uid: 13n })
  const linked = [await read(a), await read(b)]
  const figures = linked[0]?.completeness
  for (const id of [a, b]) {
    const { siblings: _siblings, filled: _filled, ...own } = await read(id)
    const drivers = own.drivers.map((driver) =>
      id === a && driver.driverIdx === 1 ? { ...driver, name: 'Player' } : driver,
    )
    const { detail, detailEtag } = await packDocument({ ...own, drivers })
    await db
      .updateTable('session')
      .set({ detail, detail_etag: detailEtag, own_detail: null, group_id: null, lap_marks: [] })
      .set({ classification: null, frames_seen: null, laps_missing: null, highlights: null })
      .where('id', '=', id)
      .execute()
  }
  await sql`select mark_to_link(array[${a}, ${b}]::uuid[])`.execute(db)
  await tidy()
  assert.deepEqual(await db.selectFrom('session_to_link').selectAll().execute(), [])
  const [ofA, ofB] = [await read(a), await read(b)]
  assert.deepEqual([siblingsOf(ofA), siblingsOf(ofB)], [[b], [a]])
  assert.equal(ofA.drivers[1]?.name, linked[0]?.drivers[1]?.name)
  const answer = await fetch(`${server.url}/api/Sessions?pageSize=100`)
  const { sessions } = Value.Parse(SessionPage, await answer.json())
  const listed = sessions.find(({ id }) => id === a)
  assert.equal(listed?.completeness?.classification, figures?.classification)
  const podium = ofA.drivers
    .toSorted((x, y) => (x.finishingPosition ?? 99) - (y.finishingPosition ?? 99))
    .slice(0, 3)
  assert.deepEqual(
    listed?.highlights?.podium.map(({ name }) => name),
    podium.map(({ name }) => name),
  )
  const { recorderResult, numberOfDrivers } = listed?.highlights ?? {}
  assert.deepEqual(
    [numberOfDrivers, recorderResult?.position],
    [CARS, ofA.drivers[6]?.finishingPosition],
  )
})

onlyInLongRun(() => {
  test('an unreadable document does not prevent others from being stored and linked', async () => {
    const { db } = server.context
    const a = await record(14, { playerCar: 6 })
    const broken = Buffer.from('not gzip')
    await db.updateTable('session').set({ detail: broken }).where('id', '=', a).execute()
    const b = await record(14, { playerCar: 1 })
    const c = await record(14, { playerCar: 8 })
    assert.deepEqual(siblingsOf(await read(b)), [c])
  })
})
