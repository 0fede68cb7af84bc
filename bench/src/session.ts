import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import type { Replay, ReplayChunk } from '@pitboard/contract/live/replay'
import { insertPlayer, seenBy, sendRecording } from '@pitboard/server/racing/sessions/lobby.fixture'
import { openTestServer } from '@pitboard/server/testing/server'
import { createRace } from '@pitboard/sim/race'
import { measureInTurn } from './reference.ts'
import { printTable, type Row } from './report.ts'

const LAPS = 50
const CARS = 20
const PAGE_KB_MAX = 60
/** The unit is a lookup of a row by its primary key on the same server's database connection. */
const REQUEST_COST_MAX = 15
const SEEK_COST_MAX = 60
const REPLAY_MIB_MAX = 512
const ROUNDS = 9
/** Each round has this many. */
const REQUESTS = 100
const POLL_MS = 200

type Server = Awaited<ReturnType<typeof openTestServer>>

/** Measures one long race: what its page loads, what that costs the server, and its replay. */
export default async function measureSession(): Promise<void> {
  const webFolder = fileURLToPath(new URL('../../apps/web/dist', import.meta.url))
  const server = await openTestServer(existsSync(webFolder) ? { webFolder } : {})
  try {
    const player = await insertPlayer(server, 'Max')
    const race = createRace({ seed: 5, laps: LAPS, cars: CARS, rateHz: 20 })
    const id = await sendRecording(server, player, seenBy(race, { playerCar: 3 }))
    const rows = [...(await page(server, id)), ...(await replay(server, id))]
    printTable(`a race of ${CARS} cars and ${LAPS} laps`, rows)
  } finally {
    await server.close()
  }
}

async function page(server: Server, id: string): Promise<Row[]> {
  const headers = { 'accept-encoding': 'gzip, br' }
  const data = `/api/Sessions/${id}`
  const document = await server.app.inject({ url: `/sessions/${id}`, headers })
  const answer = await server.app.inject({ url: data, headers })
  const isPacked = document.headers['content-encoding'] !== undefined
  const html = isPacked ? document.rawPayload.length : gzipSync(document.rawPayload).length
  return [
    {
      what: 'its page: document and data',
      value: (html + answer.rawPayload.length) / 1000,
      unit: 'kB',
      limit: { atMost: PAGE_KB_MAX },
      details: `${(html / 1000).toFixed(1)} and ${(answer.rawPayload.length / 1000).toFixed(1)} kB`,
    },
    await costRow('its data', server, id, () => server.app.inject({ url: data, headers })),
    await costRow('its document', server, id, () =>
      server.app.inject({ url: `/sessions/${id}`, headers }),
    ),
  ]
}

type Request = (n: number) => Promise<unknown>

/** Includes what the request within the process costs. */
async function costRow(
  what: string,
  { context }: Server,
  id: string,
  request: Request,
  atMost = REQUEST_COST_MAX,
): Promise<Row> {
  const lookUp = () =>
    context.db.selectFrom('session').select('status').where('id', '=', id).execute()
  const times = (work: Request) => async () => {
    for (let n = 0; n < REQUESTS; n++) await work(n)
  }
  const measured = await measureInTurn(ROUNDS, times(request), times(lookUp))
  return {
    what,
    value: measured.ratio,
    unit: 'lookups by primary key',
    limit: { atMost },
    details: `${(measured.oursMs / REQUESTS).toFixed(2)} ms of processor time`,
  }
}

async function replay(server: Server, id: string): Promise<Row[]> {
  const begunMs = performance.now()
  const before = process.memoryUsage().rss
  let peak = before
  let ready: Replay | null = null
  while (!ready) {
    const answer = await server.app.inject(`/api/Sessions/${id}/replay`)
    ready = answer.json().replay
    peak = Math.max(peak, process.memoryUsage().rss)
    if (!ready) await delay(POLL_MS)
  }
  const seconds = (performance.now() - begunMs) / 1000
  const found = ready
  const anySecond = (n: number) =>
    Math.floor((found.durationMs * ((n * 0.618_034) % 1)) / 1000) * 1000
  return [
    await costRow(
      'its replay, any second: chunk and state',
      server,
      id,
      (n) => seek(server, id, found, anySecond(n)),
      SEEK_COST_MAX,
    ),
    {
      what: 'memory that preparing its replay takes',
      value: (peak - before) / 2 ** 20,
      unit: 'MiB',
      limit: { atMost: REPLAY_MIB_MAX },
      details: `${seconds.toFixed(1)} s`,
    },
  ]
}

async function seek({ app }: Server, id: string, replay: Replay, atMs: number): Promise<void> {
  const number = Math.min(Math.floor(atMs / replay.chunkMs), replay.chunks - 1)
  const answer = await app.inject(`/api/Sessions/${id}/replay/${replay.version}/${number}`)
  const { messages }: ReplayChunk = answer.json()
  let state: LiveSession | null = null
  for (const message of messages) if (message.at <= atMs) state = applyMessage(state, message)
  if (!state) throw new Error(`Nothing at ${atMs}`)
}
