import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTicker } from './ticker.ts'

test('a ticker ticks from the time that it is woken until there is no work', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let [ticks, work] = [0, 0]
  const ticker = createTicker(100, () => {
    ticks++
    work--
    return work > 0
  })
  t.mock.timers.tick(1000)
  assert.equal(ticks, 0, 'there is no work yet')
  work = 3
  ticker.wake()
  ticker.wake()
  t.mock.timers.tick(100)
  assert.equal(ticks, 1)
  t.mock.timers.tick(1000)
  assert.equal(ticks, 3, 'it rests')
  work = 2
  ticker.wake()
  t.mock.timers.tick(100)
  assert.equal(ticks, 4)
  ticker.stop()
  ticker.wake()
  t.mock.timers.tick(1000)
  assert.equal(ticks, 4)
})
