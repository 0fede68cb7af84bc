import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { CaptureUpload } from '@pitboard/contract/ingest/capture-upload'
import { createRace } from '@pitboard/sim/race'
import { sql } from 'kysely'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type RunningMain, runMain } from '../../testing/main-process.ts'
import { openTestS3, type TestS3 } from '../../testing/s3-server.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { insertPlayer } from '../sessions/lobby.fixture.ts'
import { asPcap, followUpload, postFile, recordingsOf } from './upload.fixture.ts'

const { everything } = recordingsOf(
  createRace({ seed: 3, laps: 1, cars: 4, rateHz: 20, trackId: 22 }),
)

let database: TestDatabase
let s3: TestS3
let folder: string
let here: TestServer
let other: RunningMain
before(async () => {
  database = await openTestDatabase()
  s3 = await openTestS3()
  folder = mkdtempSync(join(tmpdir(), 'pitboard-other-'))
  const env = { AUTH_JWT_SECRET: 'a secret of both servers, long enough', S3_URL: s3.url }
  here = await openTestServer({ database, env })
  const own = { DATA_DIR: folder, DATABASE_URL: database.url, LOG_LEVEL: 'silent' }
  other = runMain({ ...env, ...own })
  await other.listening
})
after(async () => {
  await other.kill()
  await here.close()
  await s3.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const isReading = () => {
  const uploads = join(folder, 'uploads')
  const [id] = readdirSync(folder).includes('uploads') ? readdirSync(uploads) : []
  return id !== undefined && readdirSync(join(uploads, id)).length > 0
}

test('an upload at a server that is killed is finished by another one, with one result', async () => {
  const player = await insertPlayer(here, 'Max')
  const file = asPcap(everything())
  postFile(other.url(), file, { token: player.key }).catch(() => {})
  await other.until(isReading)
  await other.kill()
  const { db } = here.context
  const { id, attempts } = await db
    .selectFrom('job')
    .select(['id', 'attempts'])
    .executeTakeFirstOrThrow()
  assert.equal(attempts, 1)
  const refused = await postFile(here.url, file, { token: player.key })
  assert.equal(refused.status, 429, 'one file at a time, at all servers')
  const path = `${here.url}/api/Sessions/captures/${id}`
  const stranger = await insertPlayer(here, 'Lewis')
  const headers = { authorization: `Bearer ${stranger.key}` }
  assert.equal((await fetch(path, { headers })).status, 404)

  // The lease of the killed server is over.
  await db
    .updateTable('job')
    .set({ due_at: sql`now()` })
    .execute()
  const answer = await followUpload(path, player.key)
  const { result }: CaptureUpload = await answer.json()
  assert.equal(result?.sessions.length, 1)
  assert.deepEqual(await db.selectFrom('session').select('status').execute(), [
    { status: 'recorded' },
  ])
  const keys = s3.keys().filter((key) => !key.includes('outline'))
  assert.equal(keys.filter((key) => key.includes('captures/')).length, 1, keys.join(' '))
  assert.equal(keys.filter((key) => key.includes('uploads/')).length, 0, keys.join(' '))
})
