import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account as accounts } from '@pitboard/contract/accounts/accounts'
import { lapComparisons } from '@pitboard/contract/comparison/lap-comparison'
import { lapSuggestions } from '@pitboard/contract/comparison/suggested-laps'
import { ownLaps, records } from '@pitboard/contract/records/records'
import { type LapCategory, USUAL_CARS } from '@pitboard/contract/records/lap-category'
import { search } from '@pitboard/contract/search/search'
import { createClient } from '@pitboard/contract/wire/client'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import type { TestServer } from '../../testing/server.ts'
import { aLap, driveSession, OWN_CAR } from '../../racing/records/driven-session.fixture.ts'
import { deleteSession, storeRecording } from '../../racing/sessions/store-recording.ts'
import { packTrace } from '../../racing/traces/pack-trace.ts'
import { storeTraces } from '../../racing/traces/stored-traces.ts'
import { openSite } from './a-site.fixture.ts'

const CATEGORY: LapCategory = {
  trackId: 9,
  gameVersion: 2023,
  sessionKind: 'timeTrial',
  tyreClass: 'dry',
  weather: 'dry',
  ...USUAL_CARS,
}
const POINTS = 1_001
const EVIDENCE = {
  clockMs: null,
  receptionMs: null,
  sentLapTimeMs: null,
  reckonedMs: null,
  isInvalid: false,
}

interface Place {
  readonly server: TestServer
  readonly owner: TestAccount
  readonly sessionId: string
  /** Everyone may see this lap of another user. */
  readonly publicLap: string
  readonly viewers: Readonly<Record<'stranger' | 'other' | 'owner', TestAccount | undefined>>
}

/** Drives a session of two laps on a track where nobody else has driven this year, with traces. */
async function drive(
  server: TestServer,
  { userId }: TestAccount,
  name: string,
  gameVersion = 2023,
) {
  const laps = [aLap(90_000), aLap(91_000)]
  const session = driveSession(server, userId, {
    laps,
    trackId: 9,
    gameVersion,
    trackName: 'Hungaroring',
  })
  const drivers = session.drivers.map((driver) => ({ ...driver, name }))
  const { db } = server.context
  await storeRecording(db, { ...session, drivers }, null)
  const lap = { driverIdx: OWN_CAR, flags: [], sampleHz: 60, lengthM: 5_000, evidence: EVIDENCE }
  const times = Int32Array.from({ length: POINTS }, (_, point) => point * 90)
  await storeTraces(
    db,
    session.id,
    [1, 2].map((lapNum) => {
      const columns = new Map([['timeMs', times] as const])
      return {
        ...packTrace({ ...lap, lapNum, lapTimeMs: 90_000, tyreAgeLaps: null, columns }),
        isProven: true,
      }
    }),
  )
  return session.id
}

async function openPlace(t: Parameters<typeof openSite>[0]): Promise<Place> {
  const server = await openSite(t)
  const open = (username: string) => openAccount(server.context, { username })
  const [owner, other] = [await open('Hermit'), await open('Bob')]
  const sessionId = await drive(server, owner, 'Hermit')
  const publicLap = `${await drive(server, other, 'Bob', 2024)}.${OWN_CAR}.1`
  return { server, owner, sessionId, publicLap, viewers: { stranger: undefined, other, owner } }
}

const callAs = ({ server }: Place, account?: TestAccount) =>
  createClient({ baseUrl: server.url, ...(account && { token: () => account.accessToken }) })

const textOf = async (read: Promise<unknown>) => JSON.stringify(await read.catch(() => 'refused'))

/** Reads all that could show a lap of the owner, as one text for each place. */
async function readAll(place: Place, account?: TestAccount): Promise<Record<string, string>> {
  const { server, sessionId, publicLap } = place
  const call = callAs(place, account)
  const { trackId: _, ...conditions } = CATEGORY
  const lap = `${sessionId}.${OWN_CAR}.1`
  const get = async (url: string) => {
    const headers = {
      accept: url.startsWith('/compare') || url.startsWith('/sessions') ? 'text/html' : '*/*',
      ...(account && { authorization: `Bearer ${account.accessToken}` }),
    }
    const { statusCode, body } = await server.app.inject({ url, headers })
    return statusCode === 200 ? body : String(statusCode)
  }
  const laps = [lap, publicLap].join(',')
  return {
    records: await textOf(call(records.track, { query: CATEGORY })),
    tracks: await textOf(call(records.tracks, { query: conditions })),
    versions: await textOf(call(records.versions)),
    bests: await textOf(call(ownLaps.bests)),
    statistics: await textOf(call(ownLaps.statistics, { query: CATEGORY })),
    compare: await textOf(call(lapComparisons.compare, { query: { laps } })),
    suggestions: await textOf(call(lapSuggestions.find, { query: { lap: publicLap } })),
    laps: await get(`/api/Sessions/${sessionId}/laps`),
    trace: await get(`/api/Sessions/${sessionId}/laps/${OWN_CAR}/1/trace`),
    csv: await get(`/api/Sessions/${sessionId}/laps/${OWN_CAR}/1/trace?format=csv`),
    picture: await get(`/og/compare.png?laps=${laps}`),
    sessionPicture: await get(`/og/session/${sessionId}.png`),
    head: await get(`/compare?laps=${laps}`),
    sessionHead: await get(`/sessions/${sessionId}`),
    search: await textOf(call(search.all, { query: { q: 'Hungaroring' } })),
  }
}

/** Returns where the laps of the owner can be seen: the answer names them or their session. */
async function placesWith(place: Place, account?: TestAccount): Promise<string[]> {
  const all = Object.entries(await readAll(place, account))
  return all
    .filter(([name, text]) => {
      if (text === '404' || text === '"refused"') return false
      // It repeats the addresses that it is asked for.
      if (name === 'compare') return text.includes('Hermit')
      if (name === 'versions') return text.includes('2023')
      // A body that is not text is one for this lap.
      if (name.endsWith('icture') || name === 'trace' || name === 'csv') return true
      return text.includes('Hermit') || text.includes(place.sessionId)
    })
    .map(([name]) => name)
}

const OF_SESSION = [
  'compare',
  'laps',
  'trace',
  'csv',
  'picture',
  'head',
  'search',
  'sessionPicture',
  'sessionHead',
]
const IN_RECORDS = ['records', 'tracks', 'versions'] as const
const OWN = ['bests', 'statistics'] as const

test('own laps are for their user alone; records and recorded sessions are for everyone', async (t) => {
  const place = await openPlace(t)
  const { stranger, other, owner } = place.viewers
  const everyone = [...IN_RECORDS, ...OF_SESSION].toSorted()
  assert.deepEqual((await placesWith(place, stranger)).toSorted(), everyone)
  assert.deepEqual((await placesWith(place, other)).toSorted(), everyone)
  assert.deepEqual((await placesWith(place, owner)).toSorted(), [...everyone, ...OWN].toSorted())
})

test('laps of a driver who opted out are in no list, count or suggestion, and their own page has them', async (t) => {
  const place = await openPlace(t)
  const { owner, viewers } = place
  await callAs(place, owner)(ownLaps.participate, { body: { isInRecords: false } })
  const exported = await callAs(place, owner)(accounts.export)
  assert.equal(exported.profile.isInRecords, false)
  assert.deepEqual(
    exported.laps.map((lap) => Reflect.get(lap, 'lap_time_ms')),
    [90_000, 91_000],
  )
  for (const [name, account] of Object.entries(viewers)) {
    const seen = await placesWith(place, account)
    assert.deepEqual(
      seen.filter((one) => IN_RECORDS.some((list) => list === one)),
      [],
      name,
    )
    assert.equal(seen.includes('bests'), account === owner, name)
  }
  // The link to a lap of a recorded session offers no lap of theirs either.
  const bob = await drive(place.server, await openAccount(place.server.context), 'Bo')
  const { record } = await callAs(place)(lapSuggestions.find, {
    query: { lap: `${bob}.${OWN_CAR}.2` },
  })
  assert.notEqual(record?.sessionId, place.sessionId)
})

test('laps of a session that is not recorded, or was deleted, are nowhere, for nobody', async (t) => {
  const place = await openPlace(t)
  const { server, sessionId, viewers } = place
  const { db } = server.context
  await db.updateTable('session').set({ status: 'live' }).where('id', '=', sessionId).execute()
  for (const [name, account] of Object.entries(viewers)) {
    assert.deepEqual(await placesWith(place, account), [], `live, ${name}`)
  }
  await db.updateTable('session').set({ status: 'recorded' }).where('id', '=', sessionId).execute()
  assert.ok((await placesWith(place)).includes('records'))
  await deleteSession(db, sessionId)
  for (const [name, account] of Object.entries(viewers)) {
    assert.deepEqual(await placesWith(place, account), [], `deleted, ${name}`)
  }
})
