import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needPrograms } from '@pitboard/server/testing/outside-programs'
import { createRace } from '@pitboard/sim/race'
import { restartOneByOne } from './src/rolling-restart.ts'

needPrograms('nats-server', 'haproxy')

const race = createRace({ seed: 34, laps: 4, cars: 6, rateHz: 20, trackId: 26 })
const GAP_MS_MAX = 3_000

test('three servers restart one after the other: no request fails, 200 viewers miss at most 3 s', async (t) => {
  const options = { servers: 3, viewers: 200, race, asksForState: true }
  const [longest = 0] = await restartOneByOne(t, options)
  assert.ok(longest <= GAP_MS_MAX, `a viewer saw nothing new for ${longest} ms`)
})
