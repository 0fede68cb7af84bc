import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { openTestNats } from '@pitboard/server/platform/nats/nats.fixture'
import { openTestDatabase } from '@pitboard/server/testing/database'
import { createRace } from '@pitboard/sim/race'
import { until } from '@pitboard/contract/testing/patience'
import { startProxy } from './src/proxy.ts'
import { assertOneSession, startRecording } from './src/recorded-race.ts'
import { startServers } from './src/servers.ts'
import { needPrograms } from '@pitboard/server/testing/outside-programs'

needPrograms('nats-server')

const race = createRace({ seed: 21, laps: 3, cars: 8, rateHz: 20, trackId: 26 })
/** Where the first server reaches PostgreSQL and NATS, and where recorders reach it: through proxies. */
const DATABASE_HOST = '127.0.0.2'
const NATS_HOST = '127.0.0.2'
const INGEST_HOST = '127.0.0.3'

suite('the owner of a stream is cut off from PostgreSQL', () => {
  test('it goes on recording, and stores the whole race afterwards', async (t) => {
    const { servers, first, second, toDatabase } = await start(t)
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
  })

  test('and from its recorder: another server has the race, and the former owner stores nothing', async (t) => {
    const { servers, first, second, toDatabase, toRecorder } = await start(t)
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
  })
})

suite(
  'the owner of a stream is cut off from NATS, which has the second copy of its journal',
  () => {
    test('it acknowledges nothing meanwhile, and stores the whole race afterwards', async (t) => {
      const { servers, first, toNats } = await start(t, { jetStream: true })
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
    })

    test('and from PostgreSQL: another server continues from the copy, and has the whole race', async (t) => {
      const { servers, first, second, toDatabase, toNats } = await start(t, { jetStream: true })
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
    })
  },
)

async function start(t: TestContext, { jetStream = false } = {}) {
  const database = await openTestDatabase()
  const url = new URL(database.url)
  const proxied = { to: '127.0.0.1' }
  const toDatabase = await startProxy(t, {
    ...{ ...proxied, from: DATABASE_HOST, ports: [Number(url.port)] },
  })
  const tcpPort = await freePort()
  const toRecorder = await startProxy(t, { ...proxied, from: INGEST_HOST, ports: [tcpPort] })
  const nats = await openTestNats({ jetStream })
  t.after(() => nats.close())
  const toNats = await startProxy(t, { ...proxied, from: NATS_HOST, ports: [nats.port] })
  url.hostname = DATABASE_HOST
  const ofFirst = {
    ...{ DATABASE_URL: url.href, INGEST_HOST, INGEST_TCP_PORT: String(tcpPort) },
    NATS_URL: `nats://${NATS_HOST}:${nats.port}`,
  }
  const servers = await startServers(t, {
    ...{ count: 2, database },
    env: (id) => (id === 'server-1' ? ofFirst : { NATS_URL: nats.url }),
  })
  const [first, second] = servers.all
  assert.ok(first && second)
  servers.leadTo([first])
  return { servers, first, second, toDatabase, toNats, toRecorder }
}
