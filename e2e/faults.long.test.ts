import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { leagues } from '@pitboard/contract/leagues/league'
import { openTestDatabase } from '@pitboard/server/testing/database'
import { ApiException } from '@pitboard/contract/wire/client'
import { createRace } from '@pitboard/sim/race'
import {
  assertNothingLeft,
  assertRecorded,
  AUTH_JWT_SECRET,
  findLiveId,
  loseServer,
  openFaultyRace,
  waitForAcknowledged,
} from './src/faulty-race.ts'
import { insertDriver, startPitboard } from './src/pitboard.ts'
import { startProxy } from './src/proxy.ts'
import { outcomeOf } from './src/recorder-outcome.ts'

const race = createRace({ seed: 33, laps: 3, cars: 20, rateHz: 20, trackId: 26 })
const BREAK_MS = 60_000

suite('what breaks in the middle of a long race loses nothing', () => {
  test('kill -9 of the recorder: it resumes from its spool, the session equals the truth', async (t) => {
    const pitboard = await startPitboard(t)
    const { game, startRecorder } = await openFaultyRace(t, pitboard, race)
    const killed = await startRecorder()
    await game.driveTo(0.5)
    const id = await findLiveId(pitboard)
    killed.process.kill('SIGKILL')
    await once(killed.process, 'close')
    const recorder = await startRecorder()
    await game.driveTo(1)
    recorder.process.kill('SIGINT')
    await outcomeOf(recorder)
    await assertRecorded(pitboard, id, race)
  })

  test(`a network break of ${BREAK_MS / 1000} s: the session equals the truth`, async (t) => {
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
    // The break has this length, because it has no event to wait for.
    await pause(BREAK_MS)
    proxy.mend()
    await game.driveTo(1)
    recorder.process.kill('SIGINT')
    const { sent, acknowledged } = await outcomeOf(recorder)
    assert.equal(acknowledged, sent)
    await assertRecorded(pitboard, id, race)
  })

  test('the database is away from the middle of a race until its end: the race goes on live, and is stored when the database is back', async (t) => {
    const database = await openTestDatabase()
    t.after(() => database.close())
    const driver = await insertDriver(database)
    const own = new URL(database.url)
    const near = { from: '127.0.0.3', to: own.hostname, ports: [Number(own.port)] }
    const proxy = await startProxy(t, near)
    own.hostname = near.from
    const pitboard = await startPitboard(t, { DATABASE_URL: own.href }, { database, ...driver })
    const { game, startRecorder } = await openFaultyRace(t, pitboard, race)
    const recorder = await startRecorder()
    await game.driveTo(0.4)
    const id = await findLiveId(pitboard)
    proxy.cut()
    await assert.rejects(
      pitboard.call(leagues.list),
      (error) => error instanceof ApiException && error.result?.status === 503,
    )
    await game.driveTo(1)
    assert.equal(await findLiveId(pitboard), id)
    proxy.mend()
    recorder.process.kill('SIGINT')
    const { sent, acknowledged } = await outcomeOf(recorder)
    assert.equal(acknowledged, sent)
    await assertRecorded(pitboard, id, race)
    assert.equal(pitboard.isRunning(), true)
  })

  for (const share of [0.3, 0.7]) {
    test(`a server loses its disk at ${share * 100} %: the recorder sends again what is not settled`, async (t) => {
      const pitboard = await startPitboard(t, { AUTH_JWT_SECRET })
      const { game, startRecorder } = await openFaultyRace(t, pitboard, race)
      const recorder = await startRecorder()
      await game.driveTo(share)
      const id = await findLiveId(pitboard)
      await waitForAcknowledged(pitboard)
      await loseServer(pitboard)
      await game.driveTo(share + 0.1)
      await pitboard.start()
      await recorder.waitForOutput(
        /The server no longer has datagrams 1 to \d+: sending them again/,
      )
      await game.driveTo(1)
      recorder.process.kill('SIGINT')
      const { sent, acknowledged } = await outcomeOf(recorder)
      assert.equal(acknowledged, sent)
      await assertRecorded(pitboard, id, race)
      await assertNothingLeft(pitboard, id)
    })
  }

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
    // The recorder has begun to send again what the server already had, because it may have received no
    // acknowledgement.
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
