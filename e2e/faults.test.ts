import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLapsAndOrder } from '@pitboard/sim/compare'
import { createRace } from '@pitboard/sim/race'
import { startConsole } from './src/console.ts'
import { assertRecorded, findLiveId, openFaultyRace, waitForRecorded } from './src/faulty-race.ts'
import { startPitboard } from './src/pitboard.ts'
import { outcomeOf } from './src/recorder-outcome.ts'

const race = createRace({ seed: 33, laps: 2, cars: 4, rateHz: 10, trackId: 26, lean: true })

test('kill -9 of the server: a recorder resumes and a console sends on to its port, their sessions equal the truth', async (t) => {
  const pitboard = await startPitboard(t)
  const { game, startRecorder } = await openFaultyRace(t, pitboard, race)
  const recorder = await startRecorder()
  const console = await startConsole(t, pitboard, race)
  await Promise.all([game.driveTo(0.5), console.driveTo(0.5)])
  const id = await findLiveId(pitboard)
  const ofConsole = await findLiveId(pitboard, console.userId)
  await pitboard.kill()
  await game.driveTo(0.6)
  // It cannot notice that nobody listens.
  await console.driveTo(0.51)
  await pitboard.start()
  await Promise.all([game.driveTo(1), console.driveTo(1)])
  recorder.process.kill('SIGINT')
  const { sessions: recorded, sent, acknowledged } = await outcomeOf(recorder)
  assert.equal(acknowledged, sent)
  assert.deepEqual(
    recorded.map((session) => session.id),
    [id],
  )
  await assertRecorded(pitboard, id, race)
  const detail = await waitForRecorded(pitboard, console.userId)
  assert.equal(detail.id, ofConsole)
  assertLapsAndOrder(detail, race)
})
