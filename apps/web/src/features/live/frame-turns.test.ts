import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setGlobals } from '../../testing/set-globals.ts'
import { createFrameTurns, frameTurns } from './frame-turns.ts'

/** Frames pass when the test says so, and each of the parts takes this long. */
function openPage(partMs: number) {
  let nowMs = 0
  let requested: (() => void)[] = []
  const updated: string[] = []
  const turns = createFrameTurns({
    request: (callback) => requested.push(callback),
    nowMs: () => nowMs,
    finish: (update) => update(),
  })
  const part = (name: string) => () => {
    updated.push(name)
    nowMs += partMs
  }
  return {
    turns,
    part,
    /** Lets a frame pass, and returns the parts that it updates. */
    passFrame(): readonly string[] {
      const callbacks = requested
      requested = []
      for (const callback of callbacks) callback()
      return updated.splice(0)
    },
  }
}

test('parts that take long have a frame each, in the order of their requests', () => {
  const { turns, part, passFrame } = openPage(10)
  for (const name of ['battles', 'pit window', 'charts']) turns.request(part(name))
  assert.deepEqual(passFrame(), ['battles'])
  assert.deepEqual(passFrame(), ['pit window'])
  assert.deepEqual(passFrame(), ['charts'])
  assert.deepEqual(passFrame(), [])
})

test('parts that have next to nothing to do share a frame', () => {
  const { turns, part, passFrame } = openPage(0.1)
  for (const name of ['battles', 'pit window', 'charts']) turns.request(part(name))
  assert.deepEqual(passFrame(), ['battles', 'pit window', 'charts'])
})

test('a part that has the whole budget of a frame is the last in it', () => {
  const { turns, part, passFrame } = openPage(4)
  for (const name of ['battles', 'charts']) turns.request(part(name))
  assert.deepEqual([passFrame(), passFrame()], [['battles'], ['charts']])
  for (const name of ['battles', 'charts']) turns.request(part(name))
  assert.deepEqual(passFrame(), ['battles'], 'the time of earlier frames does not count')
})

test('parts that take half the budget each are two in a frame, also later', () => {
  const { turns, part, passFrame } = openPage(2)
  for (const name of ['a', 'b', 'c', 'd', 'e']) turns.request(part(name))
  assert.deepEqual([passFrame(), passFrame(), passFrame()], [['a', 'b'], ['c', 'd'], ['e']])
})

test('a frame is asked for while somebody waits, and once', () => {
  let asked = 0
  const turns = createFrameTurns({
    request: () => asked++,
    nowMs: () => 0,
    finish: () => undefined,
  })
  turns.request(() => undefined)
  turns.request(() => undefined)
  assert.equal(asked, 1)
})

test('after the last part no frame is asked for', () => {
  const asked: (() => void)[] = []
  const request = (take: () => void) => asked.push(take)
  createFrameTurns({ request, nowMs: () => 0, finish: (update) => update() }).request(
    () => undefined,
  )
  asked[0]?.()
  assert.equal(asked.length, 1)
})

test('a part of the page is updated in a task after the next frame', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(performance, 'now', () => 0)
  const frames: (() => void)[] = []
  setGlobals(t, { requestAnimationFrame: (callback: () => void) => frames.push(callback) })
  let updated = 0
  frameTurns.request(() => updated++)
  assert.equal(frames.length, 1)
  frames[0]?.()
  assert.equal(updated, 0)
  t.mock.timers.tick(1)
  assert.equal(updated, 1)
})

test('a part that was updated meanwhile has no turn', () => {
  const { turns, part, passFrame } = openPage(10)
  const battles = part('battles')
  turns.request(battles)
  turns.request(part('charts'))
  turns.cancel(battles)
  assert.deepEqual(passFrame(), ['charts'])
})
