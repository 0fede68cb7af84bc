import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { liveSessions } from '@pitboard/contract/live/live'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { runRecorder } from '@pitboard/recorder/testing/run-recorder'
import { assertTruth } from '@pitboard/sim/compare'
import { createRace } from '@pitboard/sim/race'
import { startPacedGame } from './src/paced-game.ts'
import { until } from '@pitboard/contract/testing/patience'
import { startPitboard, type Pitboard } from './src/pitboard.ts'
import { startProxy } from './src/proxy.ts'
import { outcomeOf } from './src/recorder-outcome.ts'

const race = createRace({ seed: 33, laps: 3, cars: 20, rateHz: 20, trackId: 26 })
const BREAK_MS = 60_000
/** Not in DATA_DIR: a server without the secret of its database does not start. */
const AUTH_JWT_SECRET = 'the-secret-of-these-servers-that-lose-their-disk'

suite('what breaks in the middle of a race loses nothing', { concurrency: true }, () => {
  test('kill -9 of the server: the recorder resumes, the session equals the truth', async (t) => {
    const pitboard = await startPitboard(t)
    const { game, startRecorder } = await prepare(t, pitboard)
    const recorder = await startRecorder()
    await game.driveTo(0.5)
    const id = await liveSession(pitboard)
    await pitboard.kill()
    await game.driveTo(0.6)
    await pitboard.start()
    await game.driveTo(1)
    recorder.process.kill('SIGINT')
    const { sessions: recorded, sent, acknowledged } = await outcomeOf(recorder)
    assert.equal(acknowledged, sent)
    assert.deepEqual(
      recorded.map((session) => session.id),
      [id],
    )
    await assertRecorded(pitboard, id)
  })

  test('kill -9 of the recorder: it resumes from its spool, the session equals the truth', async (t) => {
    const pitboard = await startPitboard(t)
    const { game, startRecorder } = await prepare(t, pitboard)
    const killed = await startRecorder()
    await game.driveTo(0.5)
    const id = await liveSession(pitboard)
    killed.process.kill('SIGKILL')
    await once(killed.process, 'close')
    const recorder = await startRecorder()
    await game.driveTo(1)
    recorder.process.kill('SIGINT')
    await outcomeOf(recorder)
    await assertRecorded(pitboard, id)
  })

  test(`a network break of ${BREAK_MS / 1000} s: the session equals the truth`, async (t) => {
    const pitboard = await startPitboard(t)
    const { port, ingestTcpPort } = pitboard
    const near = { from: '127.0.0.2', to: '127.0.0.1', ports: [port, ingestTcpPort] }
    const proxy = await startProxy(t, near)
    const { game, startRecorder } = await prepare(t, pitboard, `http://127.0.0.2:${port}`)
    const recorder = await startRecorder()
    await game.driveTo(0.4)
    const id = await liveSession(pitboard)
    proxy.cut()
    await game.driveTo(0.7)
    // The length of the break: it has no event to wait for.
    await pause(BREAK_MS)
    proxy.mend()
    await game.driveTo(1)
    recorder.process.kill('SIGINT')
    const { sent, acknowledged } = await outcomeOf(recorder)
    assert.equal(acknowledged, sent)
    await assertRecorded(pitboard, id)
  })
})

suite('a server that loses its disk in a race loses nothing', { concurrency: true }, () => {
  for (const share of [0.3, 0.7]) {
    test(`at ${share * 100} %: the recorder sends again what is not settled`, async (t) => {
      const pitboard = await startPitboard(t, { AUTH_JWT_SECRET })
      const { game, startRecorder } = await prepare(t, pitboard)
      const recorder = await startRecorder()
      await game.driveTo(share)
      const id = await liveSession(pitboard)
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
      await assertRecorded(pitboard, id)
      await assertNothingLeft(pitboard, id)
    })
  }

  test('after a kill of the recorder too: the first part of the race is sent before the rest', async (t) => {
    const pitboard = await startPitboard(t, { AUTH_JWT_SECRET })
    const { game, startRecorder } = await prepare(t, pitboard)
    const killed = await startRecorder()
    await game.driveTo(0.3)
    const id = await liveSession(pitboard)
    killed.process.kill('SIGKILL')
    await once(killed.process, 'close')
    const second = await startRecorder()
    await second.waitForOutput(/connected to/)
    await game.driveTo(0.5)
    await loseServer(pitboard)
    await pitboard.start()
    await second.waitForOutput(/The server no longer has datagrams/)
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
    await assertRecorded(pitboard, id)
    await assertNothingLeft(pitboard, id)
  })
})

/** SIGKILL, and its DATA_DIR is gone. */
async function loseServer(pitboard: Pitboard): Promise<void> {
  await pitboard.kill()
  rmSync(pitboard.dataDir, { recursive: true })
}

/** One row, one capture, and no datagram that waits in a spool. */
async function assertNothingLeft({ db, dataDir, spool }: Pitboard, id: string): Promise<void> {
  const rows = await db.selectFrom('session').select(['id', 'status']).execute()
  assert.deepEqual(rows, [{ id, status: 'recorded' }])
  const captures = listFiles(join(dataDir, 'captures'), '.pcap.zst')
  assert.deepEqual(
    captures.map((name) => dirname(name)),
    [id],
  )
  assert.deepEqual(listFiles(spool, '.frames'), [])
}

function listFiles(folder: string, ending: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith(ending))
}

async function prepare(t: TestContext, pitboard: Pitboard, url = pitboard.url) {
  const listen = await freePort()
  const game = await startPacedGame(t, race, listen)
  const startRecorder = async () => {
    const recorder = runRecorder([
      ...['record', '--json', '--listen', String(listen), '--host', '127.0.0.1'],
      ...['--spool', pitboard.spool],
      ...['--forward', game.echo],
      ...pitboard.recorderOptions(url),
    ])
    t.after(() => recorder.process.kill('SIGKILL'))
    await recorder.waitForOutput(/listening/i)
    return recorder
  }
  return { game, startRecorder }
}

function liveSession(pitboard: Pitboard): Promise<string> {
  return until(async () => (await pitboard.call(liveSessions.all))[0]?.id)
}

async function assertRecorded(pitboard: Pitboard, id: string): Promise<void> {
  const { sessions: listed } = await pitboard.call(sessions.list)
  assert.deepEqual(
    listed.map((session) => session.id),
    [id],
  )
  assertTruth(await pitboard.call(sessions.get, { params: { id } }), race)
}
