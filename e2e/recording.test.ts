import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { runRecorder } from '@pitboard/recorder/testing/run-recorder'
import { assertLapsAndOrder, assertTruth } from '@pitboard/sim/compare'
import { driveRace } from '@pitboard/sim/drive'
import { createRace } from '@pitboard/sim/race'
import { startPacedGame } from './src/paced-game.ts'
import { until } from '@pitboard/contract/testing/patience'
import { insertDriver, type Pitboard, startPitboard } from './src/pitboard.ts'
import { outcomeOf } from './src/recorder-outcome.ts'
import { takenOverUdp } from './src/taken-over-udp.ts'

/** Every kind of datagram, of a full field. */
const race = createRace({ seed: 21, laps: 2, cars: 20, rateHz: 10, trackId: 26 })
const shortRace = createRace({ seed: 22, laps: 2, cars: 6, rateHz: 10, trackId: 26, lean: true })
/** The size of a burst, so small that a socket buffers two of them. */
const STEPS = 120

test('races that a recorder sends to one server', { concurrency: true }, async (t) => {
  const pitboard = await startPitboard(t)
  await Promise.all([
    t.test('recorded over TCP it equals the simulator’s truth', async (t) => {
      const { port, userId, record } = await openRecorder(t, pitboard)
      const game = await startPacedGame(t, race, port)
      const finish = await record('--forward', game.echo)
      await game.driveTo(1)
      const outcome = await finish()
      assert.equal(outcome.acknowledged, outcome.sent)
      const [session] = outcome.sessions
      assert.ok(session)
      assert.equal(session.sessionUrl, `${pitboard.publicUrl}/sessions/${session.id}`)
      const detail = await pitboard.call(sessions.get, { params: { id: session.id } })
      assertTruth(detail, race)
      assert.deepEqual(
        (await listOwn(pitboard, userId)).map(({ id, sessionId }) => ({ id, sessionId })),
        [{ id: session.id, sessionId: race.uid }],
      )
    }),

    t.test('recorded over a leased UDP port it equals the truth', async (t) => {
      const { port, userId, record } = await openRecorder(t, pitboard)
      const game = await startPacedGame(t, shortRace, port)
      const finish = await record('--forward', game.echo, '--udp')
      for (let step = 1; step <= STEPS; step++) {
        await game.driveTo(step / STEPS)
        await takenOverUdp(pitboard)
      }
      await finish()
      // Over UDP the server does not report when it is done.
      const { id } = await until(async () => (await listOwn(pitboard, userId))[0])
      assertTruth(await pitboard.call(sessions.get, { params: { id } }), shortRace)
    }),

    t.test('with 5 % of the datagrams lost it has every lap and the classification', async (t) => {
      const { port, record } = await openRecorder(t, pitboard)
      const finish = await record()
      await driveRace(shortRace, { port, speed: 25, loss: 0.05 })
      const [session] = (await finish()).sessions
      assert.ok(session)
      const detail = await pitboard.call(sessions.get, { params: { id: session.id } })
      assertLapsAndOrder(detail, shortRace)
    }),
  ])
})

/** A user of the server, and a way to begin to record and to end it. */
async function openRecorder(t: TestContext, pitboard: Pitboard) {
  const { userId, key } = await insertDriver(pitboard, randomUUID())
  const spool = mkdtempSync(join(tmpdir(), 'pitboard-spool-'))
  t.after(() => rmSync(spool, { recursive: true, force: true, maxRetries: 10 }))
  const port = await freePort()
  const record = async (...options: string[]) => {
    const recorder = runRecorder([
      'record',
      '--json',
      '--listen',
      String(port),
      '--host',
      '127.0.0.1',
      '--spool',
      spool,
      '--server',
      pitboard.url,
      '--user',
      userId,
      '--key',
      key,
      ...options,
    ])
    t.after(() => recorder.process.kill('SIGKILL'))
    await recorder.waitForOutput(/listening/i)
    return () => {
      recorder.process.kill('SIGINT')
      return outcomeOf(recorder)
    }
  }
  return { port, userId, record }
}

async function listOwn({ call }: Pitboard, userId: string) {
  const { sessions: listed } = await call(sessions.list)
  return listed.filter((session) => session.userId === userId)
}
