import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { encodeJsonFrame } from '@pitboard/contract/ingest/ingest-frames'
import { FrameType, INGEST_PROTOCOL_VERSION } from '@pitboard/contract/ingest/ingest-protocol'
import { TcpLease } from '@pitboard/contract/live/live'
import { createRace } from '@pitboard/sim/race'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import type { Datagram } from '@pitboard/telemetry/decode'
import { Value } from 'typebox/value'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { insertRecorderKey } from '../../../accounts/access/recorder-key.ts'
import { insertUser } from '../../../accounts/users/queries.ts'
import { connectRecorder, type TestRecorder } from './recorder.fixture.ts'

const START_MS = Date.UTC(2026, 0, 1)
const first = thinned(7)
const second = thinned(8)

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

test('a part of a stream is settled once its session is stored, not while it is driven', async () => {
  const { token, port } = await register()
  const streamId = randomUUID()
  const recorder = await connectRecorder(port)
  assert.equal(await recorder.hello(token, streamId, 1), 1)
  const half = first.length >> 1
  await send(recorder, first.slice(0, half), 1)
  await recorder.until(() => recorder.acknowledged() === half)
  assert.equal(recorder.settled.get(streamId), 0)
  await send(recorder, [...first.slice(half), ...second.slice(0, 1_000)], half + 1)
  const lastNumber = first.length + 1_000
  await recorder.finish(lastNumber, false)
  await recorder.until(() => (recorder.settled.get(streamId) ?? 0) > 0)
  const settled = recorder.settled.get(streamId) ?? 0
  assert.ok(settled <= first.length, 'the second session needs its datagrams')
  assert.ok(settled > first.length - 600, 'the first one does not')

  const other = await connectRecorder(port)
  assert.equal(await other.hello(token, randomUUID(), 1), 1)
  await other.until(() => other.settled.get(streamId) === settled)
  other.socket.destroy()

  const again = await connectRecorder(port)
  assert.equal(await again.hello(token, streamId, 1), lastNumber + 1)
  await again.finish(lastNumber, true)
  assert.equal(again.settled.get(streamId), settled, 'what was interrupted may go on')
  again.socket.destroy()
})

test('a server without the stream resumes at the first number that the recorder has', async () => {
  const { token, port } = await register()
  const streamId = randomUUID()
  const recorder = await connectRecorder(port)
  assert.equal(await recorder.hello(token, streamId, 500), 500)
  await send(recorder, first.slice(0, 100), 500)
  await recorder.until(() => recorder.acknowledged() === 599)
  recorder.socket.destroy()

  const known = await connectRecorder(port)
  assert.equal(await known.hello(token, streamId, 1), 600, 'what it has is not sent again')
  known.socket.destroy()
  const gap = await connectRecorder(port)
  assert.equal(await gap.hello(token, streamId, 900), 900, 'a gap stops nothing')
  await send(gap, first.slice(400), 900)
  const lastNumber = 900 + first.length - 400 - 1
  const { acknowledged, sessions } = await gap.finish(lastNumber, true)
  assert.equal(acknowledged, lastNumber)
  assert.equal(sessions.length, 1)
  gap.socket.destroy()
})

test('a stream that has nothing left to send is acknowledged', async () => {
  const { token, port } = await register()
  const recorder = await connectRecorder(port)
  const claimed = Number.MAX_SAFE_INTEGER
  assert.equal(await recorder.hello(token, randomUUID(), claimed), claimed)
  assert.deepEqual(await recorder.finish(claimed - 1, false), {
    acknowledged: claimed - 1,
    sessions: [],
  })
  recorder.socket.destroy()
})

test('a first number that is not one is refused', async () => {
  for (const firstNumber of [0, -1, 1.5, 1e300]) {
    const { token, port } = await register()
    const recorder = await connectRecorder(port)
    const hello = { version: INGEST_PROTOCOL_VERSION, token, streamId: randomUUID(), firstNumber }
    recorder.socket.write(encodeJsonFrame(FrameType.Hello, hello))
    await recorder.closed
    assert.equal(recorder.refusal()?.code, 'protocol')
  }
})

test('a recorder that does not know settled streams gets no frame about them', async () => {
  const { token, port } = await register()
  const recorder = await connectRecorder(port)
  await recorder.hello(token, randomUUID())
  await send(recorder, first, 1)
  await recorder.finish(first.length, true)
  assert.deepEqual([...recorder.settled], [])
  recorder.socket.destroy()
})

function thinned(seed: number): Datagram[] {
  const thinner = createThinner()
  const race = createRace({ seed, laps: 2, cars: 6, rateHz: 10, trackId: 22 })
  const startMs = START_MS + seed * 86_400_000
  const datagrams = [...race.datagrams()].flatMap(({ atMs, bytes }) => [
    ...thinner.push(bytes, startMs + atMs),
  ])
  return [...datagrams, ...thinner.flush()]
}

async function send(recorder: TestRecorder, datagrams: readonly Datagram[], from: number) {
  for (const [place, { atMs, bytes }] of datagrams.entries()) {
    await recorder.send({ number: from + place, atMs, bytes })
  }
}

async function register(): Promise<{ token: string; port: number }> {
  const { db, newId } = server.context
  const userId = newId()
  await insertUser(db, { id: userId, username: `driver-${userId}` })
  const key = await insertRecorderKey(db, { id: newId(), userId, name: 'test' })
  const url = `${server.url}/api/LiveSession/register/${userId}?key=${key}&useTcp=true`
  const answer = await fetch(url, { method: 'POST' })
  const { token, port } = Value.Parse(TcpLease, await answer.json())
  return { token: token ?? '', port }
}
