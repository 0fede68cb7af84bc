import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { aSession } from '../../testing/a-session.ts'
import { createLiveStore } from '../race/live-store.ts'
import type { FrameTurns } from './frame-turns.ts'
import { createSightStore, EVERY_STATE, READ, RUNNING, type SightPace } from './sight-store.ts'

/** Counts the changes that a part of the page sees. */
function openPart(t: TestContext, turns: FrameTurns | null = null, pace: SightPace = EVERY_STATE) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const store = createLiveStore()
  const showMoment = (sessionTimeMs: number) => store.show(aSession({ sessionTimeMs }))
  showMoment(0)
  const part = createSightStore(store, turns, pace)
  t.after(part.start())
  let changes = 0
  part.subscribe(() => changes++)
  return {
    part,
    showMoment,
    setSpeed: store.setSpeed,
    shownMs: () => part.view().session?.sessionTimeMs,
    changes: () => changes,
    /** Drives ten states in a second. */
    driveSecond(fromMs: number) {
      for (let atMs = fromMs + 100; atMs <= fromMs + 1000; atMs += 100) {
        showMoment(atMs)
        mock.timers.tick(100)
      }
    },
  }
}

test('a part in sight follows each change', (t) => {
  const { driveSecond, changes } = openPart(t)
  driveSecond(0)
  assert.equal(changes(), 10)
})

test('a part that shares frames follows in its turn, and before the next change at the latest', (t) => {
  const waiting = new Set<() => void>()
  const turns = {
    request: (update: () => void) => waiting.add(update),
    cancel: (update: () => void) => waiting.delete(update),
  }
  const { showMoment, shownMs, changes } = openPart(t, turns)
  showMoment(100)
  assert.equal(shownMs(), 0)
  for (const update of waiting) update()
  assert.equal(shownMs(), 100)
  showMoment(200)
  assert.equal(shownMs(), 100)
  showMoment(300)
  assert.equal(shownMs(), 300)
  assert.equal(waiting.size, 0)
  assert.equal(changes(), 2)
})

/** A part with turns that come at once. */
const AT_ONCE: FrameTurns = { request: (update) => update(), cancel: () => undefined }

const PACES = [
  { part: 'the tower', turns: null, pace: RUNNING, speed: 2, changes: 10 },
  { part: 'the tower', turns: null, pace: RUNNING, speed: 8, changes: 4 },
  { part: 'a panel', turns: AT_ONCE, pace: READ, speed: 1, changes: 4 },
  { part: 'a panel', turns: AT_ONCE, pace: READ, speed: 8, changes: 2 },
  {
    part: 'a panel that draws every state',
    turns: AT_ONCE,
    pace: EVERY_STATE,
    speed: 8,
    changes: 10,
  },
] as const
for (const { part, turns, pace, speed, changes: expected } of PACES) {
  test(`at ${speed}x ${part} changes ${expected} times a second at most, and ends with the latest state`, (t) => {
    const { driveSecond, setSpeed, changes, shownMs } = openPart(t, turns, pace)
    setSpeed(speed)
    mock.timers.tick(1_000)
    const before = changes()
    for (const fromMs of [0, 1000, 2000, 3000]) driveSecond(fromMs)
    const changed = changes() - before
    assert.ok(changed <= 4 * expected + 1 && changed >= 3 * expected, `${changed} in 4 s`)
    mock.timers.tick(1_000)
    assert.equal(shownMs(), 4000)
  })
}

test('a part has the state of when it started, and none after it stopped', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const store = createLiveStore()
  const part = createSightStore(store, null, EVERY_STATE)
  let changes = 0
  const leave = part.subscribe(() => changes++)
  store.show(aSession({ sessionTimeMs: 100 }))
  assert.equal(part.view().session, null)
  const stop = part.start()
  assert.deepEqual([part.view().session?.sessionTimeMs, changes], [100, 1])
  stop()
  store.show(aSession({ sessionTimeMs: 200 }))
  assert.equal(changes, 1)
  part.start()
  leave()
  store.show(aSession({ sessionTimeMs: 300 }))
  assert.deepEqual([part.view().session?.sessionTimeMs, changes], [300, 2])
})

test('a part that is stopped while it waits has neither a turn nor a timer any more', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const store = createLiveStore()
  store.show(aSession({}))
  const waiting = new Set<() => void>()
  const turns = {
    request: (update: () => void) => waiting.add(update),
    cancel: (update: () => void) => waiting.delete(update),
  }
  const part = createSightStore(store, turns, EVERY_STATE)
  const stop = part.start()
  store.show(aSession({ sessionTimeMs: 100 }))
  assert.equal(waiting.size, 1)
  stop()
  assert.equal(waiting.size, 0)
  const stopAgain = part.start()
  part.setInSight(false)
  store.show(aSession({ sessionTimeMs: 200 }))
  stopAgain()
  mock.timers.tick(5_000)
  assert.deepEqual([waiting.size, part.view().session?.sessionTimeMs], [0, 100])
})

test('a part that comes into sight forgets the turn that it would have had', (t) => {
  const { part, showMoment, changes } = openPart(t)
  part.setInSight(false)
  showMoment(100)
  part.setInSight(true)
  assert.equal(changes(), 1)
  mock.timers.tick(5_000)
  assert.equal(changes(), 1)
})

test('a part out of sight changes every two seconds, and at once when it comes into sight', (t) => {
  const { part, driveSecond, changes, shownMs } = openPart(t)
  part.setInSight(false)
  for (const fromMs of [0, 1000, 2000, 3000, 4000]) driveSecond(fromMs)
  assert.equal(changes(), 2)
  part.setInSight(true)
  assert.equal(shownMs(), 5000)
})

test('a state after which nothing follows is shown out of sight too', (t) => {
  const { part, showMoment, shownMs } = openPart(t)
  part.setInSight(false)
  showMoment(100)
  assert.equal(shownMs(), 0)
  mock.timers.tick(2_000)
  assert.equal(shownMs(), 100)
})

test('a seek shows at once, forwards and backwards', (t) => {
  const { part, showMoment, shownMs } = openPart(t)
  part.setInSight(false)
  for (const atMs of [60_000, 1000]) {
    showMoment(atMs)
    assert.equal(shownMs(), atMs)
  }
})
