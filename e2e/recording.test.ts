import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { runRecorder } from '@pitboard/recorder/testing/run-recorder'
import { assertLapsAndOrder, assertTruth } from '@pitboard/sim/compare'
import { driveRace } from '@pitboard/sim/drive'
import { createRace } from '@pitboard/sim/race'
import { startPacedGame } from './src/paced-game.ts'
import { until } from '@pitboard/contract/testing/patience'
import { startPitboard } from './src/pitboard.ts'
import { outcomeOf } from './src/recorder-outcome.ts'
import { takenOverUdp } from './src/taken-over-udp.ts'

const race = createRace({ seed: 21, laps: 3, cars: 20, rateHz: 20, trackId: 26 })
/** The size of a burst, so small that a socket buffers two of them. */
const STEPS = 700

suite('a race of 20 cars, driven by the simulated game', { concurrency: true }, () => {
  test('recorded over TCP it equals the simulator’s truth', async (t) => {
    const { pitboard, port, record } = await start(t)
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
    const { sessions: listed } = await pitboard.call(sessions.list)
    assert.deepEqual(
      listed.map(({ id, sessionId }) => ({ id, sessionId })),
      [{ id: session.id, sessionId: race.uid }],
    )
  })

  test('recorded over a leased UDP port it equals the truth', async (t) => {
    const { pitboard, port, record } = await start(t)
    const game = await startPacedGame(t, race, port)
    const finish = await record('--forward', game.echo, '--udp')
    for (let step = 1; step <= STEPS; step++) {
      await game.driveTo(step / STEPS)
      await takenOverUdp(pitboard)
    }
    await finish()
    // Over UDP the server does not report when it is done.
    const { id } = await until(async () => (await pitboard.call(sessions.list)).sessions[0])
    assertTruth(await pitboard.call(sessions.get, { params: { id } }), race)
  })

  test('with 5 % of the datagrams lost it has every lap and the classification', async (t) => {
    const { pitboard, port, record } = await start(t)
    const finish = await record()
    await driveRace(race, { port, speed: 25, loss: 0.05 })
    const [session] = (await finish()).sessions
    assert.ok(session)
    assertLapsAndOrder(await pitboard.call(sessions.get, { params: { id: session.id } }), race)
  })
})

/** A server, and a way to begin to record and to end it. */
async function start(t: TestContext) {
  const pitboard = await startPitboard(t)
  const port = await freePort()
  const record = async (...options: string[]) => {
    const recorder = runRecorder([
      ...['record', '--json', '--listen', String(port), '--host', '127.0.0.1'],
      ...['--spool', pitboard.spool],
      ...pitboard.recorderOptions(),
      ...options,
    ])
    t.after(() => recorder.process.kill('SIGKILL'))
    await recorder.waitForOutput(/listening/i)
    return () => {
      recorder.process.kill('SIGINT')
      return outcomeOf(recorder)
    }
  }
  return { pitboard, port, record }
}
