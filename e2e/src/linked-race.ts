import type { TestContext } from 'node:test'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { runRecorder } from '@pitboard/recorder/testing/run-recorder'
import { createRace } from '@pitboard/sim/race'
import type { RaceOptions } from '@pitboard/sim/setup/setup'
import type { Pitboard } from './pitboard.ts'
import { startTimedGame } from './timed-game.ts'

/** Starts a race in real time that is longer than any test, recorded by the user of this server. */
export async function startLinkedRace(
  t: TestContext,
  pitboard: Pitboard,
  options: Pick<RaceOptions, 'cars' | 'rateHz' | 'lean'>,
) {
  const port = await freePort()
  const recorder = runRecorder([
    'record',
    '--listen',
    String(port),
    '--host',
    '127.0.0.1',
    '--spool',
    pitboard.spool,
    ...pitboard.recorderOptions(),
  ])
  t.after(() => recorder.process.kill('SIGKILL'))
  await recorder.waitForOutput(/listening/i)
  const race = createRace({ seed: 44, laps: 20, trackId: 7, ...options })
  return { game: startTimedGame(t, race, port), recorder }
}
