import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import { LiveCloseCode, type LiveMessage } from '@pitboard/contract/live/live-protocol'
import { until } from '@pitboard/contract/testing/patience'
import { gzip } from '../../../platform/http/compression.ts'
import { createMemoryCarrier } from '../../../platform/fan-out/memory-fan-out.fixture.ts'
import { createDriving } from '../driving.fixture.ts'
import type { Viewer } from './audience.ts'
import { createFrameReader } from './frame-reader.fixture.ts'
import { relaySubjects } from './relay-messages.ts'
import { createRoomDirectory } from './room-directory.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const NEXT_ID = '01900000-0000-7000-8000-000000000003'
const USER = '01900000-0000-7000-8000-000000000002'

/** Opens several servers with one clock, which the test moves. */
function openServers(t: TestContext, count: number) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const clock = { nowMs: 0 }
  const carrier = createMemoryCarrier()
  const hubs = Array.from({ length: count }, () =>
    createRoomDirectory(() => clock.nowMs, { fanOut: carrier.join() }),
  )
  t.after(() => Promise.all(hubs.map((roomDirectory) => roomDirectory.drain())))
  return {
    hubs,
    carrier,
    async tick(times = 1) {
      for (let time = 0; time < times; time++) {
        clock.nowMs += 100
        t.mock.timers.tick(100)
        await settle()
      }
    },
  }
}

const SOME_BYTES = Buffer.alloc(4_096, 'state')

/**
 * Lets everything arrive that is on its way. States are compressed in other threads, which on a busy machine
 * take longer than the turns here: the clock of the test waits for one of them.
 */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await yieldToEventLoop()
  await gzip(SOME_BYTES)
}

function createViewer() {
  const messages: LiveMessage[] = []
  const seen: LiveSession[] = []
  const closes: number[] = []
  let state: LiveSession | null = null
  const socket = { backlogBytes: 0, bytes: 0 }
  const frames = createFrameReader()
  const viewer: Viewer = {
    send(frame, knowsEarlier) {
      const bytes = frame.deflated(knowsEarlier)
      socket.bytes += bytes.length
      const message: LiveMessage = JSON.parse(frames.read(bytes))
      messages.push(message)
      state = applyMessage(state, message)
      if (state) seen.push(state)
    },
    backlogBytes: () => socket.backlogBytes,
    close: (code) => closes.push(code),
  }
  return { viewer, messages, seen, closes, socket, state: () => state }
}

test('a viewer of another server gets every version as a viewer of the owner does, and the number of both', async (t) => {
  const { hubs, tick } = openServers(t, 2)
  const [owner, edge] = hubs
  assert.ok(owner && edge)
  const driving = createDriving(5)
  owner.open(ID, USER, driving.source)
  const [here, there] = [createViewer(), createViewer()]
  owner.watch(ID, here.viewer)
  assert.equal(edge.watch(ID, there.viewer, true), true)
  await until(() => there.state() !== null, tick)
  for (let step = 0; step < 60; step++) {
    driving.step(100, step)
    await tick()
  }
  const first = there.seen[0]?.version ?? 0
  assert.deepEqual(
    there.seen.filter(({ version }) => version > first),
    here.seen.filter(({ version }) => version > first),
  )
  assert.ok(there.seen.length > 50)
  assert.equal(there.messages.filter(({ t: kind }) => kind === 'snapshot').length, 1)
  assert.equal(there.state()?.viewers, 2)
  assert.ok(there.socket.bytes < here.socket.bytes * 1.1, 'as small as at the owner')
  assert.equal(owner.room(ID)?.viewers(), 2)

  edge.leave(there.viewer)
  await tick(10)
  assert.equal(edge.edgeRooms(), 0)
  assert.equal(owner.room(ID)?.viewers(), 1)
})

test('as long as a server of 1.0.0 has viewers of a session, its messages have the one form that such a server reads', async (t) => {
  const { hubs, carrier, tick } = openServers(t, 2)
  const [owner, edge] = hubs
  assert.ok(owner && edge)
  const driving = createDriving(5)
  owner.open(ID, USER, driving.source)
  const { viewer, state } = createViewer()
  edge.watch(ID, viewer, true)
  await until(() => state() !== null, tick)
  const former = carrier.join()
  const kinds: number[] = []
  former.subscribe(relaySubjects.messages(ID), ({ payload }) => kinds.push(payload[8] ?? -1))
  let steps = 0
  async function step(): Promise<void> {
    driving.step(100, steps++)
    await tick()
  }
  while (steps < 3) await step()
  const DELTA = 0
  assert.notEqual(kinds.at(-1), DELTA)
  former.publish(relaySubjects.viewers(ID), Buffer.from(`${NEXT_ID} 1`))
  await settle()
  await step()
  assert.equal(kinds.at(-1), DELTA)
  former.publish(relaySubjects.viewers(ID), Buffer.from(`${NEXT_ID} 0`))
  await settle()
  await step()
  assert.notEqual(kinds.at(-1), DELTA)
  assert.deepEqual(state(), owner.room(ID)?.state(0))
})

test('after messages were missing, viewers of another server get a snapshot', async (t) => {
  const { hubs, carrier, tick } = openServers(t, 2)
  const [owner, edge] = hubs
  assert.ok(owner && edge)
  const driving = createDriving(5)
  owner.open(ID, USER, driving.source)
  const { viewer, messages, state } = createViewer()
  edge.watch(ID, viewer, true)
  await until(() => state() !== null, tick)
  await tick(5)
  carrier.lose(relaySubjects.messages(ID))
  driving.step(100, 1)
  await tick(3)
  carrier.lose(null)
  driving.step(100, 2)
  await until(() => state()?.sessionTimeMs === 200, tick)
  assert.equal(messages.filter(({ t: kind }) => kind === 'snapshot').length, 2)
  assert.equal(edge.gaps(), 1)
  assert.deepEqual(state(), owner.room(ID)?.state(0))
})

test('who joins at another server after minutes gets the newest state, which was seldom requested', async (t) => {
  const { hubs, carrier, tick } = openServers(t, 2)
  const [owner, edge] = hubs
  assert.ok(owner && edge)
  const driving = createDriving(5)
  owner.open(ID, USER, driving.source)
  const [first, late] = [createViewer(), createViewer()]
  edge.watch(ID, first.viewer, true)
  await until(() => first.state() !== null, tick)
  const before = carrier.requests()
  for (let step = 0; step < 700; step++) {
    driving.step(100, step)
    await tick()
  }
  const requests = carrier.requests() - before
  assert.ok(requests <= 3, `${requests} requests in 70 s`)
  assert.equal(first.messages.filter(({ t: kind }) => kind === 'snapshot').length, 1)
  edge.watch(ID, late.viewer, true)
  assert.deepEqual(late.state(), first.state())
  driving.step(100, 1)
  await tick()
  assert.deepEqual(late.state(), first.state())
  assert.equal(late.messages.length, 2)
})

test('after a message that cannot be read, viewers of another server get the state', async (t) => {
  const { hubs, carrier, tick } = openServers(t, 2)
  const [owner, edge] = hubs
  assert.ok(owner && edge)
  const driving = createDriving(5)
  owner.open(ID, USER, driving.source)
  const stranger = carrier.join()
  let last = Buffer.alloc(0)
  stranger.subscribe(relaySubjects.messages(ID), ({ payload }) => (last = Buffer.from(payload)))
  let received = 0
  edge.watch(ID, { send: () => received++, backlogBytes: () => 0, close() {} }, true)
  await until(() => received > 0, tick)
  driving.step(100, 1)
  await tick()
  const VERSION_AT = 9
  last.writeDoubleBE(last.readDoubleBE(VERSION_AT) + 1, VERSION_AT)
  stranger.publish(relaySubjects.messages(ID), last.fill(0, last.length - 20))
  await settle()
  const { viewer, state } = createViewer()
  edge.watch(ID, viewer, true)
  driving.step(100, 2)
  await until(() => state()?.sessionTimeMs === 200, tick)
  assert.deepEqual(state(), owner.room(ID)?.state(0))
})

test('a viewer that does not read is skipped at another server as well, and gets a snapshot then', async (t) => {
  const { hubs, tick } = openServers(t, 2)
  const [owner, edge] = hubs
  assert.ok(owner && edge)
  const driving = createDriving(20)
  owner.open(ID, USER, driving.source)
  const [slow, quick] = [createViewer(), createViewer()]
  edge.watch(ID, slow.viewer, true)
  edge.watch(ID, quick.viewer, true)
  await until(() => quick.state() !== null, tick)
  const before = slow.messages.length
  slow.socket.backlogBytes = 10_000_000
  for (let step = 0; step < 20; step++) {
    driving.step(100, step)
    await tick()
  }
  assert.equal(slow.messages.length, before)
  slow.socket.backlogBytes = 0
  await tick(2)
  driving.step(100, 1)
  await tick()
  assert.deepEqual(slow.state(), quick.state())
  slow.socket.backlogBytes = 10_000_000
  for (let step = 0; step < 310; step++) {
    driving.step(100, step)
    await tick()
  }
  assert.deepEqual([slow.closes, quick.closes], [[LiveCloseCode.TooSlow], []])
})

test('without its owner a session is silent; another owner continues it for the same viewers', async (t) => {
  const { hubs, tick } = openServers(t, 3)
  const [owner, edge, next] = hubs
  assert.ok(owner && edge && next)
  const driving = createDriving(5)
  owner.open(ID, USER, driving.source)
  const { viewer, messages, closes, state } = createViewer()
  edge.watch(ID, viewer, true)
  await until(() => state() !== null, tick)
  owner.move(USER)
  await tick(10)
  const before = messages.length
  await tick(100)
  assert.equal(messages.length, before)
  assert.equal(edge.edgeRoom(ID)?.state(), null)
  assert.equal(edge.watch(ID, createViewer().viewer, true), false)

  const after = createDriving(5)
  after.step(5_000, 1)
  next.open(ID, USER, after.source)
  await until(() => state()?.sessionTimeMs === 5_000, tick)
  assert.deepEqual(closes, [])
  assert.equal(messages.at(before)?.t, 'snapshot')

  // The viewers of a server that takes a session over also stay.
  next.move(USER)
  await tick(10)
  after.step(1_000, 2)
  edge.open(ID, USER, after.source)
  assert.equal(state()?.sessionTimeMs, 6_000)
  assert.equal(edge.edgeRooms(), 0)
})

test('an owner that stops publishes nothing more, so that viewers of others continue with one owner', async (t) => {
  const { hubs, tick } = openServers(t, 3)
  const [owner, edge, next] = hubs
  assert.ok(owner && edge && next)
  const driving = createDriving(5)
  owner.open(ID, USER, driving.source)
  const [here, there] = [createViewer(), createViewer()]
  owner.watch(ID, here.viewer)
  edge.watch(ID, there.viewer, true)
  await until(() => there.state() !== null, tick)
  owner.handOver()
  await tick(5)
  const before = there.messages.length
  driving.step(100, 1)
  await tick(20)
  assert.equal(here.state()?.sessionTimeMs, 100)
  assert.equal(there.messages.length, before)
  next.open(ID, USER, driving.source)
  await until(() => there.messages.length > before, tick)
  driving.step(100, 2)
  await tick(20)
  const kinds = there.messages.slice(before).map(({ t: kind }) => kind)
  assert.deepEqual(kinds.filter((kind) => kind === 'snapshot').length, 1)
  assert.equal(there.state()?.sessionTimeMs, 200)
})

test('a session that no server continues closes with Moved, at once for a viewer who has seen nothing', async (t) => {
  const { hubs, tick } = openServers(t, 2)
  const [owner, edge] = hubs
  assert.ok(owner && edge)
  const early = createViewer()
  edge.watch(ID, early.viewer, true)
  await settle()
  assert.deepEqual(early.closes, [LiveCloseCode.Moved])
  owner.open(ID, USER, createDriving(2).source)
  const { viewer, closes, state } = createViewer()
  edge.watch(ID, viewer, true)
  await until(() => state() !== null, tick)
  owner.move(USER)
  await tick(190)
  assert.deepEqual(closes, [])
  await tick(20)
  assert.deepEqual(closes, [LiveCloseCode.Moved])
  assert.equal(edge.edgeRooms(), 0)
})

test('the end of a session arrives at other servers, and a follower there goes on with the next', async (t) => {
  const { hubs, tick } = openServers(t, 3)
  const [owner, edge, next] = hubs
  assert.ok(owner && edge && next)
  const driving = createDriving(3)
  owner.open(ID, USER, driving.source)
  const [watching, following] = [createViewer(), createViewer()]
  edge.follow(USER, following.viewer)
  assert.deepEqual(following.messages, [{ t: 'waiting' }])
  edge.noteElsewhere(new Map([[USER, ID]]))
  edge.watch(ID, watching.viewer)
  await until(() => following.state() !== null && watching.state() !== null, tick)
  driving.step(100, 3)
  await owner.close(ID, ID)
  await until(() => watching.closes.length > 0, tick)
  assert.deepEqual(watching.closes, [LiveCloseCode.Ended])
  for (const { messages, state } of [watching, following]) {
    assert.deepEqual(messages.at(-1), { t: 'ended', v: state()?.version, recordedId: ID })
    assert.equal(state()?.sessionTimeMs, 100)
  }
  // The list of the other server may be older than the end of the session.
  edge.noteElsewhere(new Map([[USER, ID]]))
  assert.equal(edge.edgeRooms(), 0)
  next.open(NEXT_ID, USER, createDriving(4).source)
  edge.noteElsewhere(new Map([[USER, NEXT_ID]]))
  await until(() => following.state()?.drivers.length === 4, tick)
  assert.deepEqual(following.closes, [])
})

test('after an interruption between the servers, viewers have the current state again', async (t) => {
  const { hubs, carrier, tick } = openServers(t, 2)
  const [owner, edge] = hubs
  assert.ok(owner && edge)
  const driving = createDriving(5)
  owner.open(ID, USER, driving.source)
  const { viewer, closes, state } = createViewer()
  edge.watch(ID, viewer, true)
  await until(() => state() !== null, tick)
  carrier.setConnected(false)
  driving.step(10_000, 1)
  await tick(100)
  assert.equal(state()?.sessionTimeMs, 0)
  carrier.setConnected(true)
  await until(() => state()?.sessionTimeMs === 10_000, tick)
  driving.step(100, 2)
  await until(() => state()?.sessionTimeMs === 10_100, tick)
  assert.deepEqual(closes, [])
})
