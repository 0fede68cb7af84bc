import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createRace } from '@pitboard/sim/race'
import { call } from './accounts/auth/testing/auth.fixture.ts'
import { createCaptureStore } from './racing/captures/capture-store.ts'
import { insertPlayer, seenBy, sendRecording } from './racing/sessions/lobby.fixture.ts'
import { recordSession } from './racing/sessions/store/session-queries.ts'
import { whenTraced } from './racing/traces/traces.fixture.ts'
import { openAccount } from './testing/account.ts'
import { openTestDatabase, type TestDatabase } from './testing/database.ts'
import { openTestS3, type TestS3 } from './testing/s3-server.ts'
import { openTestServer, type TestServer } from './testing/server.ts'
import { recorded, sessionColumns } from './testing/session-row.ts'

const DELETIONS = process.env['TEST_ALL'] === 'true' ? 100 : 10
const POLL_MS = 50

let database: TestDatabase
let s3: TestS3
let servers: readonly [TestServer, TestServer, TestServer]
before(async () => {
  database = await openTestDatabase()
  s3 = await openTestS3()
  const env = { S3_URL: s3.url, AUTH_RATE_LIMITS: 'true', TRUST_PROXY: '1' }
  const open = async () => openTestServer({ database, env })
  servers = [await open(), await open(), await open()]
})
after(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await s3.close()
  await database.close()
})

const serverOf = (number: number) => servers[number % 3 === 0 ? 0 : number % 3 === 1 ? 1 : 2]

async function* asStream(text: string) {
  yield Buffer.from(text)
}

/** Stores a recorded session with a capture of two parts and a replay. */
async function insertSession(userId: string, number: number): Promise<string> {
  const { db, files, newId } = serverOf(number).context
  const captures = createCaptureStore(files)
  const id = newId()
  const first = captures.newKey(id, null)
  await captures.add(first, asStream('first'))
  const captureKey = captures.newKey(id, first)
  await captures.add(captureKey, asStream('second'))
  await files.put(`replays/${id}.1/replay.json`, Buffer.from('{}'))
  const columns = sessionColumns(userId, { game_session_id: id })
  await recordSession(db, id, { ...recorded(columns, { drivers: [] }), captureKey })
  return id
}

test(`${DELETIONS} sessions that are deleted at three servers leave no file and no row`, async () => {
  const [{ context }] = servers
  const { userId, accessToken } = await openAccount(context)
  const stays = await insertSession(userId, 0)
  const ids: string[] = []
  for (let number = 0; number < DELETIONS; number++) ids.push(await insertSession(userId, number))
  const headers = { authorization: `Bearer ${accessToken}` }
  const statuses = await Promise.all(
    ids.map(async (id, number) => {
      const path = `${serverOf(number).url}/api/Sessions/${id}`
      // Many changes of one user at once are asked to come again.
      for (;;) {
        const { status } = await fetch(path, { method: 'DELETE', headers })
        if (status !== 503) return status
        await delay(POLL_MS)
      }
    }),
  )
  assert.deepEqual([...new Set(statuses)], [204])
  const { db } = context
  const count = async (table: 'removed_capture' | 'session_to_link') =>
    (await db.selectFrom(table).select('session_id').execute()).length
  while ((await count('removed_capture')) + (await count('session_to_link')) > 0) {
    await delay(POLL_MS)
  }
  const left = s3.keys().filter((key) => ids.some((id) => key.includes(id)))
  assert.deepEqual(left, [])
  assert.equal(s3.keys().filter((key) => key.includes(stays)).length, 3, 'another one stays')
  const rows = await db.selectFrom('session').select('id').execute()
  assert.deepEqual(rows, [{ id: stays }])
})

async function guessPassword(attempt: number): Promise<number> {
  const { url, context } = serverOf(attempt)
  const { status } = await call({ url, context }, 'POST', '/token?grant_type=password', {
    body: { email: 'max@club.example', password: 'a wrong one' },
    headers: { 'x-forwarded-for': `192.0.2.${attempt}` },
  })
  return status
}

test('guesses of a password that come to three servers at once count together', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, attempt) => guessPassword(attempt)),
  )
  const judged = statuses.filter((status) => status === 400).length
  assert.equal(judged, 15, String(statuses))
  assert.ok(statuses.every((status) => status === 400 || status === 429))
})

test('the traces of a race that was driven at one server are the same at all of them', async () => {
  const [first, second, third] = servers
  const player = await insertPlayer(first, 'Traced')
  const race = createRace({ laps: 1, cars: 2, rateHz: 10, trackId: 22, seed: 7 })
  const id = await sendRecording(first, player, seenBy(race, { playerCar: 0 }))
  const paths = [`/api/Sessions/${id}/laps/0/1/trace`, `/api/Laps/compare?laps=${id}.0.1,${id}.1.1`]
  const answers: string[][] = []
  for (const server of [third, second, first]) {
    const { traces } = await whenTraced(server, id)
    assert.equal(traces, 'ready')
    answers.push(
      await Promise.all(
        paths.map(async (path) => {
          const answer = await fetch(`${server.url}${path}`)
          assert.equal(answer.status, 200)
          return answer.text()
        }),
      ),
    )
  }
  const [wanted, ...others] = answers
  assert.match(wanted?.[1] ?? '', /"state":"ready".*"state":"ready"/)
  for (const answer of others) assert.deepEqual(answer, wanted)
})
