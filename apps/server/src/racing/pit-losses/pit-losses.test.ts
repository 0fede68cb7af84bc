import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TrackPitLoss } from '@pitboard/contract/pit-losses/track-pit-loss'
import { BLANK_SESSION } from '@pitboard/contract/sessions/blank-session'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { insertNamed } from '../../site/pages/a-site.fixture.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { insertPlayer, readSession, seenBy, sendRecording } from '../sessions/lobby.fixture.ts'
import { deleteSession, storeRecording } from '../sessions/store-recording.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

type Driven = Pick<SessionDetail, 'trackId' | 'gameVersion' | 'trackLength'>

async function readLoss({ trackId, gameVersion, trackLength }: Driven, userId?: string) {
  const query = new URLSearchParams({
    trackId: `${trackId}`,
    gameVersion: `${gameVersion}`,
    trackLength: `${trackLength}`,
    ...(userId === undefined ? {} : { userId }),
  })
  const answer = await fetch(`${server.url}/api/PitLosses?${query}`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('cache-control') ?? '', /max-age/)
  return Value.Parse(TrackPitLoss, await answer.json())
}

const LAP_MS = 90_000
const STOPS_AT = [3, 5, 7, 9]

interface Race {
  /** Each stop costs this. */
  readonly lossMs: number
  readonly trackId?: number
  /** The last stop is behind a safety car, which doubles the time of two laps. */
  readonly safetyCar?: boolean
}

/** Builds ten laps in which four cars of eight stop, one after the other. */
function aRace(userId: string, { lossMs, trackId = 3, safetyCar = false }: Race): SessionDetail {
  const drivers = Array.from({ length: 8 }, (_, driverIdx) => {
    const stopLap = STOPS_AT[driverIdx] ?? null
    const lapTimes = Array.from({ length: 12 }, (_, index) => {
      const lap = index + 1
      const slowness = safetyCar && lap >= 9 ? 2 : 1
      const lostMs = lap - 1 === stopLap ? lossMs : 0
      return {
        lapTime: LAP_MS * slowness + lostMs,
        sector1Time: 30_000 * slowness + lostMs,
        sector2Time: null,
        sector3Time: null,
        invalidLap: false,
      }
    })
    const stop = { lapNum: stopLap ?? 0, pitLaneTimeMs: lossMs + 5_000, stopTimeMs: 2_500 }
    const pitStops = stopLap === null ? [] : [stop]
    return { ...BLANK_DRIVER, driverIdx, lapTimes, numberOfLaps: 12, pitStops }
  })
  const id = server.context.newId()
  const event = { driverIdx: null, otherDriverIdx: null, lapNum: null, seconds: null }
  return {
    ...BLANK_SESSION,
    id,
    sessionId: id,
    userId,
    trackId,
    gameVersion: 2025,
    trackLength: 5_000,
    drivers,
    sessionStartTime: '2026-01-01T20:00:00.000Z',
    events: safetyCar
      ? [
          {
            ...event,
            seq: 1,
            timeMs: 8.5 * LAP_MS,
            kind: 'safetyCar' as const,
            value: SafetyCarStatus.Full * 10,
          },
        ]
      : [],
  }
}

async function store(session: SessionDetail): Promise<string> {
  await storeRecording(server.context.db, session, null)
  return session.id
}

test('the stops of a recorded race are known to the next session on the track, and go with it', async () => {
  const race = createRace({ seed: 4, laps: 9, cars: 16, rateHz: 10, lean: true, trackId: 22 })
  const player = await insertPlayer(server, 'Max')
  const id = await sendRecording(server, player, seenBy(race, { playerCar: 0 }))
  const session = await readSession(server, id)
  const { racing } = await readLoss(session, player.userId)
  assert.ok(racing && racing.stops >= 3 && racing.sessions === 1)
  assert.ok(racing.lowMs <= racing.medianMs && racing.medianMs <= racing.highMs)
  assert.ok(racing.medianMs > 15_000 && racing.medianMs < 35_000, `${racing.medianMs} ms`)
  await deleteSession(server.context.db, id)
  assert.equal((await readLoss(session, player.userId)).racing, null)
})

test('one user decides for themselves only, and the median over users for others', async () => {
  const [ann = '', bob = '', cid = '', dan = ''] = await Promise.all(
    ['Ann', 'Bob', 'Cid', 'Dan'].map((name) => insertNamed(server, name)),
  )
  const key = aRace(ann, { lossMs: 20_000 })
  for (let count = 0; count < 8; count++) await store(aRace(ann, { lossMs: 40_000 }))
  assert.equal((await readLoss(key)).racing, null)
  await store(aRace(bob, { lossMs: 21_000 }))
  await store(aRace(cid, { lossMs: 22_000 }))
  const { racing } = await readLoss(key, dan)
  assert.deepEqual(racing, {
    lowMs: 22_000,
    medianMs: 22_000,
    highMs: 22_000,
    stops: 28,
    sessions: 7,
  })
  assert.equal((await readLoss(key, ann)).racing?.medianMs, 40_000)
  assert.equal((await readLoss({ ...key, trackLength: 4_000 }, ann)).racing, null)
  assert.equal((await readLoss({ ...key, gameVersion: 2024 }, ann)).racing, null)
})

test('a session that is stored again replaces its own stops; what no stop can cost is not stored', async () => {
  const userId = await insertNamed(server, 'Again')
  const session = aRace(userId, { lossMs: 20_000, trackId: 5 })
  await store(session)
  await store({ ...aRace(userId, { lossMs: 24_000, trackId: 5 }), id: session.id })
  const { racing } = await readLoss(session, userId)
  assert.deepEqual([racing?.medianMs, racing?.sessions], [24_000, 1])
  await store({ ...aRace(userId, { lossMs: 80_000, trackId: 5 }), id: session.id })
  assert.equal((await readLoss(session, userId)).racing, null)
})

test('a stop behind a safety car costs less and is stored apart', async () => {
  const userId = await insertNamed(server, 'Slow')
  const session = aRace(userId, { lossMs: 20_000, trackId: 6, safetyCar: true })
  const [first] = session.drivers
  assert.ok(first)
  // A second car stops behind it.
  const drivers = session.drivers.map((driver, place) =>
    place === 4 ? { ...(session.drivers[3] ?? first), driverIdx: 4 } : driver,
  )
  await store({ ...session, drivers })
  const { racing, safetyCar, virtualSafetyCar } = await readLoss(session, userId)
  assert.equal(racing?.medianMs, 20_000)
  assert.equal(virtualSafetyCar, null)
  // The stop takes 25 s in the lane, and the others need twice the usual 5 s for the same way.
  assert.equal(safetyCar?.medianMs, 15_000)
})

test('a query without a track is refused', async () => {
  const answer = await fetch(`${server.url}/api/PitLosses?gameVersion=2025&trackLength=5000`)
  assert.equal(answer.status, 400)
})
