import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { suite, test } from 'node:test'
import { LiveSession } from '@pitboard/contract/live/live'
import { openTestNats } from '@pitboard/server/platform/nats/nats.fixture'
import { whyLeftOut } from '@pitboard/server/testing/outside-programs'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { loseOwner } from './src/lost-owner.ts'
import { until } from '@pitboard/contract/testing/patience'
import { startRecording } from './src/recorded-race.ts'
import { type ServerOfMany, startServers } from './src/servers.ts'

const race = createRace({ seed: 21, laps: 3, cars: 8, rateHz: 20, trackId: 26 })
/** `FAILOVER_ROUNDS=20 npm test -- e2e/failover.long` repeats each loss that often. */
const ROUNDS = Number(process.env['FAILOVER_ROUNDS'] ?? 1)

suite('the owner of a stream is lost during a race', () => {
  for (let round = 1; round <= ROUNDS; round++) {
    for (const share of [0.3, 0.7]) {
      const title = `kill -9 at ${share * 100} % of the race: the session equals the truth (${round})`
      test(title, (t) => loseOwner(t, { servers: 3, race, share, losesDisk: false }))
    }
    const title = `kill -9 with the loss of its disk: the session equals the truth (${round})`
    test(title, (t) =>
      loseOwner(t, { servers: 3, race, share: round % 2 === 0 ? 0.3 : 0.7, losesDisk: true }),
    )
  }
})

test(
  'kill -9 of the owner with its disk, and of the recorder: another server continues the session',
  { skip: whyLeftOut('nats-server') },
  async (t) => {
    const nats = await openTestNats({ jetStream: true })
    t.after(() => nats.close())
    const servers = await startServers(t, { count: 3, env: () => ({ NATS_URL: nats.url }) })
    const { userId, game, recorder } = await startRecording(t, { servers, race })
    await game.driveTo(0.5)
    const owner = await until(() => servers.findOwner(userId))
    const before = await until(() => readLiveSession(owner, userId))
    recorder.process.kill('SIGKILL')
    await owner.kill()
    rmSync(owner.dataDir, { recursive: true, force: true })
    const next = await until(async () => {
      const found = await servers.findOwner(userId)
      return found === owner ? undefined : found
    })
    const after = await until(() => readLiveSession(next, userId))
    assert.equal(after.id, before.id)
    // What was acknowledged is there; a lap may have ended within the last 200 ms.
    for (const [place, { lapTimes }] of after.drivers.entries()) {
      assert.ok(lapTimes.length >= (before.drivers[place]?.lapTimes.length ?? 0) - 1)
    }
  },
)

/** Returns null while the server does not have it. */
async function readLiveSession({ url }: ServerOfMany, userId: string) {
  const answer = await fetch(`${url}/api/LiveSession/user/${userId}`)
  return answer.status === 200 ? Value.Parse(LiveSession, await answer.json()) : null
}
