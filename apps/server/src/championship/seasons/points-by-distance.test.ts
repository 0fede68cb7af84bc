import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import type { Season } from '@pitboard/contract/seasons/season'
import type { Explanation } from '@pitboard/contract/seasons/standings'
import { openOrganiser } from '../../testing/organiser.ts'

const { send } = await openOrganiser()

/** Suzuka 2022 ended after 28 of 53 laps. */
async function shortRace(): Promise<{ path: string; link: string }> {
  const { id } = (await send('POST /api/Seasons', { name: '2022' })).json()
  const path = `/api/Seasons/${id}`
  await send('PATCH /api/Seasons', { id, pointsSystem: { preset: 'f1-2022' } })
  const event = (await send(`POST ${path}/events`, { track: 13 })).json()
  const finished = { resultStatus: 3, numberOfLaps: 28 }
  const session = await send('POST /api/Sessions', {
    trackId: 13,
    sessionType: 10,
    numberOfLaps: 53,
    sessionStartTime: '2022-10-09T05:00:00Z',
    drivers: [
      { driverIdx: 0, name: 'Max', finishingPosition: 1, ...finished },
      { driverIdx: 1, name: 'Sergio', finishingPosition: 2, ...finished },
    ],
  })
  const link = `${path}/events/${event.id}/session/${session.json().id}`
  await send(`PATCH ${link}`, {})
  return { path, link }
}

async function pointsOf(path: string): Promise<number[]> {
  const season: Season = (await send(`GET ${path}`)).json()
  return season.standings.drivers.map(({ points }) => points)
}

async function explained(path: string) {
  const answer: Explanation = (await send(`GET ${path}/standings/Max/explain`)).json()
  return answer.contributions.map(({ points, distance, factor }) => [points, distance, factor])
}

test('a shortened race pays in full where the stewards decided so, and the explanation says why', async () => {
  const { path, link } = await shortRace()
  assert.deepEqual(await pointsOf(path), [19, 14])
  assert.deepEqual(await explained(path), [[19, 'shortened', 1]])

  await send(`PATCH ${link}`, { pointsByDistance: false })
  assert.deepEqual(await pointsOf(path), [25, 18])
  assert.deepEqual(await explained(path), [[25, 'overridden', 1]])

  await send(`PATCH ${link}`, { pointsFactor: 0.5 })
  assert.deepEqual(await explained(path), [[12.5, 'overridden', 0.5]])
})

test('the adjustment is in the history and an undo reverts it', async () => {
  const { path, link } = await shortRace()
  const { version }: Season = (await send(`PATCH ${link}`, { pointsByDistance: false })).json()
  const history: HistoryChange[] = (await send(`GET ${path}/history`)).json()
  assert.match(
    JSON.stringify(history[0]?.details),
    /"pointsByDistance":\{"after":false,"before":true|"pointsByDistance":\{"before":true,"after":false/,
  )
  await send(`POST ${path}/history/${version}/undo`)
  assert.deepEqual(await pointsOf(path), [19, 14])
})

test('a session that an undo restores has the same adjustment of its distance', async () => {
  const { path, link } = await shortRace()
  await send(`PATCH ${link}`, { pointsByDistance: false })
  await send(`DELETE ${link}`)
  const { version }: Season = (await send(`GET ${path}`)).json()
  await send(`POST ${path}/history/${version}/undo`)
  assert.deepEqual(await pointsOf(path), [25, 18])
})
