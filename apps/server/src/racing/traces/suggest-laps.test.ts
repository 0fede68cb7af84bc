import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lapSuggestions, type SuggestedLap } from '@pitboard/contract/comparison/suggested-laps'
import { TyreCompound } from '@pitboard/contract/wire/enumerations'
import { createClient } from '@pitboard/contract/wire/client'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import {
  aLap,
  type Drive,
  driveSession,
  OWN_CAR,
  proveLaps,
} from '../records/driven-session.fixture.ts'
import { storeRecording } from '../sessions/store-recording.ts'

let server: TestServer
let ann: TestAccount
let bob: TestAccount
before(async () => {
  server = await openTestServer()
  ;[ann, bob] = await Promise.all([open('Ann'), open('Bob')])
})
after(() => server.close())

const open = (username: string) => openAccount(server.context, { username })

/** Stores laps of a user, with traces except for those that are named. */
async function drive(
  { userId }: TestAccount,
  { withoutTrace = [], ...driven }: Drive & { readonly withoutTrace?: readonly number[] },
): Promise<(lapNum: number) => string> {
  const session = driveSession(server, userId, driven)
  const { db } = server.context
  await storeRecording(db, session, null)
  await proveLaps(server, session)
  const rows = driven.laps.flatMap((_, index) => {
    const address = { session_id: session.id, driver_idx: OWN_CAR, lap_num: index + 1 }
    if (withoutTrace.includes(index + 1)) return []
    return [{ ...address, flags: 0, sample_hz: 60, trace: Buffer.alloc(0) }]
  })
  await db.deleteFrom('lap_trace').where('session_id', '=', session.id).execute()
  if (rows.length > 0) await db.insertInto('lap_trace').values(rows).execute()
  return (lapNum) => `${session.id}.${OWN_CAR}.${lapNum}`
}

const call = (account?: TestAccount) =>
  createClient({ baseUrl: server.url, ...(account && { token: () => account.accessToken }) })

async function suggest(lap: string, account?: TestAccount) {
  const { ownBest, sessionFastest, record } = await call(account)(lapSuggestions.find, {
    query: { lap },
  })
  return { ownBest: keyOf(ownBest), sessionFastest: keyOf(sessionFastest), record: keyOf(record) }
}

const keyOf = (lap: SuggestedLap | null) => lap && `${lap.sessionId}.${lap.driverIdx}.${lap.lapNum}`

test('a lap is offered the own best, the fastest of its session and the record, never itself', async () => {
  const annLap = await drive(ann, { laps: [aLap(91_000), aLap(92_000), aLap(90_000)] })
  const bobLap = await drive(bob, { laps: [aLap(89_000), aLap(93_000)] })
  const [ownBest, record] = [annLap(3), bobLap(1)]
  assert.deepEqual(await suggest(annLap(2)), { ownBest: null, sessionFastest: ownBest, record })
  assert.deepEqual(await suggest(annLap(2), ann), { ownBest, sessionFastest: ownBest, record })
  assert.deepEqual(await suggest(ownBest, ann), { ownBest: null, sessionFastest: null, record })
  assert.deepEqual(await suggest(record, ann), { ownBest, sessionFastest: null, record: null })
  const { record: found } = await call()(lapSuggestions.find, { query: { lap: annLap(2) } })
  assert.equal(found?.lapTimeMs, 89_000)
  assert.equal(found.name, 'Bob')
})

test('the own best is of the track and year; the record is of the conditions as well', async () => {
  const common = { trackId: 4 }
  const dry = await drive(ann, { ...common, laps: [aLap(90_000)] })
  const wet = await drive(ann, { ...common, laps: [aLap(99_000)], compound: TyreCompound.Wet })
  const other = await drive(ann, { ...common, laps: [aLap(98_000)], gameVersion: 2024 })
  assert.deepEqual(await suggest(wet(1), ann), {
    ownBest: dry(1),
    sessionFastest: null,
    record: null,
  })
  assert.equal((await suggest(other(1), ann)).ownBest, null)
  const slower = await drive(bob, { ...common, laps: [aLap(101_000)], compound: TyreCompound.Wet })
  assert.equal((await suggest(slower(1))).record, wet(1))
})

test('laps without telemetry and withheld laps are not offered', async () => {
  const common = { trackId: 5 }
  const withheld = aLap(80_000, { sector1Time: 1 })
  const laps = [aLap(95_000), aLap(90_000), aLap(91_000), aLap(92_000, { invalidLap: true })]
  await drive(ann, { ...common, laps: [withheld] })
  const lap = await drive(ann, { ...common, laps: [...laps, withheld], withoutTrace: [2, 5] })
  const found = await suggest(lap(1), ann)
  assert.deepEqual(found, { ownBest: lap(3), sessionFastest: lap(3), record: null })
  const untraced = await drive(bob, { ...common, laps, withoutTrace: [1, 2, 3, 4] })
  assert.deepEqual(await suggest(untraced(1), bob), {
    ownBest: null,
    sessionFastest: null,
    record: null,
  })
})

test('the lap of a driver who is in no records is no record', async () => {
  const eve = await open('Eve')
  const fast = await drive(eve, { trackId: 6, laps: [aLap(80_000)] })
  const slow = await drive(ann, { trackId: 6, laps: [aLap(90_000)] })
  assert.equal((await suggest(slow(1))).record, fast(1))
  await server.context.db
    .updateTable('user')
    .set({ is_in_records: false })
    .where('id', '=', eve.userId)
    .execute()
  assert.equal((await suggest(slow(1))).record, null)
})

test('a lap that does not exist is a 404, what names none a 400', async () => {
  const lap = await drive(ann, { trackId: 7, laps: [aLap(90_000)] })
  const nobody = '00000000-0000-7000-8000-000000000000'
  for (const [text, status] of [
    [lap(1), 200],
    [lap(9), 404],
    [`${nobody}.1.1`, 404],
    [`${nobody}.1`, 400],
    [`${lap(1)},${lap(1)}`, 400],
  ] as const) {
    const answer = await server.app.inject(`/api/Laps/suggestions?lap=${text}`)
    assert.equal(answer.statusCode, status, text)
  }
})
