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
import { printTable, type Row } from './report.ts'

const LAPS = 50
const CARS = 20
const LIMIT = { bytes: 60_000, cpuMs: 2, seekMs: 200 }
const REQUESTS = 400
const SEEKS = 100
const POLL_MS = 200

type Server = Awaited<ReturnType<typeof openTestServer>>

/** One long race: what its page loads, what that costs the server, and its replay. */
export default async function oneSession(): Promise<void> {
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
  const bytes = html + answer.rawPayload.length
  return [
    {
      what: 'its page: document and data',
      value: `${(bytes / 1000).toFixed(1)} kB`,
      compared: `${(html / 1000).toFixed(1)} and ${(answer.rawPayload.length / 1000).toFixed(1)} kB`,
      limit: `≤ ${LIMIT.bytes / 1000} kB`,
      holds: bytes <= LIMIT.bytes,
    },
    await cpuOf('CPU of its data', server, data),
    await cpuOf('CPU of its document', server, `/sessions/${id}`),
  ]
}

/** With what asking within the process costs, so it is less in truth. */
async function cpuOf(what: string, { app }: Server, url: string): Promise<Row> {
  const ask = () => app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  for (let n = 0; n < REQUESTS / 4; n++) await ask()
  const before = process.cpuUsage()
  for (let n = 0; n < REQUESTS; n++) await ask()
  const { user, system } = process.cpuUsage(before)
  const ms = (user + system) / 1000 / REQUESTS
  return {
    what,
    value: `${ms.toFixed(2)} ms`,
    compared: `${REQUESTS} times`,
    limit: `< ${LIMIT.cpuMs} ms`,
    holds: ms < LIMIT.cpuMs,
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
  const took: number[] = []
  for (let n = 0; n < SEEKS; n++) {
    const atMs = Math.floor((ready.durationMs * ((n * 0.618_034) % 1)) / 1000) * 1000
    took.push(await seek(server, id, ready, atMs))
  }
  const sorted = took.toSorted((a, b) => a - b)
  const p95 = sorted[Math.floor(SEEKS * 0.95)] ?? Number.NaN
  return [
    {
      what: 'its replay, any second: chunk and state',
      value: `p95 ${p95.toFixed(1)} ms`,
      compared: `worst ${(sorted.at(-1) ?? 0).toFixed(1)} ms`,
      limit: `≤ ${LIMIT.seekMs} ms`,
      holds: p95 <= LIMIT.seekMs,
    },
    {
      what: 'its replay, prepared',
      value: `${seconds.toFixed(1)} s`,
      compared: `${((peak - before) / 2 ** 20).toFixed(0)} MiB more memory`,
      limit: '≤ 512 MiB',
      holds: peak - before <= 512 * 2 ** 20,
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
