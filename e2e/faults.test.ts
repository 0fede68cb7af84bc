import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { assertLapsAndOrder } from '@pitboard/sim/compare'
import { createRace } from '@pitboard/sim/race'
import { startConsole } from './src/console.ts'
import {
  assertNothingLeft,
  assertRecorded,
  AUTH_JWT_SECRET,
  findLiveId,
  loseServer,
  openFaultyRace,
  waitForRecorded,
} from './src/faulty-race.ts'
import { startPitboard } from './src/pitboard.ts'
import { startProxy } from './src/proxy.ts'
import { outcomeOf } from './src/recorder-outcome.ts'

const race = createRace({ seed: 33, laps: 2, cars: 4, rateHz: 10, trackId: 26, lean: true })

suite('what breaks in the middle of a race loses nothing', { concurrency: true }, () => {
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

  test('a network break for as long as the recorder notices it and fails to register: the session equals the truth', async (t) => {
    const pitboard = await startPitboard(t)
    const { port, ingestTcpPort } = pitboard
    const near = { from: '127.0.0.2', to: '127.0.0.1', ports: [port, ingestTcpPort] }
    const proxy = await startProxy(t, near)
    const { game, startRecorder } = await openFaultyRace(
      t,
      pitboard,
      race,
      `http://127.0.0.2:${port}`,
    )
    const recorder = await startRecorder()
    await game.driveTo(0.4)
    const id = await findLiveId(pitboard)
    proxy.cut()
    await game.driveTo(0.7)
    await recorder.waitForOutput(/has fallen silent; trying again/)
    await recorder.waitForOutput(/cannot be reached .*; trying again/)
    proxy.mend()
    await game.driveTo(1)
    recorder.process.kill('SIGINT')
    const { sent, acknowledged } = await outcomeOf(recorder)
    assert.equal(acknowledged, sent)
    await assertRecorded(pitboard, id, race)
  })

  test('a server loses its disk, and again after a kill of the recorder: the first part of the race is sent before the rest', async (t) => {
    const pitboard = await startPitboard(t, { AUTH_JWT_SECRET })
    const { game, startRecorder } = await openFaultyRace(t, pitboard, race)
    const killed = await startRecorder()
    await game.driveTo(0.3)
    const id = await findLiveId(pitboard)
    killed.process.kill('SIGKILL')
    await once(killed.process, 'close')
    const second = await startRecorder()
    await second.waitForOutput(/connected to/)
    await game.driveTo(0.5)
    await loseServer(pitboard)
    await pitboard.start()
    // It has begun to send again what the server had, of which it may have heard nothing.
    await findLiveId(pitboard)
    await game.driveTo(0.7)
    second.process.kill('SIGKILL')
    await once(second.process, 'close')
    await loseServer(pitboard)
    await pitboard.start()
    const third = await startRecorder()
    await third.waitForOutput(/connected to/)
    await game.driveTo(1)
    third.process.kill('SIGINT')
    await outcomeOf(third)
    await assertRecorded(pitboard, id, race)
    await assertNothingLeft(pitboard, id)
  })
})
