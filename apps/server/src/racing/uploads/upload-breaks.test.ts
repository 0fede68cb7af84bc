import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { CaptureUpload } from '@pitboard/contract/ingest/capture-upload'
import { until } from '@pitboard/contract/testing/patience'
import { createRace } from '@pitboard/sim/race'
import { insertPlayer, type Player } from '../sessions/lobby.fixture.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { runMain } from '../../testing/main-process.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { asPcap, follow, postFile, recordingsOf } from './upload.fixture.ts'

const race = createRace({ seed: 3, laps: 1, cars: 4, rateHz: 10, trackId: 22 })
const { driven, everything } = recordingsOf(race)

/** Reading so many sessions takes seconds, so that a test can always stop it in time. */
const severalSessions = () => Array.from({ length: 12 }, (_, at) => driven(BigInt(100 + at))).flat()

let database: TestDatabase
let dataDir: string
let server: TestServer
let player: Player
let other: Player
before(async () => {
  database = await openTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'pitboard-uploads-'))
  server = await openTestServer({ database, dataDir })
  player = await insertPlayer(server, 'Max')
  other = await insertPlayer(server, 'Lewis')
})
after(async () => {
  await server.close()
  await database.close()
  rmSync(dataDir, { recursive: true })
})

const folder = (name: string) => {
  const path = join(dataDir, name)
  mkdirSync(path, { recursive: true })
  return path
}
const uploads = () => readdirSync(folder('uploads'))
const sessions = async () =>
  (await server.context.db.selectFrom('session').select('id').execute()).length

const isReading = () => uploads().some((id) => readdirSync(join(dataDir, 'uploads', id)).length > 1)

/** Sends the beginning of a file of ten megabytes, and waits until it arrives. */
async function begin({ key }: Player) {
  const url = `${server.url}/api/Sessions/captures`
  const headers = { authorization: `Bearer ${key}`, 'content-length': 10 * 2 ** 20 }
  const sending = request(url, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.write(asPcap(driven(1n)).subarray(0, 100_000))
  await until(() => uploads().length > 0)
  return sending
}

test('an aborted upload leaves nothing, and may begin again', async () => {
  const sending = await begin(player)
  sending.destroy()
  await until(() => uploads().length === 0)
  const answer = await follow(server.url, asPcap(driven(2n)), { token: player.key })
  assert.ok(answer.ok, await answer.text())
  assert.equal(await sessions(), 1)
})

test('a user sends one file at a time, and others do not wait for it', async () => {
  const sending = await begin(player)
  const refused = await postFile(server.url, asPcap(driven(3n)), { token: player.key })
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  const free = await follow(server.url, asPcap(driven(3n)), { token: other.key })
  assert.ok(free.ok, await free.text())
  sending.destroy()
  await until(() => uploads().length === 0)
})

test("an upload is its sender's alone, and can be stopped", async () => {
  const before = await sessions()
  const posted = postFile(server.url, asPcap(severalSessions()), { token: player.key })
  await until(isReading)
  const at = `${server.url}/api/Sessions/captures/${uploads()[0]}`
  const by = (key: string, method = 'GET') =>
    fetch(at, { method, headers: { authorization: `Bearer ${key}` } })
  assert.equal((await by(player.key, 'DELETE')).status, 204)
  assert.equal((await by(player.key)).status, 422)
  await posted
  for (const method of ['GET', 'DELETE']) {
    assert.equal((await by(other.key, method)).status, 404)
    assert.equal((await by('', method)).status, 401)
  }
  for (const id of ['..%2fcaptures', '%00', 'x'.repeat(150)]) {
    const path = `${server.url}/api/Sessions/captures/${id}`
    const headers = { authorization: `Bearer ${player.key}` }
    assert.equal((await fetch(path, { headers })).status, 400, id)
  }
  assert.deepEqual([await sessions(), uploads()], [before, []])
})

onlyInLongRun(() => {
  test('a file that was being read at a kill is read after the restart, with one result', async (t) => {
    const before = await sessions()
    const captures = readdirSync(folder('captures'))
    await server.stop()
    const main = runMain({ DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent' })
    t.after(() => main.kill())
    await main.listening
    const file = asPcap(everything())
    postFile(main.url(), file, { token: other.key }).catch(() => {})
    await main.until(isReading)
    await main.kill()
    assert.equal(uploads().length, 1)
    // This upload has a capture in its final place but no session.
    const id = '0190a000-0000-7000-8000-000000000000'
    writeFileSync(join(dataDir, 'uploads', uploads()[0] ?? '', id), `${id}/1`)
    mkdirSync(join(dataDir, 'captures', id))
    writeFileSync(join(dataDir, 'captures', id, '1.pcap.zst'), '')
    server = await openTestServer({ database, dataDir })
    await until(() => uploads().length === 0)
    const added = readdirSync(folder('captures')).filter((name) => !captures.includes(name))
    assert.equal(added.length, 1)
    assert.ok(!added.includes(id))
    assert.equal(await sessions(), before + 1)
    const answer = await follow(server.url, file, { token: other.key })
    const { result }: CaptureUpload = await answer.json()
    assert.deepEqual(
      result?.sessions.map(({ outcome }) => outcome),
      ['same'],
    )
    assert.equal(await sessions(), before + 1)
  })
})

test('a caller without the right to upload is refused before the file is sent', async () => {
  const url = `${server.url}/api/Sessions/captures`
  const headers = { authorization: 'Bearer pb_wrong', 'content-length': 10 * 2 ** 20 }
  const sending = request(url, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.write(Buffer.alloc(1000))
  const [answer] = await once(sending, 'response')
  assert.equal(answer.statusCode, 401)
  sending.destroy()
})
