import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { LiveMessage } from '@pitboard/contract/live/live-protocol'
import { createRace } from '@pitboard/sim/race'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import type { Viewer } from '../live/rooms/audience.ts'
import { createFrameReader, type FrameReader } from '../live/rooms/frame-reader.fixture.ts'
import { createRoom, TICK_MS, type Room } from '../live/rooms/room.ts'
import {
  createSessionRecording,
  liveSource,
  type SessionRecording,
} from './recordings/store-session.ts'

/** A 20-car race must fit a weak phone connection; the limit is in bytes a second, as sent. */
const BYTES_PER_SECOND_MAX = 1_500

interface Spectator {
  readonly viewer: Viewer
  state: LiveSession | null
  bytes: number
  stalled: boolean
  readonly queue: Buffer[]
  readonly frames: FrameReader
}

function createSpectator(): Spectator {
  const spectator: Spectator = {
    viewer: {
      send: (frame, knowsEarlier) => {
        const bytes = frame.deflated(knowsEarlier)
        spectator.bytes += bytes.length
        spectator.queue.push(bytes)
        if (!spectator.stalled) read(spectator)
      },
      backlogBytes: () => spectator.queue.reduce((sum, { length }) => sum + length, 0),
      close: () => assert.fail('nobody is too slow here'),
    },
    state: null,
    bytes: 0,
    stalled: false,
    queue: [],
    frames: createFrameReader(),
  }
  return spectator
}

function read(spectator: Spectator): void {
  for (const frame of spectator.queue.splice(0)) {
    const message: LiveMessage = JSON.parse(spectator.frames.read(frame))
    spectator.state = applyMessage(spectator.state, message)
  }
}

test('L2: over a whole race every viewer, late, stalled or reconnecting, has what GET gives', (t) => {
  const race = createRace({ seed: 5, laps: 2, cars: 20, rateHz: 10 })
  const userId = randomUUID()
  const recordings = new Map<TrackedSession, SessionRecording>()
  const tracker = createTracker({
    opened: (tracked) =>
      recordings.set(
        tracked,
        createSessionRecording(userId, tracked, {
          game: 0,
          firstSegment: 1,
          openedAtRecord: 1,
          hasSource: () => true,
        }),
      ),
  })
  const thinner = createThinner()
  const steady = createSpectator()
  const stalling = createSpectator()
  const late = createSpectator()
  const restless = createSpectator()
  let room: Room | null = null
  let nextTickMs = 0
  let ticks = 0

  function tick(nowMs: number): void {
    if (!room) return
    ticks++
    if (ticks === 600) room.join(late.viewer, nowMs)
    if (ticks % 50 === 0) {
      room.leave(restless.viewer)
      room.join(restless.viewer, nowMs)
    }
    room.tick(nowMs)
    room.deliver(Infinity)
    stalling.stalled = ticks % 200 > 30 && ticks % 200 < 180
    if (!stalling.stalled) read(stalling)
    if (ticks % 5 > 0) return
    const published: unknown = JSON.parse(JSON.stringify(room.state(nowMs)))
    for (const { state } of [steady, stalling, late, restless]) {
      if (state?.version === room.state(nowMs).version) assert.deepEqual(state, published)
    }
    assert.equal(steady.state?.version, room.state(nowMs).version)
  }

  for (const { atMs, bytes } of race.datagrams()) {
    for (const datagram of thinner.push(bytes, atMs)) {
      const tracked = tracker.push(datagram.bytes, datagram.atMs)
      const session = tracked && recordings.get(tracked)
      if (!session) continue
      session.changes++
      session.receivedMs = atMs
      if (!room) {
        room = createRoom(liveSource(session, userId), atMs)
        for (const { viewer } of [steady, stalling, restless]) room.join(viewer, atMs)
      }
    }
    if (atMs < nextTickMs) continue
    nextTickMs = atMs + TICK_MS
    tick(atMs)
  }
  assert.ok(room && steady.state)
  assert.ok(ticks > 1_500, `${ticks} ticks`)
  const bytesPerSecond = (steady.bytes * 1000) / (ticks * TICK_MS)
  t.diagnostic(`${Math.round(bytesPerSecond)} bytes a second`)
  assert.ok(bytesPerSecond <= BYTES_PER_SECOND_MAX, `${bytesPerSecond} bytes a second`)
})
