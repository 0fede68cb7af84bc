import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { createRace } from '@pitboard/sim/race'
import { unzipSync } from 'fflate'
import { insertRecorderKey } from '../../../accounts/access/recorder-key.ts'
import { openAccount, type TestAccount } from '../../../testing/account.ts'
import { createCall } from '../../../testing/call.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { packDocument, readRecordedSession } from '../store/session-document.ts'
import { readSession, seenBy, sendRecording } from '../lobby.fixture.ts'

let server: TestServer
let owner: TestAccount
let id: string
const call = createCall(() => server)
before(async () => {
  server = await openTestServer()
  owner = await openAccount(server.context, { username: 'Max' })
  const { db, newId } = server.context
  const { userId } = owner
  const key = await insertRecorderKey(db, { id: newId(), userId, name: 'test' })
  const race = createRace({ seed: 3, laps: 2, cars: 6, rateHz: 10, trackId: 22 })
  id = await sendRecording(server, { userId, key }, seenBy(race, { playerCar: 1 }))
})
after(() => server.close())

async function rename(name: string): Promise<void> {
  const { db } = server.context
  const row = await db
    .selectFrom('session')
    .select('detail')
    .where('id', '=', id)
    .executeTakeFirst()
  const session = await readRecordedSession(row?.detail ?? Buffer.alloc(0))
  assert.ok(session)
  const drivers = session.drivers.map((driver) =>
    driver.position === 1 ? { ...driver, name } : driver,
  )
  const { detail, detailEtag } = await packDocument({ ...session, drivers })
  await db
    .updateTable('session')
    .set({ detail, detail_etag: detailEtag })
    .where('id', '=', id)
    .execute()
}

test('a CSV holds the classification in its order, or every lap', async () => {
  const { drivers } = await readSession(server, id)
  const csv = await call(`GET /api/Sessions/${id}/export`)
  assert.match(csv.headers['content-type'] ?? '', /^text\/csv/)
  assert.match(String(csv.headers['content-disposition']), /classification\.csv/)
  const lines = csv.body.trim().split('\r\n')
  assert.equal(lines.length, drivers.length + 1)
  const winner = drivers.find(({ position }) => position === 1)
  assert.ok(winner)
  assert.ok(lines[1]?.startsWith(`1,${winner.carNumber},${winner.name},`), lines[1])
  const laps = await call(`GET /api/Sessions/${id}/export?format=csv&table=laps`)
  const count = drivers.reduce((sum, { lapTimes }) => sum + lapTimes.length, 0)
  assert.equal(laps.body.trim().split('\r\n').length, count + 1)
})

test("JSON is the session's document; XLSX has a sheet for each table", async () => {
  const json = await call(`GET /api/Sessions/${id}/export?format=json`)
  assert.deepEqual(json.json(), await readSession(server, id))
  const xlsx = await call(`GET /api/Sessions/${id}/export?format=xlsx`)
  const files = unzipSync(xlsx.rawPayload)
  const sheets = Object.keys(files).filter((name) => name.startsWith('xl/worksheets/sheet'))
  assert.equal(sheets.length, 4)
})

test('what a driver calls himself is never a formula', async () => {
  const name = '=HYPERLINK("http://x.example","y")'
  await rename(name)
  const { body } = await call(`GET /api/Sessions/${id}/export`)
  assert.ok(body.includes(`"'=HYPERLINK(""http://x.example"",""y"")"`), body)
  const xlsx = await call(`GET /api/Sessions/${id}/export?format=xlsx`)
  const files = Object.entries(unzipSync(xlsx.rawPayload))
  const text = files.map(([, bytes]) => Buffer.from(bytes).toString()).join('\n')
  assert.ok(text.includes('=HYPERLINK('))
  assert.doesNotMatch(text, /<f>/)
})

test('a CSV marks every text that a spreadsheet could read as a formula', async () => {
  const names = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(1)',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM',
    '﹦1',
    '−1',
    ';=1+1',
    ',=1',
    '|=1',
    '\t=1',
    '\r=1',
    '\n=1',
    '\tx',
    ' =1+1',
    '\u00a0=1',
    '\u200b=1',
    '"=1',
  ]
  for (const name of names) {
    await rename(name)
    const { body } = await call(`GET /api/Sessions/${id}/export`)
    const quoted = name.replaceAll('"', '""')
    const marked = body.includes(`,"'${quoted}",`) || body.includes(`,'${quoted},`)
    const within = body.includes(`,"'${quoted.charAt(0)}'${quoted.slice(1)}",`)
    assert.ok(marked || within, JSON.stringify([name, body.slice(0, 400)]))
  }
  // Where cells are separated by semicolons, the text behind one is a cell of its own.
  await rename('Max;=1+1;\t ＝2')
  assert.match((await call(`GET /api/Sessions/${id}/export`)).body, /"Max;'=1\+1;\t' ＝2"/)
  await rename('Jean-Éric 1+1=2; 3')
  assert.match((await call(`GET /api/Sessions/${id}/export`)).body, /"Jean-Éric 1\+1=2; 3"/)
})

test('who recorded a session has its capture as it lies there, and nobody else', async () => {
  const path = `GET /api/Sessions/${id}/capture`
  const answer = await call(path, { as: owner })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.rawPayload.length, Number(answer.headers['content-length']))
  assert.equal(zstdDecompressSync(answer.rawPayload).readUInt32LE(0), 0xa1b2c3d4)
  assert.equal((await call(path)).statusCode, 401)
  const other = await openAccount(server.context)
  assert.equal((await call(path, { as: other })).statusCode, 403)
  const nothing = `GET /api/Sessions/${server.context.newId()}`
  assert.equal((await call(`${nothing}/capture`, { as: owner })).statusCode, 404)
  assert.equal((await call(`${nothing}/export`)).statusCode, 404)
  assert.equal((await call(`GET /api/Sessions/${id}/export?format=pdf`)).statusCode, 400)
})

test("a profile counts a user's sessions, with their best lap at each track", async () => {
  const { drivers, recorderDriverIdx, trackId } = await readSession(server, id)
  const best = drivers.find(({ driverIdx }) => driverIdx === recorderDriverIdx)?.bestLapTimeMs
  assert.ok(best)
  const body = { name: 'Hidden', isPublic: false }
  assert.equal((await call('POST /api/League', { as: owner, body })).statusCode, 200)
  const profile = (await call(`GET /api/Users/${owner.userId}`)).json()
  assert.partialDeepStrictEqual(profile.counts, { sessions: 1, races: 1, leagues: 0 })
  assert.deepEqual([profile.username, profile.recentSessions[0].id], ['Max', id])
  assert.deepEqual(
    profile.bests.map((one: { trackId: number; lapTimeMs: number }) => [
      one.trackId,
      one.lapTimeMs,
    ]),
    [[trackId, best]],
  )
  assert.equal(profile.email, undefined)
  // A profile is public, so that a private league is not even in its owner's.
  const own = (await call(`GET /api/Users/${owner.userId}`, { as: owner })).json()
  assert.deepEqual(own, profile)
  assert.equal((await call(`GET /api/Users/${server.context.newId()}`)).statusCode, 404)
  assert.equal((await call('GET /api/Users/42')).statusCode, 400)
})
