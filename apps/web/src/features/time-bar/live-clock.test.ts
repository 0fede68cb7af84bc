import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LiveGapError } from '@pitboard/contract/live/live-apply'
import type { LiveMessage, StateMessage } from '@pitboard/contract/live/live-protocol'
import { answerCalls } from '../../testing/answered-calls.ts'
import { aSession } from '../../testing/a-session.ts'
import { setGlobals } from '../../testing/set-globals.ts'
import { createLiveStore } from '../race/live-store.ts'
import { createLiveClock } from './live-clock.ts'

const { id } = aSession({})
const PATH = `GET /api/LiveSession/${id}/replay`

function snapshot(atMs: number, v = 1, known = {}): StateMessage {
  const state = aSession({ version: v, sessionTimeMs: atMs, ...known })
  return { t: 'snapshot', v, at: atMs, state }
}

const delta = (at: number, v: number): StateMessage => ({ t: 'delta', v, at, d: 0 })
const heartbeat = (at: number, v: number): LiveMessage => ({ t: 'heartbeat', v, at })
const ended = (v: number): LiveMessage => ({ t: 'ended', v, recordedId: 'R' })

/** Makes a clock of a page, whose time a test lets pass and whose computer it lets sleep. */
function open(t: TestContext, delayMs?: number) {
  let stop: (() => void) | null = null
  // What is set for the test is taken back after it, in the order in which it was set.
  t.after(() => stop?.())
  mock.timers.enable({ apis: ['setInterval', 'Date'] })
  t.after(() => mock.timers.reset())
  const steady = { ms: 0 }
  t.mock.method(performance, 'now', () => steady.ms)
  const document = new EventTarget()
  setGlobals(t, { document })
  const index = { version: 'v1', durationMs: 0, fromMs: 0, chunkMs: 20_000, chunks: 9 }
  const sent = answerCalls(t, (name) =>
    name === PATH ? { ...index, laps: [], events: [] } : { messages: [snapshot(0)] },
  )
  const store = createLiveStore()
  const clock = createLiveClock(store, delayMs)
  const started = clock.start()
  stop = started
  return {
    ...clock,
    store,
    stop: started,
    receive: clock.receiver.receive,
    connection: () => store.view().connection.kind,
    names: () => sent.map(({ name }) => name),
    becomeVisible: () => document.dispatchEvent(new Event('visibilitychange')),
    pass(ms: number) {
      for (let passedMs = 0; passedMs < ms; passedMs += 100) {
        steady.ms += 100
        mock.timers.tick(100)
      }
    },
    sleep(ms: number) {
      mock.timers.setTime(Date.now() + ms)
    },
  }
}

test('a connection that takes its time does not cost the delay, nor the wait for a driver', async (t) => {
  const { player, pass, receive, names } = open(t, 60_000)
  pass(1_000)
  receive({ t: 'waiting' })
  pass(1_000)
  await nextTurn()
  assert.equal(player.view().delayMs, 60_000)
  receive(snapshot(90_000))
  pass(100)
  await nextTurn()
  assert.deepEqual(names(), [PATH, `${PATH}/v1/1`], 'now there is something to seek')
})

test('the delay is the one that was last chosen on this device, unless one is given', (t) => {
  setGlobals(t, { localStorage: { getItem: () => '20' } })
  assert.equal(open(t).player.view().delayMs, 20_000)
  assert.equal(createLiveClock(createLiveStore(), 3_000).player.view().delayMs, 3_000)
})

test('what is shown follows the messages, and is as long in memory as the delay and a minute', async (t) => {
  const { receive, store, timeline, connection } = open(t, 0)
  assert.equal(connection(), 'connecting')
  receive(snapshot(0))
  assert.deepEqual([store.view().session?.version, connection()], [1, 'live'])
  for (const [at, v] of [
    [20_000, 2],
    [40_000, 3],
    [80_000, 4],
  ] as const) {
    receive(delta(at, v))
    assert.equal(store.view().session?.version, v)
  }
  assert.ok(!(timeline.findSection(0) instanceof Promise))
  receive(delta(100_000, 5))
  const gone = timeline.findSection(0)
  assert.ok(gone instanceof Promise)
  await gone
})

test('a longer delay retains more', (t) => {
  const { receive, timeline } = open(t, 30_000)
  receive(snapshot(0))
  for (const [at, v] of [
    [20_000, 2],
    [60_000, 3],
    [110_000, 4],
  ] as const) {
    receive(delta(at, v))
  }
  assert.ok(!(timeline.findSection(0) instanceof Promise))
})

test('who waits for a driver sees no session', (t) => {
  const { receive, store, connection } = open(t, 0)
  receive(snapshot(0))
  receive({ t: 'waiting' })
  assert.deepEqual([store.view().session, connection()], [null, 'waiting'])
  receive(snapshot(500, 2))
  assert.deepEqual([store.view().session?.version, connection()], [2, 'live'])
})

test('another session on the same socket is followed, whatever was watched of the former one', (t) => {
  const { receive, player, store } = open(t, 0)
  receive(snapshot(0))
  player.pause()
  const other = id.replace(/1$/, '9')
  receive(snapshot(100, 1, { id: other }))
  assert.deepEqual([player.view().following, store.view().session?.id], [true, other])
})

test('how far behind the present a viewer is, is told to who waits or stands still, not to who follows', (t) => {
  const { receive, player, store, pass } = open(t, 0)
  const behind = () => store.view().behindSeconds
  receive(snapshot(100_000))
  pass(1_500)
  assert.equal(behind(), 0)
  player.pause()
  pass(4_000)
  receive(heartbeat(105_500, 1))
  assert.equal(behind(), 6)
  pass(3_000)
  assert.equal(behind(), 9, 'the present goes on without a connection')
  player.follow()
  assert.equal(behind(), 0)
  player.setDelay(20_000)
  pass(100)
  assert.equal(behind(), 20)
})

test('a silence is told until the end, which is none', (t) => {
  const { receive, store, pass, player } = open(t, 0)
  receive(snapshot(100_000))
  pass(3_000)
  assert.equal(store.view().silentSeconds, 3)
  player.pause()
  pass(5_000)
  receive(ended(1))
  assert.deepEqual([store.view().silentSeconds, store.view().behindSeconds], [0, 0])
})

test('without a delay a session ends at once', (t) => {
  const { receive, store, connection } = open(t, 0)
  receive(snapshot(100_000))
  receive(ended(1))
  assert.deepEqual(store.view().connection, { kind: 'ended', recordedId: 'R' })
  receive(heartbeat(101_000, 1))
  assert.equal(connection(), 'ended', 'its user is still followed')
})

test('with a delay a session ends when the clock reaches its end, not when the socket is closed', async (t) => {
  const { receive, receiver, pass, connection, player } = open(t, 2_000)
  receive(snapshot(100_000))
  pass(100)
  await nextTurn()
  assert.equal(player.view().delayMs, 2_000)
  receive(delta(103_000, 2))
  pass(100)
  receive(ended(2))
  receiver.setConnection({ kind: 'ended', recordedId: 'R' })
  assert.equal(connection(), 'live')
  receiver.setConnection({ kind: 'reconnecting', retryAtMs: 0 })
  assert.equal(connection(), 'reconnecting', 'what else happens to the socket is told')
  pass(1_800)
  assert.equal(connection(), 'reconnecting')
  pass(100)
  assert.equal(connection(), 'ended')
})

test('a socket that is closed because of an end of which nothing was received tells it', (t) => {
  const { receiver, connection } = open(t, 0)
  receiver.setConnection({ kind: 'ended', recordedId: null })
  assert.equal(connection(), 'ended')
})

test('the end of a session is forgotten with the next one', (t) => {
  const { receive, player, store, connection } = open(t, 0)
  receive(snapshot(100_000))
  receive(ended(1))
  receive(snapshot(500, 1, { id: id.replace(/1$/, '9') }))
  assert.equal(connection(), 'live')
  player.pause()
  receive(heartbeat(2_500, 1))
  assert.deepEqual([connection(), store.view().behindSeconds], ['live', 2])
})

for (const update of [delta(1_100, 2), heartbeat(1_100, 1)]) {
  test(`a ${update.t} that may have waited since before a sleep is not taken: a new connection has the present`, (t) => {
    const { receive, sleep, store, player, timeline } = open(t, 0)
    receive(snapshot(1_000))
    sleep(600_000)
    assert.throws(() => receive(update), LiveGapError)
    assert.throws(() => receive(update), LiveGapError)
    assert.equal(store.view().session?.version, 1)
    receive(snapshot(1_200, 3))
    assert.deepEqual([store.view().session?.version, player.view().silentSeconds], [3, 0])
    assert.equal(timeline.presentMs(), 1_200)
    receive(delta(1_300, 4))
    assert.equal(store.view().session?.version, 4)
  })
}

test('a first update after a sleep, before any session, is refused as well', (t) => {
  const { receive, sleep } = open(t, 0)
  sleep(600_000)
  assert.throws(() => receive(heartbeat(0, 1)), LiveGapError)
})

test('after a sleep the end and the wait are taken', (t) => {
  const { receive, sleep, connection } = open(t, 0)
  receive(snapshot(1_000))
  sleep(600_000)
  receive({ t: 'waiting' })
  assert.equal(connection(), 'waiting')
})

test('the present of an update is not that of the clock: a late one moves nothing back', (t) => {
  const { receive, pass, timeline } = open(t, 0)
  receive(snapshot(1_000))
  pass(300)
  receive(snapshot(1_100, 2))
  assert.equal(timeline.presentMs(), 1_300)
})

test('a page that becomes visible is up to date at once, until it is left', (t) => {
  const { receive, pass, sleep, store, becomeVisible, stop, player } = open(t, 0)
  receive(snapshot(1_000))
  sleep(5_000)
  becomeVisible()
  assert.equal(store.view().silentSeconds, 5)
  stop()
  sleep(5_000)
  becomeVisible()
  pass(1_000)
  assert.equal(store.view().silentSeconds, 5)
  player.tick()
  assert.deepEqual([player.view().silentSeconds, store.view().silentSeconds], [11, 5])
})
