import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { until } from '@pitboard/contract/testing/patience'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import type { CaptureUpload, UploadResult } from '@pitboard/contract/ingest/capture-upload'
import { LapTrace } from '@pitboard/contract/traces/lap-traces'
import { createRace } from '@pitboard/sim/race'
import {
  f1pcapFile,
  lengthPrefixedFile,
  pcapngFile,
} from '@pitboard/telemetry/testing/capture-files'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { BusyError } from '../../platform/diagnostics/errors.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import {
  insertPlayer,
  LOBBY_START_MS,
  readSession,
  sendRecording,
} from '../sessions/lobby.fixture.ts'
import { whenTraced } from '../traces/traces.fixture.ts'
import { asPcap, follow, followUpload, postFile, recordingsOf } from './upload.fixture.ts'

/** At this rate the whole race is six megabytes. */
const RATE_HZ = 20
const race = createRace({ seed: 3, laps: 1, cars: 4, rateHz: RATE_HZ, trackId: 22 })
const { driven, everything, thinned } = recordingsOf(race)

let server: TestServer
let owner: TestAccount
before(async () => {
  server = await openTestServer({ env: { CAPTURE_UPLOAD_MB: '8' } })
  owner = await openAccount(server.context, { username: 'Max' })
})
after(() => server.close())

interface By {
  readonly token?: string
  readonly query?: string
}

const sendingOf = ({ token = owner.accessToken, query = '' }: By) => ({ token, query })
const post = (file: Uint8Array, by: By = {}) => postFile(server.url, file, sendingOf(by))

async function upload(file: Uint8Array, by: By = {}): Promise<UploadResult> {
  const answer = await follow(server.url, file, sendingOf(by))
  const text = await answer.text()
  assert.ok(answer.ok, text)
  const { result }: CaptureUpload = JSON.parse(text)
  assert.ok(result)
  return result
}

test('a capture becomes the session that a recorder would have made of it, with its datagrams', async () => {
  const sent = everything()
  const result = await upload(asPcap(sent))
  const [uploaded] = result.sessions
  assert.ok(uploaded)
  assert.equal(result.sessions.length, 1)
  assert.equal(uploaded.outcome, 'added')
  assert.equal(result.datagrams.read, sent.length)
  assert.equal(result.datagrams.unknown, 0)
  assert.deepEqual(result.notes, [])
  const player = await insertPlayer(server, 'Lewis')
  const live = await sendRecording(server, player, thinned)
  const own = await readSession(server, uploaded.session.id)
  const recorded = await readSession(server, live)
  assert.deepEqual(
    own.drivers.map(({ name, lapTimes, position }) => ({ name, lapTimes, position })),
    recorded.drivers.map(({ name, lapTimes, position }) => ({ name, lapTimes, position })),
  )
  assert.equal(own.classification, 'final')
  assert.equal(own.sessionStartTime, recorded.sessionStartTime)
  assert.deepEqual(
    own.siblings.map(({ id }) => id),
    [live],
    'recordings of the same session are siblings',
  )
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const capture = await fetch(`${server.url}/api/Sessions/${own.id}/capture`, { headers })
  const again = await upload(new Uint8Array(await capture.arrayBuffer()))
  assert.equal(again.datagrams.read, result.datagrams.used)
  assert.equal(again.sessions[0]?.outcome, 'same', 'the capture says all of it')
})

test('a file that was recorded at the full rate has traces of all cars at the full rate', async () => {
  const [uploaded] = (await upload(asPcap(everything()))).sessions
  const id = uploaded?.session.id ?? ''
  await whenTraced(server, id)
  for (const driverIdx of [0, 3]) {
    const answer = await fetch(`${server.url}/api/Sessions/${id}/laps/${driverIdx}/1/trace`)
    const { sampleHz } = Value.Parse(LapTrace, await answer.json())
    assert.ok((sampleHz ?? 0) > 0.95 * RATE_HZ, `${sampleHz} of car ${driverIdx}`)
  }
})

test('the same file again makes no second session, in whatever form it comes', async () => {
  const datagrams = driven(76n)
  await upload(asPcap(datagrams))
  const forms = [
    gzipSync(asPcap(datagrams)),
    zstdCompressSync(asPcap(datagrams)),
    pcapngFile(datagrams, { link: 'sll', little: true, resolution: 9 }),
    lengthPrefixedFile(datagrams),
    deflateRawSync(lengthPrefixedFile(datagrams)),
    f1pcapFile(datagrams, { little: true, deflate: deflateSync }),
  ]
  for (const [place, form] of forms.entries()) {
    const { sessions } = await upload(form)
    assert.deepEqual(
      sessions.map(({ outcome }) => outcome),
      ['same'],
      `${place}`,
    )
  }
})

test('half of a race never replaces the whole; the whole replaces the half', async () => {
  const datagrams = driven(77n)
  const half = asPcap(datagrams.slice(0, datagrams.length * 0.6))
  const [first] = (await upload(half)).sessions
  assert.equal(first?.outcome, 'added')
  const [whole] = (await upload(asPcap(datagrams))).sessions
  assert.deepEqual([whole?.outcome, whole?.session.id], ['replaced', first?.session.id])
  const [stored] = (await upload(half)).sessions
  assert.equal(stored?.outcome, 'kept')
  assert.equal((await readSession(server, whole?.session.id ?? '')).classification, 'final')
})

test('a file that meets a busy database is read again instead of being refused', async () => {
  const { db, events, jobs } = server.context
  const datagrams = driven(75n)
  await upload(asPcap(datagrams.slice(0, datagrams.length * 0.6)))
  let attempts = 0
  events.subscribe('sessionReplacing', async () => {
    attempts += 1
    if (attempts === 1) throw new BusyError()
  })
  const answer = await post(asPcap(datagrams))
  assert.equal(answer.status, 202, await answer.text())
  // The second attempt is due in half a minute.
  await until(async () => {
    await db
      .updateTable('job')
      .set({ due_at: sql`now()` })
      .where('ended_at', 'is', null)
      .execute()
    jobs.wake()
    return attempts > 1
  })
  const read = await followUpload(
    `${server.url}${answer.headers.get('location')}`,
    owner.accessToken,
  )
  const { result }: CaptureUpload = await read.json()
  assert.equal(result?.sessions[0]?.outcome, 'replaced')
})

onlyInLongRun(() => {
  test('a file without times ends when it was written, and adds nothing when sent with another time', async () => {
    const file = lengthPrefixedFile(driven(78n))
    const query = `?writtenAt=${new Date(LOBBY_START_MS).toISOString()}`
    const [first] = (await upload(file, { query })).sessions
    assert.equal(first?.session.sessionEndTime?.slice(0, 16), '2026-01-01T20:00')
    assert.equal((await upload(file)).sessions[0]?.outcome, 'same')
  })
})

onlyInLongRun(() => {
  test('several sessions in one file are several, each with its own datagrams', async () => {
    const second = driven(80n).map(({ atMs, bytes }) => ({ atMs: atMs + 3_600_000, bytes }))
    const { sessions, datagrams } = await upload(asPcap([...driven(79n), ...second]))
    assert.deepEqual(
      sessions.map(({ outcome, session }) => [outcome, session.sessionId]),
      [
        ['added', '79'],
        ['added', '80'],
      ],
    )
    assert.equal(datagrams.used, datagrams.read)
  })
})

test('a recorder brings a file with its key; wrong keys and visitors are refused', async () => {
  const { db, newId } = server.context
  const key = { id: newId(), userId: owner.userId, name: 'rig' }
  const token = await insertRecorderKey(db, key)
  const { sessions } = await upload(asPcap(driven(76n)), { token })
  assert.equal(sessions[0]?.session.userId, owner.userId)
  const file = asPcap(driven(76n))
  for (const wrong of [`${token}x`, 'pb_', 'nonsense']) {
    assert.equal((await post(file, { token: wrong })).status, 401, wrong)
  }
  const visitor = await fetch(`${server.url}/api/Sessions/captures`, { method: 'POST', body: 'x' })
  assert.equal(visitor.status, 401)
})

test('what nothing can be made of is refused with the reason', async () => {
  const some = driven(81n)
  const refused: [Uint8Array, number, RegExp][] = [
    [Buffer.from('lap,time\n1,1:23.456\n'), 415, /no capture of a kind/],
    [gzipSync(Buffer.alloc(1000)), 415, /no capture of a kind/],
    [new Uint8Array(), 422, /empty/],
    [asPcap([]), 422, /no datagrams of the game/],
    [
      asPcap(some.slice(0, 3).map(({ atMs, bytes }) => ({ atMs, bytes: bytes.slice(0, 40) }))),
      422,
      /is understood/,
    ],
    [asPcap(some.filter(({ bytes }) => bytes[6] !== 1)), 422, /no session/],
    [asPcap(some.map(({ atMs, bytes }) => ({ atMs: atMs + 9e11, bytes }))), 422, /future/],
  ]
  for (const [file, status, detail] of refused) {
    const answer = await follow(server.url, file, sendingOf({}))
    const body = await answer.text()
    assert.equal(answer.status, status, body)
    assert.match(body, detail)
  }
  const form = new FormData()
  form.set('file', new Blob(['x']))
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const url = `${server.url}/api/Sessions/captures`
  assert.equal((await fetch(url, { method: 'POST', headers, body: form })).status, 415)
  assert.equal((await post(Buffer.alloc(9 * 2 ** 20))).status, 413)
  assert.equal((await post(asPcap(some), { query: '?writtenAt=yesterday' })).status, 400)
  assert.deepEqual(readdirSync(join(server.context.config.dataDir, 'uploads')), [])
})

onlyInLongRun(() => {
  test('a file that unpacks to very much more than its size is refused, however it is packed', async () => {
    const bytes = Buffer.alloc(60_000)
    const padding = Array.from({ length: 700 }, (_, n) => ({ atMs: LOBBY_START_MS + n, bytes }))
    const empty = gzipSync(asPcap(padding))
    const driving = zstdCompressSync(asPcap([...driven(81n), ...padding]))
    for (const bomb of [empty, driving]) {
      const answer = await follow(server.url, bomb, sendingOf({}))
      assert.equal(answer.status, 413)
      assert.match(await answer.text(), /unpacks to more than/)
    }
  })
})

test('a damaged file gives what lies before the damage, and says where that is', async () => {
  const file = asPcap(driven(82n))
  const { sessions, notes } = await upload(gzipSync(file).subarray(0, -5_000))
  assert.equal(sessions[0]?.outcome, 'added')
  assert.match(notes.join(), /everything before it is used/)
})
