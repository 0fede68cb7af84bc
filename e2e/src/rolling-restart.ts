import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setInterval as every } from 'node:timers/promises'
import { createClient } from '@pitboard/contract/wire/client'
import { liveSessions } from '@pitboard/contract/live/live'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { openTestNats } from '@pitboard/server/platform/nats/nats.fixture'
import { openTestS3 } from '@pitboard/server/testing/s3-server'
import { assertTruth } from '@pitboard/sim/compare'
import type { Race } from '@pitboard/sim/race'
import { createLiveReceiver } from '@pitboard/web/features/live/live-receiver'
import { openLiveSocket } from '@pitboard/web/features/live/live-socket'
import { type Connection, createLiveStore } from '@pitboard/web/features/race/live-store'
import type { PacedGame } from './paced-game.ts'
import { until } from '@pitboard/contract/testing/patience'
import { startRecording } from './recorded-race.ts'
import { type Servers, startServers } from './servers.ts'

/** Datagrams are sent as fast as in a race: a burst every this many ms. */
const BURST_MS = 100
const BURST_SHARE = 0.001

export interface RollingRestart {
  readonly servers: number
  readonly viewers: number
  readonly race: Race
  /**
   * If it is true, the state of the race is asked for as well: while no server has it the balancer asks again, on a
   * busy machine not for long enough.
   */
  readonly asksForState?: boolean
}

/**
 * Restarts servers one after the other during a race: no request fails, no viewer gets the end of the session, and the
 * race is complete. Returns for how long each viewer saw nothing new, the longest first.
 */
export async function restartOneByOne(
  t: TestContext,
  { servers: count, viewers: watching, race, asksForState = false }: RollingRestart,
): Promise<number[]> {
  const servers = await startCluster(t, count)
  const { url } = servers
  const call = createClient({ baseUrl: url })
  const { game, finish } = await startRecording(t, { servers, race })
  await game.driveTo(0.2)
  const id = await until(async () => (await call(liveSessions.all))[0]?.id)
  const driving = driveSlowly(game, 0.2)
  const viewers = Array.from({ length: watching }, () => watch(t, url, id))
  await until(() => viewers.every(({ isLive }) => isLive()))
  const paths = ['/', '/api/LiveSession/all', `/live/${id}`]
  const asking = ask(url, asksForState ? [...paths, `/api/LiveSession/${id}`] : paths)

  for (const server of servers.all) {
    await server.stop()
    await server.start()
    await until(() => servers.isUp(server))
    await until(() => viewers.every(({ isLive }) => isLive()))
  }

  const failures = await asking.end()
  const reached = await driving.end()
  const gaps = viewers.map(({ gapMs }) => gapMs()).toSorted((a, b) => b - a)
  t.diagnostic(
    `longest gaps of viewers: ${gaps
      .slice(0, 3)
      .map(Math.round)
      .join(', ')} ms; the race was at ${Math.round(reached * 100)} %`,
  )
  assert.deepEqual(failures, [])
  assert.deepEqual(
    [...new Set(viewers.flatMap(({ kinds }) => kinds))].filter((kind) => kind === 'notFound'),
    [],
  )
  await game.driveTo(1)
  const { sent, acknowledged } = await finish()
  assert.equal(acknowledged, sent)
  const { sessions: stored } = await call(sessions.list)
  assert.deepEqual(
    stored.map((session) => session.id),
    [id],
  )
  assertTruth(await call(sessions.get, { params: { id } }), race)
  return gaps
}

/** Starts servers with one NATS server and one bucket, behind HAProxy as it is shipped. */
async function startCluster(t: TestContext, count: number): Promise<Servers> {
  const [nats, bucket] = await Promise.all([openTestNats({ jetStream: true }), openTestS3()])
  t.after(() => nats.close())
  t.after(() => bucket.close())
  const haproxyPort = await freePort()
  const env = {
    NATS_URL: nats.url,
    S3_URL: bucket.url,
    TRUST_PROXY: '1',
    PUBLIC_URL: `http://127.0.0.1:${haproxyPort}`,
  }
  return startServers(t, { count, env: () => env, haproxyPort })
}

/** Goes on with the race until the end of the test; resolves with the share that was driven. */
function driveSlowly(game: PacedGame, from: number) {
  const stopping = new AbortController()
  let share = from
  const driving = (async () => {
    for await (const _ of every(BURST_MS)) {
      if (stopping.signal.aborted) return
      share = Math.min(0.9, share + BURST_SHARE)
      await game.driveTo(share)
    }
  })()
  return {
    async end(): Promise<number> {
      stopping.abort()
      await driving
      return share
    },
  }
}

/** Calls the addresses in turns; resolves with what did not succeed. */
function ask(url: string, paths: readonly string[]) {
  const stopping = new AbortController()
  const failures: string[] = []
  const asking = (async () => {
    for await (const _ of every(BURST_MS)) {
      for (const path of paths) {
        if (stopping.signal.aborted) return
        const answer = await fetch(url + path).then(
          ({ status }) => status,
          (error: unknown) => String(error),
        )
        if (answer !== 200) failures.push(`${path}: ${answer}`)
      }
    }
  })()
  return {
    async end(): Promise<string[]> {
      stopping.abort()
      await asking
      return failures
    },
  }
}

/** Opens a page's own socket, without the page. */
function watch(t: TestContext, url: string, id: string) {
  const store = createLiveStore()
  const kinds: Connection['kind'][] = []
  let changedMs = Number.NaN
  let gapMs = 0
  let shown = store.view().session
  store.subscribe(() => {
    const { connection, session } = store.view()
    if (connection.kind !== kinds.at(-1)) kinds.push(connection.kind)
    if (session === shown) return
    shown = session
    const nowMs = performance.now()
    if (changedMs > 0) gapMs = Math.max(gapMs, nowMs - changedMs)
    changedMs = nowMs
  })
  const socket = openLiveSocket(
    `${url.replace('http', 'ws')}/api/LiveSession/ws/${id}`,
    createLiveReceiver(store),
  )
  t.after(socket.close)
  return {
    kinds,
    isLive: () => store.view().connection.kind === 'live',
    gapMs: () => gapMs,
  }
}
