import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { CaptureUpload, UploadResult } from '@pitboard/contract/ingest/capture-upload'
import { until } from '@pitboard/contract/testing/patience'
import { createRace } from '@pitboard/sim/race'
import { ApiError } from '../../platform/http/api-error.ts'
import { insertPlayer, type Player } from '../sessions/lobby.fixture.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { asPcap, follow, postFile, recordingsOf } from './upload.fixture.ts'
import { createUploads } from './uploads.ts'

const DAY_MS = 24 * 60 * 60_000

const race = createRace({ seed: 3, laps: 1, cars: 4, rateHz: 10, trackId: 22 })
const { driven, everything } = recordingsOf(race)
/** The large file has so many sessions that it is still being read when a small one is done. */
const large = asPcap(
  Array.from({ length: 16 }, (_, day) => day).flatMap((day) =>
    everything().map(({ atMs, bytes }) => ({ atMs: atMs - day * DAY_MS, bytes })),
  ),
)

let server: TestServer
let players: Player[]
before(async () => {
  server = await openTestServer()
  players = await Promise.all(
    ['Max', 'Lewis', 'Lando', 'Oscar'].map((name) => insertPlayer(server, name)),
  )
})
after(() => server.close())

const uploads = () => {
  const folder = join(server.context.config.dataDir, 'uploads')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('large files leave a reader to small ones; a file cancelled while it waits is removed at once', async () => {
  const [first, second, third, other] = players
  assert.ok(first && second && third && other)
  const started: { readonly location: string; readonly key: string }[] = []
  const answers: Promise<Response>[] = []
  for (const { key } of [first, second, third]) {
    const known = new Set(uploads())
    answers.push(postFile(server.url, large, { token: key }))
    const id = await until(() => uploads().find((name) => !known.has(name)))
    started.push({ location: `${server.url}/api/Sessions/captures/${id}`, key })
  }
  const call = ({ location, key }: (typeof started)[number], method = 'GET') =>
    fetch(location, { method, headers: { authorization: `Bearer ${key}` } })
  for (const upload of started) await until(async () => (await call(upload)).status !== 404)

  const small = await follow(server.url, asPcap(driven(5n)), { token: other.key })
  assert.ok(small.ok, await small.text())
  const states = await Promise.all(
    started.map(async (upload) => {
      const { progress }: CaptureUpload = await (await call(upload)).json()
      return { ...upload, progress }
    }),
  )
  const [waiting, ...reading] = states.toSorted((a, b) => a.progress - b.progress)
  assert.ok(waiting)
  assert.equal(waiting.progress, 0, 'large files are still being read')

  assert.equal((await call(waiting, 'DELETE')).status, 204)
  assert.equal((await call(waiting)).status, 422)
  assert.equal(uploads().length, 2, 'of the file that waited nothing is left')
  for (const upload of reading) assert.equal((await call(upload, 'DELETE')).status, 204)
  await Promise.all(answers)
  const again = await follow(server.url, asPcap(driven(6n)), { token: waiting.key })
  assert.ok(again.ok, 'its sender may send the next one')
  assert.deepEqual(uploads(), [])
})

onlyInLongRun(() => {
  test('reading that takes too long is ended with a reason, and the next file is read', async (t) => {
    const { context } = server
    const limitedBytes = 1_000_000
    const own = createUploads(context, (bytes) => (bytes > limitedBytes ? 1 : 60_000))
    const results: Promise<UploadResult>[] = []
    const [player] = players
    assert.ok(player)
    const receiver = createServer((request, response) => {
      own.receive(player.userId, request, Date.now()).then(
        ({ result }) => {
          results.push(result)
          void result.catch(() => null).then(() => response.end())
        },
        (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
      )
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    t.after(() => receiver.close())
    const address = receiver.address()
    assert.ok(typeof address === 'object' && address)
    const url = `http://127.0.0.1:${address.port}`
    const send = (body: Buffer) => fetch(url, { method: 'POST', body: Buffer.from(body) })
    // The file is made before, because a busy process closes idle connections late, and a request would meet
    // the end.
    const small = asPcap(driven(7n)).subarray(0, limitedBytes)
    const whole = asPcap(everything())
    for (const body of [whole, whole, whole, small]) await send(body)
    assert.equal(results.length, 4)
    for (const result of results.slice(0, 3)) {
      await assert.rejects(result, (error) => {
        assert.ok(error instanceof ApiError)
        assert.equal(error.status, 422)
        assert.match(error.message, /takes too long/)
        return true
      })
    }
    assert.equal((await results[3])?.sessions.length, 1)
    assert.deepEqual(uploads(), [])
  })
})
