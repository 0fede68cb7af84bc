import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type LiveSession, TcpLease } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { LiveMessage } from '@pitboard/contract/live/live-protocol'
import { createConditions } from '@pitboard/contract/testing/conditions'
import { until } from '@pitboard/contract/testing/patience'
import type { Datagram } from '@pitboard/telemetry/decode'
import { Value } from 'typebox/value'
import { type RawData, WebSocket } from 'ws'
import { insertRecorderKey } from '../../accounts/access/recorder-key.ts'
import { insertUser } from '../../accounts/users/queries.ts'
import { openTestNats, type TestNats } from '../../platform/nats/nats.fixture.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { runMain, type RunningMain } from '../../testing/main-process.ts'
import { connectRecorder, type TestRecorder } from '../ingest/transports/recorder.fixture.ts'
import { seenBy } from '../sessions/lobby.fixture.ts'

const SECRET = 'the same secret for all of the servers'

/** The server processes share one database and one NATS server. */
export interface Servers {
  readonly database: TestDatabase
  readonly nats: TestNats
  readonly env: Readonly<Record<string, string>>
  /** Returns this many running servers: those that an earlier test has left, and new ones. */
  take(count: number): Promise<RunningMain[]>
  close(): Promise<void>
}

export async function openServers(): Promise<Servers> {
  const [database, nats] = await Promise.all([openTestDatabase(), openTestNats()])
  const env = { NATS_URL: nats.url, AUTH_JWT_SECRET: SECRET }
  const folders: string[] = []
  const opened: RunningMain[] = []

  async function open(): Promise<RunningMain> {
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-node-'))
    folders.push(folder)
    const server = runMain({
      ...env,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
    })
    opened.push(server)
    await server.listening
    return server
  }

  return {
    database,
    nats,
    env,
    async take(count) {
      const running = opened.filter((server) => server.isRunning()).slice(0, count)
      const missing = Array.from({ length: count - running.length }, open)
      return [...running, ...(await Promise.all(missing))]
    },
    async close() {
      await Promise.all(opened.map((server) => server.kill()))
      await nats.close()
      await database.close()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A user drives a race, with a recorder that registers again when its server is lost. */
export interface Drive {
  readonly userId: string
  readonly sessionId: string
  readonly datagramCount: number
  /** Sends the race up to this part, from 0 to 1. */
  to(part: number): Promise<void>
  /** Continues at the server with this address, from the start if need be. */
  continueAt(url: string): Promise<void>
  finish(): Promise<void>
}

export async function startDrive(
  t: TestContext,
  { database }: Pick<Servers, 'database'>,
  url: string,
  race: { datagrams(): Iterable<Datagram> },
): Promise<Drive> {
  const userId = randomUUID()
  await insertUser(database.db, { id: userId, username: userId })
  const key = await insertRecorderKey(database.db, { id: randomUUID(), userId, name: 'test' })
  const datagrams: readonly Datagram[] = seenBy(race, { playerCar: 0 })
  const streamId = randomUUID()
  let sent = 0
  let recorder = await connectTo(url)
  t.after(() => recorder.socket.destroy())

  async function connectTo(address: string): Promise<TestRecorder> {
    return until(async () => {
      const path = `/api/LiveSession/register/${userId}?key=${key}&useTcp=true`
      const answer = await fetch(`${address}${path}`, { method: 'POST' }).catch(() => null)
      if (!answer?.ok) return null
      const lease = Value.Parse(TcpLease, await answer.json())
      try {
        const connected = await connectRecorder(lease.port)
        sent = (await connected.hello(lease.token, streamId)) - 1
        return connected
      } catch {
        // The former owner may still have the stream, or have ended.
        return null
      }
    })
  }

  async function to(part: number): Promise<void> {
    const until = Math.floor(datagrams.length * part)
    for (; sent < until; sent++) {
      const datagram = datagrams[sent]
      if (datagram) await recorder.send({ number: sent + 1, ...datagram })
    }
    await recorder.until(() => recorder.acknowledged() >= until)
  }

  await to(0.3)
  await recorder.until(() => recorder.sessions.length > 0)
  const [session] = recorder.sessions
  if (!session) throw new Error('The race is not live.')
  return {
    userId,
    sessionId: session.id,
    datagramCount: datagrams.length,
    to,
    async continueAt(address) {
      recorder.socket.destroy()
      recorder = await connectTo(address)
    },
    async finish() {
      await recorder.finish(datagrams.length, true)
    },
  }
}

export interface TestViewer {
  readonly messages: readonly LiveMessage[]
  /** The key is the version of a state that the viewer has shown. */
  readonly seen: ReadonlyMap<number, LiveSession>
  state(): LiveSession | null
  closeCode(): number | null
  until(isTrue: () => boolean): Promise<void>
}

/** Opens a viewer; `path` is a session's id, or `user/` and the id of a user. */
export function openViewer(t: TestContext, url: string, path: string): TestViewer {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/api/LiveSession/ws/${path}`)
  t.after(() => ws.terminate())
  const messages: LiveMessage[] = []
  const seen = new Map<number, LiveSession>()
  let state: LiveSession | null = null
  let closeCode: number | null = null
  const conditions = createConditions()
  ws.on('message', (data: RawData) => {
    if (!Buffer.isBuffer(data)) return
    const message: LiveMessage = JSON.parse(data.toString())
    messages.push(message)
    state = applyMessage(state, message)
    if (state) seen.set(state.version, state)
    conditions.check()
  })
  ws.on('close', (code: number) => {
    closeCode = code
    conditions.check()
  })
  ws.on('error', () => {})
  return {
    messages,
    seen,
    state: () => state,
    closeCode: () => closeCode,
    until: conditions.until,
  }
}
