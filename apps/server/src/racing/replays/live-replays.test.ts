import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { ReplayChunk } from '@pitboard/contract/live/replay'
import { createRace } from '@pitboard/sim/race'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { goLive, insertNamed } from '../../site/pages/a-site.fixture.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { openTestServer } from '../../testing/server.ts'

const POLL_MS = 50
const race = createRace({ seed: 3, laps: 2, cars: 4, rateHz: 10, trackId: 22 })

test('a session that is being driven can be played from its beginning; deleted, it cannot', async (t) => {
  let aheadMs = 0
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-live-replays-'))
  const database = await openTestDatabase()
  t.after(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true })
  })
  const server = await openTestServer({
    dataDir,
    database,
    now: () => new Date(Date.now() + aheadMs),
  })
  const headers = { 'accept-encoding': 'gzip' }
  const get = (url: string) => server.app.inject({ url, headers })
  const userId = await insertNamed(server, 'Flow')
  const { id } = await goLive(server, userId, race.datagrams())
  const path = `/api/LiveSession/${id}/replay`
  aheadMs = 25_000
  let replay = (await get(path)).json()
  while (replay.chunks < 2) {
    await delay(POLL_MS)
    replay = (await get(path)).json()
  }
  assert.ok(replay.durationMs >= 25_000)
  const [complete, unfinished] = await Promise.all(
    [0, 1].map((number) => get(`${path}/${replay.version}/${number}`)),
  )
  assert.match(String(complete?.headers['cache-control']), /immutable/)
  assert.equal(unfinished?.headers['cache-control'], 'no-store')
  assert.ok(unfinished)
  const { messages }: ReplayChunk = JSON.parse(gunzipSync(unfinished.rawPayload).toString())
  let state: LiveSession | null = null
  for (const message of messages) state = applyMessage(state, message)
  assert.deepEqual(state?.drivers, (await get(`/api/LiveSession/${id}`)).json().drivers)

  const plain = await server.app.inject({ url: `${path}/${replay.version}/0` })
  assert.equal(plain.statusCode, 406, 'a client that wants it unpacked')
  for (const other of [`${path}/0/0`, `${path}/${replay.version}/2`, path.replace(id, userId)]) {
    assert.equal((await get(other)).statusCode, 404, other)
  }
  assert.equal((await get('/api/LiveSession/42/replay')).statusCode, 400)
  await inTransaction(server.context.db, (transaction) =>
    transaction.deleteFrom('user').where('id', '=', userId).execute(),
  )
  for (const gone of [path, `${path}/${replay.version}/0`]) {
    assert.equal((await get(gone)).statusCode, 404, gone)
  }
  await server.close()
  const next = await openTestServer({ dataDir, database })
  await next.close()
  assert.deepEqual(readdirSync(join(dataDir, 'timelines')), [], 'nothing is left on disk')
})
