import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { LiveMessage, StateMessage } from '@pitboard/contract/live/live-protocol'
import type { ReplayChunk } from '@pitboard/contract/live/replay'
import fc from 'fast-check'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { createAwakeClock } from './awake-clock.ts'
import { createLiveTimeline } from './live-timeline.ts'
import { createPlayer } from './player.ts'
import { createRecordedTimeline } from './recorded-timeline.ts'

const STEP_MS = 200
const wallMs = () => Date.now()
const CHUNK_MS = 20_000

const races = new Map<string, ReturnType<typeof driveRace>>()

/** The race is driven once for all tests that watch it. */
function createRace(steps: number, id = 'a'): ReturnType<typeof driveRace> {
  const name = `${id} ${steps}`
  const race = races.get(name) ?? driveRace(steps, id)
  races.set(name, race)
  return race
}

/** Returns the states of a session, one for each step, and the messages that lead to them. */
function driveRace(steps: number, id: string) {
  const states: LiveSession[] = []
  const messages: StateMessage[] = []
  for (let step = 0; step < steps; step++) {
    const drivers = [aDriver({ position: (step % 20) + 1, lapDistance: step * 7 })]
    const state = aSession({ id, version: step + 1, sessionTimeMs: step * STEP_MS, drivers })
    const before = states.at(-1)
    messages.push(
      before
        ? encodeDelta(before, state, step * STEP_MS)
        : { t: 'snapshot', v: state.version, at: 0, state },
    )
    states.push(state)
  }
  const stateAt = (atMs: number) => states[Math.min(Math.floor(atMs / STEP_MS), steps - 1)]
  const snapshotAt = (step: number): StateMessage => {
    const state = states[step]
    assert.ok(state)
    return { t: 'snapshot', v: state.version, at: step * STEP_MS, state }
  }
  /** Builds the chunk that the server has when `steps` of it are over. */
  const chunk = (number: number, until = steps): ReplayChunk => {
    const from = (number * CHUNK_MS) / STEP_MS
    const rest = messages.slice(from + 1, Math.min(from + CHUNK_MS / STEP_MS, until))
    return { messages: [snapshotAt(from), ...rest] }
  }
  return { messages, stateAt, snapshotAt, chunk, durationMs: (steps - 1) * STEP_MS }
}

/** Notes what is shown, with a clock that the test moves. */
function openReplay(t: TestContext, steps = 400) {
  mock.timers.enable({ apis: ['setInterval', 'Date'] })
  t.after(() => mock.timers.reset())
  const race = createRace(steps)
  const { durationMs } = race
  const chunks = Math.floor(durationMs / CHUNK_MS) + 1
  let shown: LiveSession | null = null
  let isBroken = false
  const requests: { readonly number: number; readonly signal: AbortSignal }[] = []
  const timeline = createRecordedTimeline(
    { durationMs, chunkMs: CHUNK_MS, chunks },
    async (number, signal) => {
      requests.push({ number, signal })
      if (isBroken) throw new Error('gone')
      return race.chunk(number)
    },
    wallMs,
  )
  const show = (session: LiveSession) => (shown = session)
  const player = createPlayer({ timeline, show, now: wallMs })
  player.start()
  t.after(player.stop)
  const expectShown = () => {
    assert.deepEqual(shown, race.stateAt(player.view().atMs), `at ${player.view().atMs} ms`)
  }
  return { player, expectShown, durationMs, requests, breakServer: () => (isBroken = true) }
}

async function pass(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 100) {
    mock.timers.tick(100)
    // A chunk arrives between two ticks.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('seeking shows the state of the moment, forwards and backwards, within a chunk and beyond', async (t) => {
  const { player, expectShown } = openReplay(t)
  for (const atMs of [1450, 900, 30_000, 25_100, 25_300, 79_000, 0]) {
    await player.seek(atMs)
    assert.equal(player.view().atMs, atMs)
    expectShown()
  }
})

test('of two seeks the later one is shown', async (t) => {
  const { player, expectShown } = openReplay(t)
  await Promise.all([player.seek(65_000), player.seek(100)])
  assert.equal(player.view().atMs, 100)
  expectShown()
})

test('playing goes on from chunk to chunk at its speed and stops at the end', async (t) => {
  const { player, expectShown, durationMs } = openReplay(t)
  await player.seek(0)
  player.setSpeed(4)
  player.play()
  await pass(5_500)
  expectShown()
  assert.ok(Math.abs(player.view().atMs - 22_000) < 500, `${player.view().atMs}`)
  await pass(16_000)
  assert.deepEqual(
    [player.view().atMs, player.view().playing, player.view().following],
    [durationMs, false, false],
  )
  expectShown()
})

test('a part that can not be fetched stops the player and says so', async (t) => {
  const { player, breakServer } = openReplay(t)
  await player.seek(0)
  player.play()
  breakServer()
  await player.seek(65_000)
  assert.deepEqual([player.view().failed, player.view().playing], [true, false])
})

test('a player notifies of what changes alone: while it is paused and nothing is added, of each second that it falls behind', async (t) => {
  const live = openLive(t)
  await live.drive(10)
  live.player.pause()
  live.cut()
  const notified: number[] = []
  t.after(live.player.subscribe(() => notified.push(live.player.view().behindSeconds)))
  await live.drive(40)
  assert.equal(new Set(notified).size, notified.length)
  live.reconnect()
  await live.drive(1)
  assert.notEqual(new Set(notified).size, notified.length)
})

test('what is fetched of a moment is given up when another is sought, and when nobody watches', async (t) => {
  const { player, requests } = openReplay(t)
  const isAborted = () => requests.map(({ number, signal }) => [number, signal.aborted])
  const first = player.seek(65_000)
  const second = player.seek(100)
  assert.deepEqual(isAborted(), [
    [3, true],
    [0, false],
  ])
  await Promise.all([first, second])
  const last = player.seek(45_000)
  player.stop()
  assert.deepEqual(isAborted().at(-1), [2, true])
  await last
  assert.equal(player.view().failed, false)
})

/** Opens a session that is being driven: a tick of the test is a step of the race. */
function openLive(t: TestContext, { joinsAfter = 0, delayMs = 0, steps = 1_500 } = {}) {
  mock.timers.enable({ apis: ['setInterval', 'Date'] })
  t.after(() => mock.timers.reset())
  const race = createRace(steps)
  let step = joinsAfter
  let shown: LiveSession | null = null
  let received = joinsAfter
  let isConnected = true
  let suspendedMs = 0
  const chunkRequests: { readonly number: number; readonly signal: AbortSignal }[] = []
  let answerChunk: (number: number, signal: AbortSignal) => Promise<ReplayChunk> = async (number) =>
    race.chunk(number, step + 1)
  const now = () => Date.now() + suspendedMs
  const timeline = createLiveTimeline({
    readIndex: async () => ({
      version: 'v',
      durationMs: step * STEP_MS,
      fromMs: 0,
      chunkMs: CHUNK_MS,
      chunks: Math.floor((step * STEP_MS) / CHUNK_MS) + 1,
      laps: [],
      events: [],
    }),
    readChunk: (_id, _version, number, signal) => {
      chunkRequests.push({ number, signal })
      return answerChunk(number, signal)
    },
    now,
    retainedMs: () => 60_000,
    onReset: () => player.reset(),
  })
  const player = createPlayer({
    timeline,
    now,
    delayMs,
    show: (session) => (shown = session),
  })
  player.start()
  t.after(player.stop)
  const receive = (message: LiveMessage) => {
    timeline.receive(message)
    player.advance()
  }
  receive(race.snapshotAt(step))
  return {
    player,
    timeline,
    async drive(count: number) {
      for (let driven = 0; driven < count; driven++) {
        step++
        mock.timers.tick(STEP_MS)
        const message = race.messages[step]
        if (isConnected && message) receive(message)
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    cut: () => (isConnected = false),
    chunkRequests,
    answerChunks: (answer: typeof answerChunk) => (answerChunk = answer),
    /** The page does not run, and its socket buffers. */
    suspend(ms: number) {
      suspendedMs += ms
      received = step
      step += ms / STEP_MS
    },
    receiveUntil(atMs: number) {
      for (; received * STEP_MS < atMs; received++) {
        const message = race.messages[received + 1]
        if (message) receive(message)
      }
    },
    reconnect() {
      isConnected = true
      receive(race.snapshotAt(step))
    },
    nowMs: () => step * STEP_MS,
    expectShown(name = '') {
      const { atMs } = player.view()
      assert.deepEqual(shown, race.stateAt(atMs), `${name} at ${atMs} of ${step * STEP_MS} ms`)
    },
  }
}

test('the present is shown with each message, and with a delay so much later', async (t) => {
  const live = openLive(t, { joinsAfter: 300 })
  await live.drive(20)
  assert.equal(live.player.view().atMs, live.nowMs())
  live.expectShown()
  live.player.setDelay(30_000)
  await live.drive(5)
  assert.ok(Math.abs(live.nowMs() - 30_000 - live.player.view().atMs) <= STEP_MS)
  live.expectShown()
})

test('a chunk of a session that is being driven has one request at a time, and a failed one is left alone for two seconds', async (t) => {
  const live = openLive(t, { joinsAfter: 300 })
  const pending = Promise.withResolvers<ReplayChunk>()
  await live.player.seek(14_000)
  live.answerChunks(() => pending.promise)
  live.player.play()
  await live.drive(15)
  const numbersFrom = (first: number) => live.chunkRequests.slice(first).map(({ number }) => number)
  assert.deepEqual(numbersFrom(1), [1], 'for two seconds that it takes')
  live.answerChunks(() => Promise.reject(new Error('gone')))
  pending.reject(new Error('gone'))
  await live.drive(9)
  assert.deepEqual(numbersFrom(1), [1])
  await live.drive(3)
  assert.deepEqual(numbersFrom(1), [1, 1])
})

test('what is fetched of one session is given up with the next, which keeps the delay', async (t) => {
  const live = openLive(t, { joinsAfter: 500 })
  live.player.setDelay(1_000)
  live.answerChunks(
    (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  )
  void live.player.seek(5_000)
  await live.drive(1)
  live.timeline.receive(createRace(3, 'b').snapshotAt(0))
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(
    live.chunkRequests.map(({ signal }) => signal.aborted),
    [true, true],
  )
  const { following, failed, delayMs } = live.player.view()
  assert.deepEqual([following, failed, delayMs], [true, false, 1_000])
})

test('a viewer with a delay gets on joining what was before from the server', async (t) => {
  const live = openLive(t, { joinsAfter: 500, delayMs: 45_000 })
  await live.drive(3)
  live.expectShown()
  assert.ok(Math.abs(live.nowMs() - 45_000 - live.player.view().atMs) <= STEP_MS)
})

test('played to the present, a session that is being driven is followed again', async (t) => {
  const live = openLive(t, { joinsAfter: 200 })
  await live.player.seek(30_000)
  live.player.setSpeed(16)
  live.player.play()
  await live.drive(10)
  live.expectShown()
  await live.drive(10)
  assert.deepEqual([live.player.view().following, live.player.view().speed], [true, 1])
})

test('what was driven while the link was cut can be played; meanwhile the silence is counted', async (t) => {
  const live = openLive(t)
  await live.drive(100)
  live.cut()
  await live.drive(10)
  assert.equal(live.player.view().silentSeconds, 0)
  await live.drive(5)
  assert.equal(live.player.view().silentSeconds, 3)
  await live.drive(35)
  live.reconnect()
  await live.drive(1)
  assert.equal(live.player.view().silentSeconds, 0)
  live.expectShown('after the cut')
  await live.player.seek(25_000)
  live.expectShown('within the cut')
})

test('a page that stood still for five minutes marks what it shows at once, until it has the present', async (t) => {
  const live = openLive(t, { steps: 2_000 })
  await live.drive(100)
  live.suspend(300_000)
  assert.equal(live.player.view().silentSeconds, 0, 'nothing has run yet')
  live.player.tick()
  assert.equal(live.player.view().silentSeconds, 300)
  // It is received late because it waited in the socket.
  live.receiveUntil(live.nowMs() - 5_000)
  assert.equal(live.player.view().silentSeconds, 5)
  live.receiveUntil(live.nowMs())
  assert.equal(live.player.view().silentSeconds, 0)
  live.expectShown()
})

test('a computer that slept marks what it shows as soon as it wakes, and needs no clock that agrees', async (t) => {
  const live = openLive(t)
  await live.drive(20)
  let wallMs = 1_000
  let steadyMs = 500
  const clock = createAwakeClock(
    () => wallMs,
    () => steadyMs,
  )
  const pass = (wall: number, steady = wall) => {
    wallMs += wall
    steadyMs += steady
    return clock.now()
  }
  const startMs = clock.now()
  assert.equal(pass(100) - startMs, 100)
  assert.equal(pass(3_600_000, 100) - startMs, 3_600_100, 'an hour of sleep')
  assert.equal(pass(-7_200_000, 100) - startMs, 3_600_200, 'a clock that is set back')
  assert.equal(clock.sleptMs(), 3_599_900)
  live.suspend(3_600_000)
  live.player.tick()
  assert.equal(live.player.view().silentSeconds, 3_600)
  // The next snapshot is of now, whatever the clocks were.
  live.suspend(-3_600_000)
  live.reconnect()
  await live.drive(1)
  assert.equal(live.player.view().silentSeconds, 0)
})

test('with a delay the bar ends where the viewer is: nothing leads into what they have not seen', async (t) => {
  const live = openLive(t, { joinsAfter: 300 })
  live.player.setDelay(20_000)
  await live.drive(20)
  const { atMs, endMs } = live.player.view()
  assert.deepEqual([atMs, endMs], [live.nowMs() - 20_000, live.nowMs() - 20_000])
  await live.player.seek(live.nowMs())
  assert.equal(live.player.view().atMs, live.nowMs() - 20_000)
  live.expectShown()
})

test('another session on the same socket is followed from its present', async (t) => {
  const live = openLive(t, { joinsAfter: 100 })
  await live.player.seek(5_000)
  live.timeline.receive(createRace(3, 'b').snapshotAt(0))
  assert.deepEqual([live.player.view().following, live.player.view().playing], [true, true])
})

const action = fc.oneof(
  fc.record({ do: fc.constant('drive' as const), n: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constant('seek' as const), n: fc.nat(100) }),
  fc.record({ do: fc.constant('delay' as const), n: fc.nat(100) }),
  fc.record({
    do: fc.constantFrom('pause' as const, 'play' as const, 'follow' as const, 'fast' as const),
    n: fc.constant(0),
  }),
  fc.record({ do: fc.constantFrom('cut' as const, 'reconnect' as const), n: fc.constant(0) }),
)

test("under delay, pause, rewind and lost connections the store has the reducer's state of its moment", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
      const live = openLive(t, { joinsAfter: 250, steps: 2_000 })
      for (const { do: what, n } of actions) {
        const { player } = live
        if (what === 'drive') await live.drive(n)
        else if (what === 'seek') await player.seek((live.nowMs() * n) / 100)
        else if (what === 'delay') player.setDelay(n * 1000)
        else if (what === 'fast') player.setSpeed(4)
        else if (what === 'cut') live.cut()
        else if (what === 'reconnect') live.reconnect()
        else player[what]()
        // A part that is being fetched arrives.
        await new Promise((resolve) => setImmediate(resolve))
        await new Promise((resolve) => setImmediate(resolve))
        if (!player.view().failed) live.expectShown(what)
      }
      live.player.stop()
      mock.timers.reset()
    }),
    { numRuns: 60 },
  )
})
