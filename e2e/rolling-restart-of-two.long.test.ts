import { test } from 'node:test'
import { needPrograms } from '@pitboard/server/testing/outside-programs'
import { createRace } from '@pitboard/sim/race'
import { restartOneByOne } from './src/rolling-restart.ts'

needPrograms('nats-server', 'haproxy')

const race = createRace({ seed: 34, laps: 4, cars: 6, rateHz: 10, trackId: 26, lean: true })

test('servers restart one after the other: viewers stay, pages and lists are answered, the race is whole', async (t) => {
  await restartOneByOne(t, { servers: 2, viewers: 20, race })
})
