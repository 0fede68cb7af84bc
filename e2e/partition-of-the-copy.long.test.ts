import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needPrograms } from '@pitboard/server/testing/outside-programs'
import { createRace } from '@pitboard/sim/race'
import { startPartitionedServers } from './src/partitioned-servers.ts'
import { until } from '@pitboard/contract/testing/patience'
import { assertOneSession, startRecording } from './src/recorded-race.ts'

needPrograms('nats-server')

const race = createRace({ seed: 21, laps: 2, cars: 4, rateHz: 10, trackId: 26, lean: true })

test('the owner of a stream is cut off from NATS, which has the second copy of its journal', async (t) => {
  const cluster = await startPartitionedServers(t, { host: '127.0.0.4', jetStream: true })
  const { servers, first, second, toDatabase, toNats } = cluster

  await t.test(
    'it acknowledges nothing meanwhile, and stores the whole race afterwards',
    async (t) => {
      const { userId, game, finish } = await startRecording(t, { servers, race })
      await game.driveTo(0.3)
      await until(async () => (await servers.findOwner(userId)) === first)
      toNats.cut()
      await game.driveTo(0.7)
      toNats.mend()
      await game.driveTo(1)
      const outcome = await finish()
      assert.equal(outcome.acknowledged, outcome.sent)
      await assertOneSession(servers, userId, race)
    },
  )

  await t.test(
    'and from PostgreSQL: another server continues from the copy, and has the whole race',
    async (t) => {
      const { userId, game, finish } = await startRecording(t, { servers, race })
      await game.driveTo(0.3)
      await until(async () => (await servers.findOwner(userId)) === first)
      servers.leadTo([second])
      toDatabase.cut()
      toNats.cut()
      await game.driveTo(0.7)
      await until(async () => (await servers.findOwner(userId)) === second)
      toDatabase.mend()
      toNats.mend()
      await until(() => first.log().includes('Another server has taken over'))
      await game.driveTo(1)
      const outcome = await finish()
      assert.equal(outcome.acknowledged, outcome.sent)
      await assertOneSession(servers, userId, race)
      assert.equal(await servers.findOwner(userId), second)
    },
  )
})
