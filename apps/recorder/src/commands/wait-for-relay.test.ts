import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { waitForRelay } from './wait-for-relay.ts'

const STEP_MS = 100
const AWAY_MS = 10_000
const LONG_MS = 600_000

function begin(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const relay = { sent: 5000, acknowledged: 4000, backlog: 1000, connected: true }
  const { promise: relaying, resolve: end } = Promise.withResolvers<void>()
  const waiting = waitForRelay(relaying, () => relay)
  return {
    relay,
    end,
    waiting,
    pass(ms: number) {
      for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) t.mock.timers.tick(STEP_MS)
    },
  }
}

test('it waits for a connected server, however long that stores a session', async (t) => {
  const { end, waiting, pass } = begin(t)
  pass(LONG_MS)
  end()
  assert.equal(await waiting, true)
})

test('without a connection it waits until nothing has changed for ten seconds', async (t) => {
  const { relay, end, waiting, pass } = begin(t)
  pass(LONG_MS)
  relay.connected = false
  relay.acknowledged++
  pass(AWAY_MS - STEP_MS)
  relay.acknowledged++
  pass(AWAY_MS + STEP_MS)
  end()
  assert.equal(await waiting, false)
})
