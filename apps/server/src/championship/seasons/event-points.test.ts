import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Season } from '@pitboard/contract/seasons/season'
import { openAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'

const { server, owner, call, send } = await openOrganiser()

/** Opens a season with one race, which Ann won. */
async function openSeason() {
  const { id } = (await send('POST /api/Seasons', { name: 'Finale' })).json()
  const path = `/api/Seasons/${id}`
  await send('PATCH /api/Seasons', { id, pointsSystem: { preset: 'f1-2010' } })
  const event = (await send(`POST ${path}/events`, { track: 13 })).json()
  const drivers = ['Ann', 'Bob'].map((name, driverIdx) => ({
    driverIdx,
    name,
    finishingPosition: driverIdx + 1,
    resultStatus: 3,
    numberOfLaps: 20,
  }))
  const race = { trackId: 13, sessionType: 10, numberOfLaps: 20, drivers }
  const body = { ...race, sessionStartTime: '2026-10-09T05:00:00Z' }
  const session = (await send('POST /api/Sessions', body)).json()
  await send(`PATCH ${path}/events/${event.id}/session/${session.id}`, {})
  return { id, path, event: `${path}/events/${event.id}` }
}

async function read(path: string): Promise<Season> {
  return (await send(`GET ${path}`)).json()
}

const pointsOf = ({ standings }: Season) => standings.drivers.map(({ points }) => points)

test('an event pays points of its own; null and a factor of one give it those of the season again', async () => {
  const { path, event } = await openSeason()
  assert.equal((await read(path)).events[0]?.points, null)
  await send(`PATCH ${event}`, { points: { factor: 2, race: [30, 20.5] } })
  const season = await read(path)
  assert.deepEqual(season.events[0]?.points, { factor: 2, race: [30, 20.5] })
  assert.deepEqual(pointsOf(season), [60, 41])
  assert.match((await call(`GET ${path}/export`)).body, /Ann,,60,/)

  await send(`PATCH ${event}`, { name: 'Finale' })
  assert.deepEqual(pointsOf(await read(path)), [60, 41], 'another change leaves them')
  await send(`PATCH ${event}`, { points: { factor: 1 } })
  assert.equal((await read(path)).events[0]?.points, null)
  assert.deepEqual(pointsOf(await read(path)), [25, 18])
})

test('the points of an event are in the history, and an undo brings them back, with a removed event too', async () => {
  const { path, event } = await openSeason()
  const undo = async () => {
    const { version } = await read(path)
    await send(`POST ${path}/history/${version}/undo`)
  }
  await send(`PATCH ${event}`, { points: { factor: 0.5 } })
  await undo()
  assert.deepEqual(pointsOf(await read(path)), [25, 18])
  await send(`PATCH ${event}`, { points: { factor: 0.5 } })
  await send(`DELETE ${event}`)
  await undo()
  assert.deepEqual(pointsOf(await read(path)), [12.5, 9])
})

test('a copy takes the points of events with the calendar and the points', async () => {
  const { id, event } = await openSeason()
  await send(`PATCH ${event}`, { points: { factor: 2 } })
  const copied = async (parts: readonly string[]) => {
    const body = { name: 'Next', copyOf: { seasonId: id, parts } }
    const season: Season = (await send('POST /api/Seasons', body)).json()
    return season.events.map(({ points }) => points)
  }
  assert.deepEqual(await copied(['calendar', 'points']), [{ factor: 2 }])
  assert.deepEqual(await copied(['calendar']), [null])
})

test('points that are none are refused, and strangers set none', async () => {
  const { event } = await openSeason()
  for (const points of [
    {},
    { factor: -1 },
    { factor: 11 },
    { factor: 1, race: [1001] },
    { factor: 1, race: Array.from({ length: 61 }, () => 1) },
    { factor: 1, practice: [1] },
  ]) {
    const { statusCode } = await call(`PATCH ${event}`, { as: owner, body: { points } })
    assert.equal(statusCode, 400, JSON.stringify(points))
  }
  const stranger = await openAccount(server.context, { username: 'Stranger' })
  const answer = await call(`PATCH ${event}`, { as: stranger, body: { points: { factor: 2 } } })
  assert.equal(answer.statusCode, 403)
})

test('a minimum of starts is set, shown and exported, and refused where it is no number of events', async () => {
  const { id, path } = await openSeason()
  const set = (minimumStarts: number) =>
    call('PATCH /api/Seasons', {
      as: owner,
      body: { id, pointsSystem: { minimumStarts } },
    })
  assert.equal((await set(2)).statusCode, 200)
  const { standings, pointsSystem } = await read(path)
  assert.equal(pointsSystem.minimumStarts, 2)
  assert.deepEqual(
    standings.drivers.map(({ missingStarts }) => missingStarts),
    [1, 1],
  )
  const [head = '', first = ''] = (await call(`GET ${path}/export`)).body.split(/\r?\n/)
  assert.equal(first.split(',')[head.split(',').indexOf('Missing starts')], '1')
  for (const wrong of [-1, 101, 1.5]) assert.equal((await set(wrong)).statusCode, 400)
})
