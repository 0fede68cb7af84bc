import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { writeCertificate } from '@pitboard/server/racing/ingest/transports/certificate-files.fixture'
import { createRace } from '@pitboard/sim/race'
import { assertOneSession, startRecording } from './src/recorded-race.ts'
import { startServers } from './src/servers.ts'
import { tapPort } from './src/tapped-port.ts'

const race = createRace({ seed: 30, laps: 2, cars: 4, rateHz: 10, trackId: 26, lean: true })
/** The number is much less than the race, and much more than a handshake. */
const STREAM_BYTES_MIN = 20_000
const TLS_HANDSHAKE = 22

test('two servers with TLS between them: a recorder that reaches the wrong one is passed on', async (t) => {
  const { ingestTlsCert, ingestTlsKey } = writeCertificate(t, 'localhost')
  const ports = { 'server-1': await freePort(), 'server-2': await freePort() }
  const toFirst = await tapPort(t, ports['server-1'])
  const servers = await startServers(t, {
    count: 2,
    env: (id) => ({
      INGEST_HOST: 'localhost',
      INGEST_TLS_CERT: ingestTlsCert,
      INGEST_TLS_KEY: ingestTlsKey,
      NODE_EXTRA_CA_CERTS: ingestTlsCert,
      INGEST_TCP_PORT: String(id === 'server-1' ? ports['server-1'] : ports['server-2']),
      ...(id === 'server-1' && { INGEST_TCP_PUBLIC_PORT: String(toFirst.port) }),
    }),
  })
  const [first, second] = servers.all
  assert.ok(first && second)

  /** Starts a race that the first server records, while its recorder is connected to the second one. */
  async function startPassedOn(t: Parameters<typeof startRecording>[0]) {
    servers.leadTo([first ?? assert.fail()])
    const recording = await startRecording(t, { servers, race })
    const { game, userId } = recording
    await game.driveTo(0.2)
    await until(async () => (await servers.findOwner(userId)) === first)
    const before = toFirst.listStreams().length
    servers.leadTo([second ?? assert.fail()])
    servers.mendClients(first ?? assert.fail())
    await game.driveTo(0.5)
    await until(() => {
      const passed = Buffer.concat(toFirst.listStreams().slice(before))
      return passed.length > STREAM_BYTES_MIN
    })
    assert.equal(await servers.findOwner(userId), first)
    return recording
  }

  for (const [title, kill] of [
    ['to the end', null],
    ['until the server that passes it on is killed', second],
    ['until the owner of the race is killed', first],
  ] as const) {
    await t.test(`${title}: the session equals the truth`, async (t) => {
      const { game, userId, finish } = await startPassedOn(t)
      await kill?.kill()
      servers.leadTo(servers.all)
      await game.driveTo(1)
      // The stream is free 10 s after the last heartbeat of its owner.
      if (kill === first) await until(async () => (await servers.findOwner(userId)) === second)
      const outcome = await finish()
      assert.equal(outcome.acknowledged, outcome.sent)
      await assertOneSession(servers, userId, race)
      await kill?.start()
    })
  }

  await t.test('and nothing of it could be read on the way', () => {
    // One that was opened while the owner was dead has sent nothing.
    const streams = toFirst.listStreams().filter((stream) => stream.length > 0)
    assert.ok(streams.length >= 3)
    for (const stream of streams) {
      assert.equal(stream[0], TLS_HANDSHAKE)
      assert.ok(!stream.includes('nodeId') && !stream.includes('streamId'))
    }
  })
})
