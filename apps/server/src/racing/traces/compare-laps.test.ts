import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { LapComparison } from '@pitboard/contract/comparison/lap-comparison'
import { lapDelta } from '@pitboard/analysis/comparison/lap-delta'
import { CHANNEL_PACKING, unpackColumn } from '@pitboard/contract/comparison/packed-column'
import { LapTrace } from '@pitboard/contract/traces/lap-traces'
import { TRACE_CHANNELS, type TraceChannel } from '@pitboard/contract/traces/trace-channels'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { insertPlayer, seenBy, sendRecording } from '../sessions/lobby.fixture.ts'
import { whenTraced } from './traces.fixture.ts'

const SPA = 10
const ZANDVOORT = 26
const NOBODY = '00000000-0000-7000-8000-000000000000'

let server: TestServer
/** It is a race of the longest lap, of which the player's car was recorded in every frame. */
let spa: string
let zandvoort: string
before(async () => {
  server = await openTestServer()
  const player = await insertPlayer(server, 'Max')
  const record = (trackId: number, laps: number) => {
    const race = createRace({ laps, cars: 4, rateHz: 20, trackId, seed: 7 })
    return sendRecording(server, player, seenBy(race, { playerCar: 1 }))
  }
  spa = await record(SPA, 3)
  zandvoort = await record(ZANDVOORT, 1)
  await whenTraced(server, spa)
  await whenTraced(server, zandvoort)
})
after(() => server.close())

const get = (laps: readonly string[], headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/api/Laps/compare?laps=${laps.join(',')}`, headers })

async function compare(...laps: string[]): Promise<LapComparison> {
  const answer = await get(laps)
  assert.equal(answer.statusCode, 200, answer.body)
  return Value.Parse(LapComparison, answer.json())
}

const statesOf = ({ laps }: LapComparison) => laps.map(({ state }) => state)

function unpack(packed: readonly (number | null)[] | null | undefined, channel: TraceChannel) {
  return (
    packed && unpackColumn(packed, TRACE_CHANNELS[channel].resolution, CHANNEL_PACKING[channel])
  )
}

test('compared laps come in the order asked for, with the values of their traces', async () => {
  const { trackId, laps } = await compare(`${spa}.2.3`, `${spa.toUpperCase()}.1.2`)
  assert.equal(trackId, SPA)
  assert.deepEqual(
    laps.map(({ sessionId, driverIdx, lapNum, state }) => [sessionId, driverIdx, lapNum, state]),
    [
      [spa, 2, 3, 'ready'],
      [spa, 1, 2, 'ready'],
    ],
  )
  const url = `/api/Sessions/${spa}/laps/2/3/trace`
  const trace = Value.Parse(LapTrace, (await server.app.inject(url)).json())
  const [lap] = laps
  const { distanceM, channels, trackLengthM, ...details } = trace
  assert.deepEqual(lap?.details, details)
  assert.equal(lap.lengthM, distanceM.at(-1))
  assert.deepEqual(unpack(lap.columns?.speedKmh, 'speedKmh'), channels.speedKmh)
  assert.deepEqual(unpack(lap.columns?.positionXM, 'positionXM'), channels.positionXM)
  assert.equal(trackLengthM, lap.lengthM)
})

test('the difference of two laps at the line is the difference of their lap times', async () => {
  for (const lapNum of [1, 2, 3]) {
    const { laps } = await compare(`${spa}.1.2`, `${spa}.3.${lapNum}`)
    const [reference, lap] = laps.map(({ columns }) => unpack(columns?.timeMs, 'timeMs') ?? [])
    const atLineMs = lapDelta(lap ?? [], reference ?? []).at(-1) ?? Number.NaN
    const [referenceMs, lapMs] = laps.map(({ details }) => details?.lapTimeMs ?? Number.NaN)
    const differenceMs = (lapMs ?? Number.NaN) - (referenceMs ?? Number.NaN)
    assert.ok(Math.abs(atLineMs - differenceMs) <= 1, `${atLineMs} instead of ${differenceMs}`)
  }
})

test('a lap on another track, one that does not exist and one of no session have no trace', async () => {
  const answer = await compare(`${spa}.1.2`, `${zandvoort}.1.1`, `${spa}.1.99`, `${NOBODY}.0.1`)
  assert.deepEqual(statesOf(answer), ['ready', 'otherTrack', 'missing', 'missing'])
  assert.deepEqual(
    answer.laps.map(({ details }) => details?.trackId),
    [SPA, ZANDVOORT, undefined, undefined],
  )
  assert.ok(answer.laps.slice(1).every(({ columns, lengthM }) => !columns && !lengthM))
  const fromMissing = await compare(`${NOBODY}.0.1`, `${zandvoort}.1.1`, `${spa}.1.2`)
  assert.deepEqual(statesOf(fromMissing), ['missing', 'ready', 'otherTrack'])
  assert.equal((await compare(`${NOBODY}.0.1`)).trackId, null)
})

test('a lap without telemetry is pending as long as the traces of its session are being made', async () => {
  const { db } = server.context
  await db
    .deleteFrom('lap_trace')
    .where('session_id', '=', zandvoort)
    .where('driver_idx', '=', 0)
    .execute()
  const [lap] = (await compare(`${zandvoort}.0.1`)).laps
  assert.equal(lap?.state, 'noTrace')
  assert.ok(lap.details?.flags.includes('standingStart'))
  await db
    .insertInto('lap_trace_job')
    .values({ session_id: zandvoort, due_at: new Date(Date.now() + 3_600_000) })
    .execute()
  assert.deepEqual(statesOf(await compare(`${zandvoort}.0.1`)), ['pending'])
})

test('a lap on another layout of the track has no trace', async () => {
  const { db } = server.context
  const traceOf = (session: string) =>
    db.selectFrom('lap_trace').select('trace').where('session_id', '=', session).limit(1)
  await db
    .updateTable('lap_trace')
    .set({ trace: traceOf(zandvoort) })
    .where('session_id', '=', spa)
    .where('driver_idx', '=', 3)
    .where('lap_num', '=', 1)
    .execute()
  const answer = await compare(`${spa}.1.2`, `${spa}.3.1`, `${spa}.2.2`)
  assert.deepEqual(statesOf(answer), ['ready', 'otherLayout', 'ready'])
  assert.equal(answer.laps[1]?.columns, null)
})

test('four laps of the longest track take at most 40 kB as they are sent', async () => {
  const laps = ['1.1', '1.2', '1.3', '2.3'].map((lap) => `${spa}.${lap}`)
  const answer = await get(laps, { 'accept-encoding': 'gzip' })
  assert.equal(answer.headers['content-encoding'], 'gzip')
  const { rawPayload } = answer
  assert.deepEqual(statesOf(JSON.parse(gunzipSync(rawPayload).toString())), Array(4).fill('ready'))
  assert.ok(rawPayload.length <= 40_000, `${rawPayload.length} bytes`)
})

test('a caller who has the laps already gets no body', async () => {
  const first = await get([`${spa}.1.2`])
  assert.equal(first.headers['cache-control'], 'no-cache')
  const second = await get([`${spa}.1.2`], { 'if-none-match': String(first.headers.etag) })
  assert.deepEqual([second.statusCode, second.body], [304, ''])
})

test('more than four laps, and what does not name a lap, are refused', async () => {
  const five = [1, 2, 3, 4, 5].map((lapNum) => `${spa}.1.${lapNum}`)
  for (const laps of [five, [''], [`${spa}.1`], [`${spa}.1.2`, 'x'], [`${spa}.1.2`, '']]) {
    const answer = await get(laps)
    assert.equal(answer.statusCode, 400, laps.join(','))
    assert.match(answer.body, /1 to 4 laps|at most/)
  }
})
