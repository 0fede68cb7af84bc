import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needPrograms } from '@pitboard/server/testing/outside-programs'
import { createRace } from '@pitboard/sim/race'
import { startPartitionedServers } from './src/partitioned-servers.ts'
import { until } from '@pitboard/contract/testing/patience'
import { assertOneSession, startRecording } from './src/recorded-race.ts'

needPrograms('nats-server')

const race = createRace({ seed: 21, laps: 2, cars: 4, rateHz: 10, trackId: 26, lean: true })

test('the owner of a stream is cut off from PostgreSQL', async (t) => {
  const cluster = await startPartitionedServers(t, { host: '127.0.0.2' })
  const { servers, first, second, toDatabase, toRecorder } = cluster

  await t.test('it goes on recording, and stores the whole race afterwards', async (t) => {
    const { userId, game, finish } = await startRecording(t, { servers, race })
    await game.driveTo(0.3)
    await until(async () => (await servers.findOwner(userId)) === first)
    servers.leadTo([second])
    toDatabase.cut()
    await game.driveTo(0.9)
    await until(() => servers.isSilent(first))
    toDatabase.mend()
    await game.driveTo(1)
    await finish()
    await assertOneSession(servers, userId, race)
    assert.equal(await servers.findOwner(userId), first)
    servers.leadTo([first])
  })

  await t.test(
    'and from its recorder: another server has the race, and the former owner stores nothing',
    async (t) => {
      const { userId, game, finish } = await startRecording(t, { servers, race })
      await game.driveTo(0.3)
      await until(async () => (await servers.findOwner(userId)) === first)
      servers.leadTo([second])
      toDatabase.cut()
      toRecorder.mend()
      toRecorder.cut()
      await game.driveTo(0.7)
      await until(async () => (await servers.findOwner(userId)) !== first)
      toDatabase.mend()
      toRecorder.mend()
      await until(() => first.log().includes('Another server has taken over'))
      await game.driveTo(1)
      await finish()
      await assertOneSession(servers, userId, race)
      assert.notEqual(await servers.findOwner(userId), first)
    },
  )
})
