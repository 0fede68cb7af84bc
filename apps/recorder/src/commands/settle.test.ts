import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { settle } from './settle.ts'

const STEP_MS = 100
const AWAY_MS = 10_000
const LONG_MS = 600_000

function begin(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const relay = { sent: 5000, acknowledged: 4000, backlog: 1000, connected: true }
  const { promise: relaying, resolve: end } = Promise.withResolvers<void>()
  const settled = settle(relaying, () => relay)
  return {
    ...{ relay, end, settled },
    pass(ms: number) {
      for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) t.mock.timers.tick(STEP_MS)
    },
  }
}

test('a server that is there is waited for, however long it stores what it has', async (t) => {
  const { end, settled, pass } = begin(t)
  pass(LONG_MS)
  end()
  assert.equal(await settled, true)
})

test('one that is away is waited for as long as something moves, and ten seconds more', async (t) => {
  const { relay, end, settled, pass } = begin(t)
  pass(LONG_MS)
  relay.connected = false
  relay.acknowledged++
  pass(AWAY_MS - STEP_MS)
  relay.acknowledged++
  pass(AWAY_MS + STEP_MS)
  end()
  assert.equal(await settled, false)
})
