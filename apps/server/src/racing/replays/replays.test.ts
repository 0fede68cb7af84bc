import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { limitEvents, type LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { Replay, ReplayChunk } from '@pitboard/contract/live/replay'
import { createRace } from '@pitboard/sim/race'
import { miniSectorsOf } from '@pitboard/telemetry/session/document/mini-sectors'
import { trackMarksOf } from '@pitboard/telemetry/session/document/track-marks'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { createCaptureStore } from '../captures/capture-store.ts'
import { insertPlayer, seenBy, sendRecording, type Player } from '../sessions/lobby.fixture.ts'
import { findCaptureKey, findDetail, recordSession } from '../sessions/store/session-queries.ts'
import { openAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recorded, sessionColumns } from '../../testing/session-row.ts'
import { replayFolder, tidyReplays } from './stored-replays.ts'
import { chunkKey, manifestKey } from './write-replay.ts'

const FRAMES_PER_SECOND = 5
const POLL_MS = 50
const HOUR_MS = 60 * 60_000

let server: TestServer
let player: Player
let id: string
let replay: Replay
before(async () => {
  server = await openTestServer()
  player = await insertPlayer(server, 'Max')
  const race = createRace({ seed: 7, laps: 2, cars: 10, rateHz: 10, trackId: 22 })
  id = await sendRecording(server, player, seenBy(race, { playerCar: 6 }))
  await recordAsSprint()
  replay = await prepared(id)
})

/**
 * Records the race as a sprint. A capture alone cannot distinguish it from the main race: the earlier
 * sessions of the weekend do.
 */
async function recordAsSprint(): Promise<void> {
  const { db } = server.context
  const found = await findDetail(db, id)
  assert.ok(found?.detail)
  const detail = { ...JSON.parse(gunzipSync(found.detail).toString()), raceKind: 'sprint' }
  const values = { detail: gzipSync(JSON.stringify(detail)) }
  await db.updateTable('session').set(values).where('id', '=', id).execute()
}
after(() => server.close())

const headers = { 'accept-encoding': 'gzip' }
const get = (url: string) => server.app.inject({ url, headers })

function chunkOf({ rawPayload }: { readonly rawPayload: Buffer }): ReplayChunk {
  const chunk: ReplayChunk = JSON.parse(gunzipSync(rawPayload).toString())
  return chunk
}

async function prepared(sessionId: string): Promise<Replay> {
  const first = (await get(`/api/Sessions/${sessionId}/replay`)).json()
  assert.deepEqual(first, { status: 'preparing', progress: 0, replay: null })
  for (;;) {
    const answer = await get(`/api/Sessions/${sessionId}/replay`)
    assert.equal(answer.statusCode, 200, answer.body)
    const { status, progress, replay: ready } = answer.json()
    if (status === 'ready') return ready
    assert.ok(progress >= 0 && progress < 1)
    await delay(POLL_MS)
  }
}

/** Seeks as a player does that knows only the replay's description. */
async function seek(atMs: number): Promise<LiveSession | null> {
  const number = Math.min(Math.floor(atMs / replay.chunkMs), replay.chunks - 1)
  const answer = await get(`/api/Sessions/${id}/replay/${replay.version}/${number}`)
  assert.equal(answer.statusCode, 200)
  const { messages } = chunkOf(answer)
  assert.equal(messages[0]?.t, 'snapshot')
  let state: LiveSession | null = null
  for (const message of messages) if (message.at <= atMs) state = applyMessage(state, message)
  return state
}

/** Returns what the reducer says after the datagrams up to that moment. */
async function reducedAt(atMs: number) {
  let session: TrackedSession | null = null
  const tracker = createTracker({
    opened(opened) {
      session = opened
    },
  })
  const current = (): TrackedSession | null => session
  const state = () => {
    const tracked = current()
    assert.ok(tracked)
    const identity = { id, internalSessionId: 1, userId: player.userId, userName: 'Max' }
    const detail = sessionDetail(tracked, identity)
    const time = {
      sessionTimeMs: Math.round(tracked.order.timeMs),
      viewers: 0,
      receiving: true,
      recorderConnected: true,
      miniSectors: miniSectorsOf(tracked),
    }
    return JSON.parse(JSON.stringify({ ...detail, ...trackMarksOf(tracked), ...time }))
  }
  let beganMs: number | null = null
  const key = (await findCaptureKey(server.context.db, id)) ?? ''
  for await (const datagram of createCaptureStore(server.context.files).read(key)) {
    if (beganMs !== null && datagram.atMs - beganMs > atMs) return state()
    tracker.tick(datagram.atMs)
    tracker.push(datagram.bytes, datagram.atMs)
    if (current() !== null) beganMs ??= datagram.atMs
  }
  return state()
}

test('a replay is prepared once, and has its length, its laps and its events', async () => {
  assert.ok(replay.durationMs > 60_000, `${replay.durationMs}`)
  assert.equal(replay.chunks, Math.floor(replay.durationMs / replay.chunkMs) + 1)
  assert.deepEqual(
    replay.laps.map(({ lapNum }) => lapNum),
    [1, 2],
  )
  assert.ok(replay.events.length > 2)
  assert.equal((await get(`/api/Sessions/${id}/replay`)).json().status, 'ready')
})

test("at any moment the replay's state is the reducer's", async () => {
  for (const part of [0.05, 0.31, 0.5, 0.77, 0.93]) {
    const atMs = Math.floor((replay.durationMs * part) / 1000) * 1000
    const state = JSON.parse(JSON.stringify(await seek(atMs)))
    const reduced = await reducedAt(atMs)
    delete state.version
    // R16 and the earlier drives of the session's own user complete the outline.
    assert.ok(!state.trackOutline.includes(null))
    reduced.trackOutline = state.trackOutline
    reduced.pitLane = state.pitLane
    reduced.events = limitEvents(reduced.events)
    reduced.raceKind = 'sprint'
    assert.deepEqual(state, reduced, `after ${atMs} ms`)
  }
})

test('a replay is of the kind of race that the recorded session has', async () => {
  assert.equal((await seek(0))?.raceKind, 'sprint')
})

test('the last state holds the final classification', async () => {
  assert.equal((await seek(replay.durationMs))?.classification, 'final')
})

test('any second is found by one part, of as many frames at most as twenty seconds have', async (t) => {
  const took = []
  assert.ok(replay.chunkMs <= 20_000)
  for (let number = 0; number < replay.chunks; number++) {
    const startedAt = performance.now()
    const answer = await get(`/api/Sessions/${id}/replay/${replay.version}/${number}`)
    took.push(performance.now() - startedAt)
    const { messages } = chunkOf(answer)
    const most = (replay.chunkMs / 1000) * FRAMES_PER_SECOND + 1
    assert.ok(messages.length <= most, `${messages.length}`)
    assert.ok(messages.every(({ at }) => Math.floor(at / replay.chunkMs) === number))
  }
  t.diagnostic(`the slowest of ${took.length} took ${Math.max(...took).toFixed()} ms`)
})

test('404: no session, no capture, no such part, no such version; 400: ids that are none', async () => {
  const { db, newId } = server.context
  const without = newId()
  await recordSession(db, without, recorded(sessionColumns(player.userId), {}))
  for (const path of [
    `${newId()}/replay`,
    `${without}/replay`,
    `${id}/replay/${replay.version}/${replay.chunks}`,
    `${id}/replay/other/0`,
  ]) {
    assert.equal((await get(`/api/Sessions/${path}`)).statusCode, 404, path)
  }
  assert.equal((await get('/api/Sessions/42/replay')).statusCode, 400)
  assert.equal((await get(`/api/Sessions/${id}/replay/..%2f/0`)).statusCode, 400)
})

test('with its session a replay goes', async () => {
  const race = createRace({ seed: 8, laps: 1, cars: 4, rateHz: 10, trackId: 22 })
  const other = await openAccount(server.context, { username: 'Lewis' })
  const key = await insertRecorderKey(server.context.db, {
    id: server.context.newId(),
    userId: other.userId,
    name: 'test',
  })
  const recording = seenBy(race, { playerCar: 1 })
  const own = await sendRecording(server, { userId: other.userId, key }, recording)
  await prepared(own)
  const headers = { authorization: `Bearer ${other.accessToken}` }
  await server.app.inject({ method: 'DELETE', url: `/api/Sessions/${own}`, headers })
  const left = readdirSync(join(server.context.config.dataDir, 'replays'))
  assert.deepEqual(
    left.filter((name) => name.startsWith(own)),
    [],
  )
  assert.equal((await get(`/api/Sessions/${own}/replay`)).statusCode, 404)
})

test('replays that nobody has looked at for longest make room, unfinished and orphaned ones go', async () => {
  const { db, files, newId, config } = server.context
  const atMs = Date.now() + 2 * HOUR_MS
  await tidyReplays(db, files, atMs, 0)
  const ids = Array.from({ length: 5 }, newId)
  const [old = '', recent = '', middle = '', unfinished = '', begun = ''] = ids
  for (const session of ids) {
    const columns = sessionColumns(player.userId, { game_session_id: session })
    await recordSession(db, session, recorded(columns, {}))
  }
  const orphan = newId()
  const hoursAgo = { [old]: 9, [recent]: 1, [middle]: 5, [unfinished]: 3, [begun]: 1, [orphan]: 1 }
  for (const [session, hours] of Object.entries(hoursAgo)) {
    const folder = replayFolder(session, 'v')
    const isWhole = session !== unfinished && session !== begun
    const key = isWhole ? manifestKey(folder) : chunkKey(folder, 0)
    await files.put(key, Buffer.alloc(100))
    const used = new Date(atMs - hours * HOUR_MS)
    await utimes(join(config.dataDir, key), used, used)
  }
  await tidyReplays(db, files, atMs, 300)
  const left = readdirSync(join(config.dataDir, 'replays'))
  assert.deepEqual(left.toSorted(), [recent, middle, begun].map((id) => `${id}.v`).toSorted())
})
