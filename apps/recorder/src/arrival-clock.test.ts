import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createArrivalClock } from './arrival-clock.ts'

/** The event loop reads the socket between two turns. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const time = { nowMs: 10_000 }
  const clock = createArrivalClock(() => time.nowMs)
  t.after(() => clock.stop())
  return { time, clock }
}

async function turns(count: number): Promise<void> {
  for (let turnsDone = 0; turnsDone < count; turnsDone++) await turn()
}

test('a datagram that is read at once arrives when it is read', (t) => {
  const { time, clock } = start(t)
  time.nowMs += 500
  assert.equal(clock.stamp(), 10_500)
})

test('one that is read more than half a second after the socket was empty arrived then', (t) => {
  const { time, clock } = start(t)
  time.nowMs += 501
  assert.equal(clock.stamp(), 10_000)
  time.nowMs += 10_000
  assert.equal(clock.stamp(), 10_000, 'while more waits behind it')
})

test('the socket is empty after a turn in which nothing was read', async (t) => {
  const { time, clock } = start(t)
  time.nowMs += 600
  assert.equal(clock.stamp(), 10_000)
  await turns(4)
  assert.equal(clock.stamp(), 10_600)
  time.nowMs += 501
  assert.equal(clock.stamp(), 10_600)
})

test('it is not empty while each turn brings something', async (t) => {
  const { time, clock } = start(t)
  time.nowMs += 600
  for (let count = 0; count < 10; count++) {
    assert.equal(clock.stamp(), 10_000)
    await turn()
  }
})

test('it is looked at ten times a second although nothing comes, until the clock is stopped', async (t) => {
  const { time, clock } = start(t)
  for (let count = 0; count < 10; count++) {
    time.nowMs += 100
    t.mock.timers.tick(100)
    await turns(4)
  }
  time.nowMs += 500
  assert.equal(clock.stamp(), 11_500)
  await turns(4)
  clock.stop()
  time.nowMs += 600
  t.mock.timers.tick(1_000)
  await turns(4)
  assert.equal(clock.stamp(), 11_500)
})
