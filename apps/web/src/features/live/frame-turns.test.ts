import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFrameTurns } from './frame-turns.ts'

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

test('a part that was updated meanwhile has no turn', () => {
  const { turns, part, passFrame } = openPage(10)
  const battles = part('battles')
  turns.request(battles)
  turns.request(part('charts'))
  turns.cancel(battles)
  assert.deepEqual(passFrame(), ['charts'])
})
