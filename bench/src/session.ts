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
import { cpuMsSince, median, percentile } from './reference.ts'
import { printTable, type Row } from './report.ts'

const LAPS = 50
const CARS = 20
const PAGE_KB_MAX = 60
/** In lookups of a row by its primary key on the same server's database connection. */
const REQUEST_COST_MAX = 5
const SEEK_MAX = 100
const REPLAY_MIB_MAX = 512
const ROUNDS = 9
/** In each round. */
const REQUESTS = 50
const SEEKS = 100
const POLL_MS = 200

type Server = Awaited<ReturnType<typeof openTestServer>>

/** One long race: what its page loads, what that costs the server, and its replay. */
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
    await costRow('processor time of its data', server, id, data),
    await costRow('processor time of its document', server, id, `/sessions/${id}`),
  ]
}

/** Includes what the request within the process costs. */
async function costRow(what: string, server: Server, id: string, url: string): Promise<Row> {
  const ours = () => server.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  const pairs: { readonly oursMs: number; readonly lookupMs: number }[] = []
  while (pairs.length <= ROUNDS) {
    pairs.push({ oursMs: await cpuMs(ours), lookupMs: await cpuMs(() => lookUp(server, id)) })
  }
  pairs.shift()
  return {
    what,
    value: median(pairs.map(({ oursMs, lookupMs }) => oursMs / lookupMs)),
    unit: 'lookups by primary key',
    limit: { atMost: REQUEST_COST_MAX },
    details: `${median(pairs.map(({ oursMs }) => oursMs)).toFixed(2)} ms`,
  }
}

async function cpuMs(request: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < REQUESTS; n++) await request()
  return cpuMsSince(before) / REQUESTS
}

function lookUp({ context }: Server, id: string): Promise<unknown> {
  return context.db.selectFrom('session').select('status').where('id', '=', id).execute()
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
  const took: number[] = []
  const lookups: number[] = []
  for (let n = 0; n < SEEKS; n++) {
    const atMs = Math.floor((ready.durationMs * ((n * 0.618_034) % 1)) / 1000) * 1000
    took.push(await seek(server, id, ready, atMs))
    const lookupMs = performance.now()
    await lookUp(server, id)
    lookups.push(performance.now() - lookupMs)
  }
  return [
    {
      what: 'its replay, any second: chunk and state',
      value: median(took) / median(lookups),
      unit: 'lookups by primary key',
      limit: { atMost: SEEK_MAX },
      details: `${median(took).toFixed(1)} ms, 95 of 100 within ${percentile(took, 0.95).toFixed(1)} ms`,
    },
    {
      what: 'memory that preparing its replay takes',
      value: (peak - before) / 2 ** 20,
      unit: 'MiB',
      limit: { atMost: REPLAY_MIB_MAX },
      details: `${seconds.toFixed(1)} s`,
    },
  ]
}

async function seek({ app }: Server, id: string, replay: Replay, atMs: number): Promise<number> {
  const begunMs = performance.now()
  const number = Math.min(Math.floor(atMs / replay.chunkMs), replay.chunks - 1)
  const answer = await app.inject(`/api/Sessions/${id}/replay/${replay.version}/${number}`)
  const { frames }: ReplayChunk = answer.json()
  let state: LiveSession | null = null
  for (const [frameMs, message] of frames) if (frameMs <= atMs) state = applyMessage(state, message)
  if (!state) throw new Error(`Nothing at ${atMs}`)
  return performance.now() - begunMs
}
