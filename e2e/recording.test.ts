import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sessions } from '@pitboard/contract/session-endpoints'
import { runRecorder } from '@pitboard/recorder/testing/run-recorder'
import { assertLapsAndOrder, assertTruth } from '@pitboard/sim/compare'
import { driveRace } from '@pitboard/sim/drive'
import { createRace } from '@pitboard/sim/race'
import { freePort, startPitboard } from './src/pitboard.ts'
import { outcomeOf, type Outcome } from './src/recorder-outcome.ts'

const race = createRace({ seed: 21, laps: 3, cars: 20, rateHz: 20, trackId: 26 })
const POLL_MS = 100

suite('a race of 20 cars, driven by the simulated game', { concurrency: true }, () => {
  test('recorded over TCP it equals the simulator’s truth', async (t) => {
    const { pitboard, outcome } = await record(t, { speed: 25 })
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
    const { pitboard } = await record(t, { speed: 25, udp: true })
    // Over UDP nobody says when the server is done.
    for (;;) {
      const [session] = (await pitboard.call(sessions.list)).sessions
      if (session) {
        const detail = await pitboard.call(sessions.get, { params: { id: session.id } })
        assertTruth(detail, race)
        return
      }
      await pause(POLL_MS)
    }
  })

  test('with 5 % of the datagrams lost it has every lap and the classification', async (t) => {
    const { pitboard, outcome } = await record(t, { speed: 25, loss: 0.05 })
    const [session] = outcome.sessions
    assert.ok(session)
    assertLapsAndOrder(await pitboard.call(sessions.get, { params: { id: session.id } }), race)
  })
})

interface Conditions {
  readonly speed: number
  readonly loss?: number
  readonly udp?: boolean
}

async function record(t: TestContext, { speed, loss = 0, udp = false }: Conditions) {
  const pitboard = await startPitboard(t)
  const port = await freePort()
  const recorder = runRecorder([
    ...['record', '--json', '--listen', String(port), '--host', '127.0.0.1'],
    ...['--spool', pitboard.spool],
    ...pitboard.recorderOptions(),
    ...(udp ? ['--udp'] : []),
  ])
  t.after(() => recorder.process.kill('SIGKILL'))
  await recorder.said(/listening/i)
  await driveRace(race, { port, speed, loss })
  recorder.process.kill('SIGINT')
  const outcome: Outcome = await outcomeOf(recorder)
  return { pitboard, outcome }
}
