import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { aSession } from '../../testing/a-session.ts'
import { createLiveStore } from './live-store.ts'
import { createSightStore } from './sight-store.ts'

/** Counts the changes that a part of the page sees. */
function openPart(t: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const store = createLiveStore()
  const showMoment = (sessionTimeMs: number) => store.show(aSession({ sessionTimeMs }))
  showMoment(0)
  const part = createSightStore(store)
  t.after(part.start())
  let changes = 0
  part.subscribe(() => changes++)
  return {
    part,
    showMoment,
    shownMs: () => part.view().session?.sessionTimeMs,
    changes: () => changes,
    /** Ten states in a second. */
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

test('a part out of sight changes once a second, and at once when it comes into sight', (t) => {
  const { part, driveSecond, changes, shownMs } = openPart(t)
  part.setInSight(false)
  driveSecond(0)
  driveSecond(1000)
  assert.equal(changes(), 2)
  part.setInSight(true)
  assert.equal(shownMs(), 2000)
})

test('a state after which nothing follows is shown out of sight too', (t) => {
  const { part, showMoment, shownMs } = openPart(t)
  part.setInSight(false)
  showMoment(100)
  assert.equal(shownMs(), 0)
  mock.timers.tick(1000)
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
