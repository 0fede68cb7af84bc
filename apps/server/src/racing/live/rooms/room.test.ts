import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import { LiveCloseCode, type LiveMessage } from '@pitboard/contract/live/live-protocol'
import { sampleOfRuns } from '@pitboard/contract/testing/sample'
import fc from 'fast-check'
import { createDriving } from '../driving.fixture.ts'
import { HEARTBEAT_MS, TOO_SLOW_MS, type Viewer } from './audience.ts'
import type { TimelineWriter } from '../timelines/stored-timeline.ts'
import { createFrameReader } from './frame-reader.fixture.ts'
import { createRoom, TICK_MS } from './room.ts'

/** Creates a reader of what a browser gets: bytes that have left the socket, one message after the other. */
function createReader(onState: (state: LiveSession | null) => void, inflates = true) {
  const messages: LiveMessage[] = []
  let state: LiveSession | null = null
  let waiting = 0
  let stalled = false
  let closed: number | null = null
  const inSocket: Buffer[] = []
  const frames = createFrameReader()
  let sentBytes = 0
  function arrive(bytes: Buffer): void {
    const message: LiveMessage = JSON.parse(frames.read(bytes))
    messages.push(message)
    state = applyMessage(state, message)
    onState(state)
  }
  const viewer: Viewer = {
    send(frame, knowsEarlier) {
      const bytes = inflates ? frame.deflated(knowsEarlier) : frame.plain()
      sentBytes += bytes.length
      if (!stalled) {
        arrive(bytes)
        return
      }
      waiting += bytes.length
      inSocket.push(bytes)
    },
    backlogBytes: () => waiting,
    close(code) {
      closed = code
    },
  }
  return {
    viewer,
    messages,
    stall: () => {
      stalled = true
    },
    flow() {
      stalled = false
      waiting = 0
      for (const bytes of inSocket.splice(0)) arrive(bytes)
    },
    closed: () => closed,
    state: () => state,
    waiting: () => waiting,
    sentBytes: () => sentBytes,
  }
}

const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('step'), n: fc.nat(5_000) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('tick'), n: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('join', 'leave', 'stall', 'flow', 'deliver'),
      n: fc.nat(4),
    }),
  },
)

test('after any message every viewer, late, slow or reconnecting, has what GET gives at that version', () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 20, maxLength: 200 }), (actions) => {
      const driving = createDriving(6)
      let nowMs = 0
      const room = createRoom(driving.source, nowMs)
      const published = new Map<number, string>()
      const note = () => {
        const state = room.state(nowMs)
        const json = JSON.stringify(state)
        assert.equal(published.get(state.version) ?? json, json, 'a version never changes')
        published.set(state.version, json)
      }
      note()
      const readers = Array.from({ length: 5 }, () =>
        createReader((state) => {
          if (!state) return
          if (room.state(nowMs).version === state.version) note()
          assert.deepEqual(state, JSON.parse(published.get(state.version) ?? 'null'))
        }),
      )
      for (const { do: what, n } of actions) {
        const reader = readers[n % readers.length]
        assert.ok(reader)
        if (what === 'step') driving.step(17 + (n % 150), n)
        else if (what === 'tick') {
          nowMs += TICK_MS
          room.tick(nowMs)
          note()
          room.deliver(n + 1)
        } else if (what === 'join') {
          note()
          room.leave(reader.viewer)
          nowMs += TICK_MS
          note()
          room.join(reader.viewer, nowMs)
        } else if (what === 'leave') room.leave(reader.viewer)
        else if (what === 'stall') reader.stall()
        else if (what === 'flow') reader.flow()
        else room.deliver(2)
      }
      room.deliver(Infinity)
      note()
      room.end('01900000-0000-7000-8000-000000000001', nowMs)
      note()
      room.deliver(Infinity)
      for (const reader of readers) reader.flow()
    }),
    sampleOfRuns(150, 40),
  )
})

test('a viewer that does not read is skipped, then gets a snapshot, and is closed after 30 s', () => {
  const driving = createDriving(20)
  let nowMs = 0
  const room = createRoom(driving.source, nowMs)
  const slow = createReader(() => undefined, false)
  const quick = createReader(() => undefined)
  room.join(slow.viewer, nowMs)
  room.join(quick.viewer, nowMs)
  slow.stall()
  const run = (ticks: number) => {
    for (let tick = 0; tick < ticks; tick++) {
      nowMs += TICK_MS
      driving.step(TICK_MS, nowMs)
      room.tick(nowMs)
      room.deliver(Infinity)
    }
  }
  run(280)
  const bounded = slow.waiting()
  slow.flow()
  run(1)
  assert.equal(slow.messages.at(-2)?.t, 'snapshot')
  assert.deepEqual(slow.state(), quick.state())
  slow.stall()
  run(200)
  assert.equal(slow.closed(), null)
  run(TOO_SLOW_MS / TICK_MS)
  assert.equal(slow.closed(), LiveCloseCode.TooSlow)
  assert.equal(room.viewers(), 1)
  assert.ok(bounded < 200_000, `${bounded} bytes wait for a viewer that does not read`)
})

test('viewers who have the messages before get half of the bytes of those who have just joined', () => {
  const driving = createDriving(20)
  const room = createRoom(driving.source, 0)
  const stays = createReader(() => undefined)
  const joins = createReader(() => undefined)
  room.join(stays.viewer, 0)
  let [continued, alone] = [0, 0]
  for (let nowMs = TICK_MS; nowMs <= 40 * TICK_MS; nowMs += TICK_MS) {
    driving.step(TICK_MS, nowMs / TICK_MS)
    room.leave(joins.viewer)
    room.join(joins.viewer, nowMs)
    const before = [stays.sentBytes(), joins.sentBytes()] as const
    room.tick(nowMs)
    room.deliver(Infinity)
    continued += stays.sentBytes() - before[0]
    alone += joins.sentBytes() - before[1]
    assert.deepEqual(joins.state(), stays.state())
  }
  assert.ok(continued < alone / 2, `${continued} of ${alone} bytes`)
})

test('a heartbeat says that the connection lives when nothing has changed for a second', () => {
  const driving = createDriving(2)
  const room = createRoom(driving.source, 0)
  const reader = createReader(() => undefined)
  room.join(reader.viewer, 0)
  // The first tick reports the new viewer.
  for (let nowMs = TICK_MS; nowMs <= HEARTBEAT_MS + TICK_MS; nowMs += TICK_MS) {
    room.tick(nowMs)
    room.deliver(Infinity)
  }
  assert.deepEqual(
    reader.messages.map(({ t }) => t),
    ['snapshot', 'delta', 'heartbeat'],
  )
})

test('a message under way is finished before the next: what changes meanwhile joins it', () => {
  const driving = createDriving(2)
  const room = createRoom(driving.source, 0)
  const readers = Array.from({ length: 3 }, () => createReader(() => undefined))
  for (const reader of readers) room.join(reader.viewer, 0)
  driving.step(100, 1)
  room.tick(100)
  assert.equal(room.deliver(1), true)
  driving.step(100, 2)
  room.tick(200)
  assert.equal(room.state(200).version, 2)
  while (room.deliver(1));
  room.tick(300)
  room.deliver(Infinity)
  for (const reader of readers) assert.equal(reader.state()?.sessionTimeMs, 200)
})

test('without viewers nothing is published until somebody asks', () => {
  const driving = createDriving(2)
  const room = createRoom(driving.source, 0)
  for (let nowMs = 0; nowMs < 1_000; nowMs += TICK_MS) {
    driving.step(TICK_MS, 1)
    room.tick(nowMs)
  }
  assert.equal(room.state(1_000).version, 2)
  assert.equal(room.state(1_000).sessionTimeMs, 1_000)
})

test('the last state has a moment of its own: a player who goes to the one before sees that one', () => {
  const driving = createDriving(20)
  const added: { readonly atMs: number; readonly version: number }[] = []
  const timeline: TimelineWriter = {
    begin: () => ({ atMs: 0, version: 1 }),
    add: (atMs, { version }) => added.push({ atMs, version }),
  }
  const room = createRoom(driving.source, 0, timeline)
  driving.step(400, 400)
  room.tick(400)
  driving.step(350, 750)
  room.end(null, 750)
  assert.deepEqual(added, [
    { atMs: 0, version: 1 },
    { atMs: 400, version: 2 },
    { atMs: 750, version: 3 },
  ])
})
