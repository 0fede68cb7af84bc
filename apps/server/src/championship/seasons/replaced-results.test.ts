import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sampleOf } from '@pitboard/contract/testing/sample'
import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { Season } from '@pitboard/contract/seasons/season'
import { createRace } from '@pitboard/sim/race'
import { type Datagram, decodeDatagram } from '@pitboard/telemetry/decode'
import { encodePacket } from '@pitboard/telemetry/encode'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { readSession, seenBy, sendRecording } from '../../racing/sessions/lobby.fixture.ts'
import { asPcap, follow } from '../../racing/uploads/upload.fixture.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { type League, openLeague } from './leavers.fixture.ts'
import { changesResult } from './store/session-results.ts'

const FORMAT = 2025

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())
const call = createCall(() => server)

/** The order of the result of its user is the other way round from now on. */
async function correct({ send, sessions, editor }: League): Promise<void> {
  const { drivers, trackId, sessionType, numberOfLaps, sessionStartTime } = await send(
    `GET /api/Sessions/${sessions.entered}`,
    editor,
  )
  const turned = drivers.map(
    (
      { driverIdx, name, team, totalRaceTime, resultStatus }: Record<string, unknown>,
      at: number,
    ) => ({
      driverIdx,
      name,
      team,
      totalRaceTime,
      resultStatus,
      finishingPosition: drivers.length - at,
    }),
  )
  const document = { trackId, sessionType, numberOfLaps, sessionStartTime, drivers: turned }
  await send(`PUT /api/Sessions/${sessions.entered}`, editor, document)
}

const revoke = ({ send, leagueId, owner, editor }: League) =>
  send(`DELETE /api/League/${leagueId}/members/${editor.userId}`, owner)

describe('a result by hand that its user corrects', () => {
  test('counts as corrected as long as they may edit the results', async () => {
    const league = await openLeague(server)
    const before = await league.readResults()
    await correct(league)
    assert.notDeepEqual((await league.readResults()).standings, before.standings)
    const [change] = await league.send(`GET ${league.path}/history`, league.owner)
    assert.equal(change.action, 'sessionCorrected')
  })

  test('counts as it was once their role is revoked, and the history says so', async () => {
    const league = await openLeague(server)
    const before = await league.readResults()
    await revoke(league)
    await correct(league)
    assert.deepEqual(await league.readResults(), before)
    const [change] = await league.send(`GET ${league.path}/history`, league.owner)
    assert.deepEqual([change.action, change.details.isReplaced], ['sessionsLost', true])
    const session = await readSession(server, league.sessions.entered)
    assert.equal(session.drivers[0]?.finishingPosition, session.drivers.length)
  })

  test('counts as it was in a deleted season that is restored later', async () => {
    const league = await openLeague(server)
    const { send, path, owner } = league
    const before = await league.readResults()
    await revoke(league)
    await send(`DELETE ${path}`, owner)
    await correct(league)
    await send(`POST ${path}/restore`, owner)
    assert.deepEqual((await league.readResults()).standings, before.standings)
  })
})

const race = createRace({ seed: 11, laps: 3, cars: 4, rateHz: 10, trackId: 22, situations: [] })

/** The first two of the result have each other's place. */
function withOtherWinner(datagrams: readonly Datagram[]): Datagram[] {
  return datagrams.map(({ atMs, bytes }) => {
    const packet = decodeDatagram(bytes)
    if (packet.kind !== 'finalClassification') return { atMs, bytes }
    const cars = packet.cars.map((car) => ({
      ...car,
      position: car.position === 1 ? 2 : car.position === 2 ? 1 : car.position,
    }))
    return {
      atMs,
      bytes: encodePacket(FORMAT, 'finalClassification', packet.header, { ...packet, cars }),
    }
  })
}

interface Driver extends TestAccount {
  readonly key: string
}

async function openDriver(): Promise<Driver> {
  const account = await openAccount(server.context)
  const { db, newId } = server.context
  const key = await insertRecorderKey(db, { id: newId(), userId: account.userId, name: 'test' })
  return { ...account, key }
}

/** Creates a season of somebody else that counts the driver's session. */
async function count(sessionId: string) {
  const as = await openAccount(server.context, { username: `Organiser ${sessionId.slice(-12)}` })
  const { id } = (await call('POST /api/Seasons', { as, body: { name: 'Cup' } })).json()
  const path = `/api/Seasons/${id}`
  const event = (await call(`POST ${path}/events`, { as, body: { track: 22 } })).json()
  const link = `PATCH ${path}/events/${event.id}/session/${sessionId}`
  const linked = await call(link, { as, body: {} })
  assert.equal(linked.statusCode, 200, linked.body)
  return {
    async table() {
      const { standings }: Season = (await call(`GET ${path}`)).json()
      return standings.drivers.map(({ name, points }) => [name, points])
    },
    async newest() {
      const [change] = (await call(`GET ${path}/history`, { as })).json()
      return [change.action, change.details.isReplaced]
    },
  }
}

type Send = (driver: Driver, datagrams: readonly Datagram[]) => Promise<string>

const stream: Send = (driver, datagrams) => sendRecording(server, driver, datagrams)

async function upload({ accessToken }: Driver, datagrams: readonly Datagram[]): Promise<string> {
  const answer = await follow(server.url, asPcap(datagrams), { token: accessToken })
  const text = await answer.text()
  const id: unknown = JSON.parse(text).result?.sessions[0]?.session.id
  assert.ok(typeof id === 'string', text)
  return id
}

/** A stream that this server has seen already is not read again: the first one comes in another way. */
const WAYS = { stream: [upload, stream], upload: [stream, upload] } as const

describe('a recording that its user sends again', () => {
  for (const [way, [sendFirst, sendAgain]] of sampleOf(Object.entries(WAYS), 1, 1)) {
    test(`by ${way}, with another result, counts as it was in the seasons of others`, async () => {
      const driver = await openDriver()
      const sent = seenBy(race, { playerCar: 1 })
      const id = await sendFirst(driver, sent)
      const [winner] = (await readSession(server, id)).drivers.filter(
        ({ finishingPosition }) => finishingPosition === 1,
      )
      const season = await count(id)
      const before = await season.table()
      await sendAgain(driver, withOtherWinner(sent))
      const replaced = await readSession(server, id)
      assert.equal(replaced.drivers[winner?.driverIdx ?? -1]?.finishingPosition, 2)
      assert.deepEqual(await season.table(), before)
      assert.deepEqual(await season.newest(), ['sessionsLost', true])
    })

    test(`by ${way}, to its end, completes the result in all seasons`, async () => {
      const driver = await openDriver()
      const id = await sendFirst(driver, seenBy(race, { playerCar: 1, to: 0.6 }))
      const season = await count(id)
      await sendAgain(driver, seenBy(race, { playerCar: 1 }))
      const { drivers } = await readSession(server, id)
      const byPlace = drivers.toSorted(
        (a, b) => (a.finishingPosition ?? 0) - (b.finishingPosition ?? 0),
      )
      assert.deepEqual(
        (await season.table()).map(([name]) => name),
        byPlace.map(({ name }) => name),
      )
      assert.deepEqual(await season.newest(), ['sessionsAdded', undefined])
    })
  }

  test('up to a restart, which removes it, counts as it was in the seasons of others', async () => {
    const driver = await openDriver()
    const part = seenBy(race, { playerCar: 1, to: 0.6 })
    const id = await upload(driver, part)
    const season = await count(id)
    const before = await season.table()
    const restarted = seenBy(race, { playerCar: 1, uid: 99n, clockMs: 3_600_000 })
    await assert.rejects(stream(driver, [...part, ...restarted]), /2 sessions/)
    assert.equal((await call(`GET /api/Sessions/${id}`)).statusCode, 404)
    assert.deepEqual(await season.table(), before)
    assert.deepEqual(await season.newest(), ['sessionsLost', undefined])
  })
})

test('after a final classification a value that is filled in is another result, before it is not', () => {
  const ann = { ...BLANK_DRIVER, name: 'Ann', isHuman: true, finishingPosition: 1 }
  const recorded: SessionDetail = {
    ...BLANK_SESSION,
    id: '',
    internalSessionId: 1,
    sessionId: '1',
    userId: '',
    userName: '',
    drivers: [ann],
  }
  const filled = { bestLapTimeMs: 71_000, startingPosition: 1, team: 'Red Arrows', name: 'Bob' }
  for (const [field, value] of Object.entries(filled)) {
    const after = { ...recorded, drivers: [{ ...ann, [field]: value }] }
    const changes = (['final', 'provisional'] as const).map((classification) =>
      changesResult({ ...recorded, classification }, after),
    )
    assert.deepEqual(changes, [true, false], field)
  }
  assert.equal(changesResult({ ...recorded, classification: 'final' }, recorded), false)
})
