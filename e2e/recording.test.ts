import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { replays } from '@pitboard/contract/live/replay'
import { lapTraces } from '@pitboard/contract/traces/lap-traces'
import { freePort } from '@pitboard/recorder/testing/free-port'
import {
  runProgram,
  runRecorder,
  type RunningRecorder,
} from '@pitboard/recorder/testing/run-recorder'
import { assertLapsAndOrder, assertTruth } from '@pitboard/sim/compare'
import { createRace } from '@pitboard/sim/race'
import { impair } from '@pitboard/sim/scenario/impairments'
import { startPacedGame } from './src/paced-game.ts'
import { until } from '@pitboard/contract/testing/patience'
import { onlyInLongRun } from '@pitboard/contract/testing/sample'
import { insertDriver, type Pitboard, startPitboard } from './src/pitboard.ts'
import { outcomeOf } from './src/recorder-outcome.ts'
import { takenOverUdp } from './src/taken-over-udp.ts'
import { BUNDLED_MAIN } from '@pitboard/server/testing/main-process'
import { startTls } from '@pitboard/server/testing/tls'
import { ensureBuilt } from '@pitboard/web/testing/builds'
import { startWebProxy } from './src/web-proxy.ts'

/** The race has every kind of datagram, of a full field. */
const race = createRace({ seed: 21, laps: 2, cars: 20, rateHz: 10, trackId: 26 })
const shortRace = createRace({ seed: 22, laps: 2, cars: 6, rateHz: 10, trackId: 26, lean: true })
/** The number is less than the datagrams of the short race, and far more than the requests beside them. */
const STREAM_BYTES_MIN = 100_000
const EARLIER_RECORDER = new URL('./fixtures/recorder-0.1.0.cjs.gz', import.meta.url)
/** A burst has this size, so small that a socket buffers two of them. */
const STEPS = 120

test('races that a recorder sends to one server', { concurrency: true }, async (t) => {
  // The server runs as `npm start` runs it: other tests run the sources.
  await ensureBuilt('server')
  const pitboard = await startPitboard(t, {}, null, { main: BUNDLED_MAIN })
  await Promise.all([
    t.test('recorded over TCP it equals the simulator’s truth, with laps and replay', async (t) => {
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
      // Threads of their own make both.
      const params = { sessionId: session.id }
      await until(async () => (await pitboard.call(replays.get, { params })).replay)
      await until(async () => (await pitboard.call(lapTraces.laps, { params })).traces === 'ready')
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
      // The server does not report over UDP when it is done.
      const { id } = await until(async () => (await listOwn(pitboard, userId))[0])
      assertTruth(await pitboard.call(sessions.get, { params: { id } }), shortRace)
    }),

    onlyInLongRun(() =>
      t.test(
        'through a web proxy with a password to a site with TLS it equals the truth',
        async (t) => {
          const proxy = await startWebProxy(t, {
            host: 'pitboard.test',
            credentials: 'driver:paddock',
          })
          const front = await startTls(t, { host: 'pitboard.test', port: pitboard.port })
          const { port, record } = await openRecorder(t, pitboard, {
            url: `https://pitboard.test:${front.port}`,
            start: (args) =>
              runRecorder(args, {
                HTTPS_PROXY: proxy.url,
                NODE_EXTRA_CA_CERTS: front.certificateFile,
              }),
          })
          const game = await startPacedGame(t, shortRace, port)
          const finish = await record('--forward', game.echo)
          await game.driveTo(0.5)
          // It finds its way again, and not over the TCP port beside the proxy.
          proxy.breakConnections()
          await game.driveTo(1)
          const { sessions: recorded, stderr } = await finish()
          const [session] = recorded
          assert.ok(session)
          assertTruth(await pitboard.call(sessions.get, { params: { id: session.id } }), shortRace)
          assert.ok(proxy.bytesToSite() > STREAM_BYTES_MIN)
          assert.ok(!stderr.includes('paddock'))
        },
      ),
    ),

    onlyInLongRun(() =>
      t.test(
        'by a recorder from before the stream over WebSocket it equals the truth',
        async (t) => {
          const program = unpackEarlierRecorder(t)
          const { port, record } = await openRecorder(t, pitboard, {
            url: pitboard.url,
            start: (args) => runProgram(process.execPath, [program, ...args], {}),
          })
          const game = await startPacedGame(t, shortRace, port)
          const finish = await record('--forward', game.echo)
          await game.driveTo(1)
          const outcome = await finish()
          assert.equal(outcome.acknowledged, outcome.sent)
          const [session] = outcome.sessions
          assert.ok(session)
          assertTruth(await pitboard.call(sessions.get, { params: { id: session.id } }), shortRace)
        },
      ),
    ),

    t.test('with 5 % of the datagrams lost it has every lap and the classification', async (t) => {
      const { port, record } = await openRecorder(t, pitboard)
      const lossy = { datagrams: () => impair(shortRace.datagrams(), { seed: 1, loss: 0.05 }) }
      // A machine that has more to do would lose others as well.
      const game = await startPacedGame(t, lossy, port)
      const finish = await record('--forward', game.echo)
      await game.driveTo(1)
      const [session] = (await finish()).sessions
      assert.ok(session)
      const detail = await pitboard.call(sessions.get, { params: { id: session.id } })
      assertLapsAndOrder(detail, shortRace)
    }),
  ])
})

/** It says where the recorder looks for the server, and what is started. */
interface Recorder {
  readonly url: string
  start(args: readonly string[]): RunningRecorder
}

/** Opens a user of the server, and a way to begin to record and to end it. */
async function openRecorder(
  t: TestContext,
  pitboard: Pitboard,
  { url, start }: Recorder = { url: pitboard.url, start: (args) => runRecorder(args) },
) {
  const { userId, key } = await insertDriver(pitboard, randomUUID())
  const spool = mkdtempSync(join(tmpdir(), 'pitboard-spool-'))
  t.after(() => rmSync(spool, { recursive: true, force: true, maxRetries: 10 }))
  const port = await freePort()
  const record = async (...options: string[]) => {
    const args = [
      'record',
      '--json',
      '--listen',
      String(port),
      '--host',
      '127.0.0.1',
      '--spool',
      spool,
      '--server',
      url,
      '--user',
      userId,
      '--key',
      key,
      ...options,
    ]
    const recorder = start(args)
    t.after(() => recorder.process.kill('SIGKILL'))
    await recorder.waitForOutput(/listening/i)
    return () => {
      recorder.process.kill('SIGINT')
      return outcomeOf(recorder)
    }
  }
  return { port, userId, record }
}

/** Unpacks the recorder of the version before, as its portable archive had it. */
function unpackEarlierRecorder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-recorder-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'recorder.cjs')
  writeFileSync(program, gunzipSync(readFileSync(EARLIER_RECORDER)))
  return program
}

async function listOwn({ call }: Pitboard, userId: string) {
  const { sessions: listed } = await call(sessions.list)
  return listed.filter((session) => session.userId === userId)
}
