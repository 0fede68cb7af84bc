import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createThrottle } from './throttle.ts'

/** Returns when it acted, in seconds, if asked at some seconds to act after that many. */
function actsAt(asks: readonly (readonly [atSeconds: number, afterSeconds: number])[]): number[] {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  try {
    const acts: number[] = []
    const soon = createThrottle(() => acts.push(Date.now() / 1000))
    for (let tenths = 0; tenths < 200; tenths++) {
      for (const [at, after] of asks) if (at * 10 === tenths) soon.request(after * 1000)
      mock.timers.tick(100)
    }
    return acts
  } finally {
    mock.timers.reset()
  }
}

test('what is asked for at once is done at once, then once a second at most', () => {
  const acts = actsAt([1, 1, 1.1, 1.2, 1.9, 5].map((at) => [at, 0]))
  assert.deepEqual(
    acts.map((at) => Math.round(at)),
    [1, 2, 5],
  )
})

test('what is wanted after a while is done then, also if something else comes before', () => {
  const acts = actsAt([
    [1, 2],
    [1.5, 0],
  ])
  assert.equal(acts.length, 2)
  assert.ok(Number(acts[1]) >= 3 && Number(acts[1]) <= 3.6, String(acts))
})

test('while it is asked for again and again it acts every few seconds, and after the last time', () => {
  const acts = actsAt(Array.from({ length: 10 }, (_, second) => [second, 2]))
  assert.ok(acts.length >= 4 && acts.length <= 6, String(acts))
  assert.ok(Number(acts.at(-1)) >= 11, String(acts))
})
