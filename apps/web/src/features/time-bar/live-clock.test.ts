import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLiveStore } from '../race/live-store.ts'
import { createLiveClock } from './live-clock.ts'

// The clock listens for pages that become visible.
Object.assign(globalThis, { document: new EventTarget() })

test('a connection that takes its time does not cost the delay', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.after(() => mock.timers.reset())
  const { player, start } = createLiveClock(createLiveStore(), 60_000)
  t.after(start())
  mock.timers.tick(1000)
  await nextTurn()
  assert.equal(player.view().delayMs, 60_000)
})
