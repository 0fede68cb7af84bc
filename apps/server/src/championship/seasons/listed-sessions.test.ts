import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedSession } from '@pitboard/contract/sessions/listed-session'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { type TestAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from './races.fixture.ts'

const { server, owner, call } = await openOrganiser()

async function listed(id: string, as?: TestAccount): Promise<ListedSession> {
  const path = as ? '/api/Sessions/user' : '/api/Sessions'
  const page = (await call(`GET ${path}?pageSize=100`, { ...(as && { as }) })).json()
  const found = page.sessions.find((session: ListedSession) => session.id === id)
  assert.ok(found)
  return found
}

test('a list shows podium, drivers, kind of race and the finish of the user who recorded it', async () => {
  const names = ['Ann', 'Bob', 'Cid', 'Player']
  const race = { names, raceKind: 'sprint', recorderDriverIdx: 3 } as const
  const { highlights } = await listed(await recordRace(server, owner.userId, race))
  assert.deepEqual([highlights?.raceKind, highlights?.numberOfDrivers], ['sprint', 4])
  assert.deepEqual(
    highlights?.podium.map(({ name, team, timeMs }) => [name, team, timeMs]),
    [
      ['Ann', 'Team 1', 900_000],
      ['Bob', 'Team 1', 902_000],
      ['Cid', 'Team 2', 904_000],
    ],
  )
  const { recorderResult } = highlights ?? {}
  assert.deepEqual(
    [recorderResult?.position, recorderResult?.resultStatus, recorderResult?.hasFastestLap],
    [4, ResultStatus.Finished, false],
  )
})

test('outside races the times are best laps; a hidden name is empty and a spectator has no finish', async () => {
  const qualifying = { names: ['Player', 'Bob'], sessionType: SessionType.Q3 }
  const { highlights } = await listed(await recordRace(server, owner.userId, qualifying))
  assert.deepEqual(
    highlights?.podium.map(({ name, timeMs }) => [name, timeMs]),
    [
      ['', 85_000],
      ['Bob', 85_100],
    ],
  )
  assert.equal(highlights?.recorderResult, null)
})

test('a list names the listed seasons that count a session; others only to their owner', async () => {
  const id = await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] })
  const league = (
    await call('POST /api/League', { as: owner, body: { name: 'Open', isPublic: true } })
  ).json()
  const [open, closed] = [await link(id, 'Spring', league.id), await link(id, 'Secret')]
  assert.deepEqual((await listed(id)).seasons, [{ id: open, name: 'Spring' }])
  assert.deepEqual(await namesOf(owner), ['Spring', 'Secret'])
  for (const path of [
    `/api/Sessions/user/${owner.userId}`,
    `/api/Search?q=silverstone`,
    `/api/Users/${owner.userId}`,
    `/api/Sessions/filters?filters=trackId==7`,
    `/api/Sessions/${id}/weekend`,
  ]) {
    const { body } = await call(`GET ${path}`)
    assert.ok(body.includes('Spring'), path)
    assert.ok(!body.includes('Secret') && !body.includes(closed), path)
  }
  const found = await call('GET /api/Search?q=silverstone', { as: owner })
  assert.ok(found.body.includes('Secret'), 'their owner sees them in searches')

  await call(`DELETE /api/Seasons/${open}`, { as: owner })
  assert.deepEqual((await listed(id)).seasons, [])
  await call(`DELETE /api/Seasons/${closed}`, { as: owner })
  assert.deepEqual(await namesOf(owner), [])

  async function namesOf(as: TestAccount): Promise<string[]> {
    return (await listed(id, as)).seasons.map(({ name }) => name)
  }
})

async function link(sessionId: string, name: string, leagueId?: string): Promise<string> {
  const body = { name, ...(leagueId && { leagueId }) }
  const season = (await call('POST /api/Seasons', { as: owner, body })).json()
  const path = `/api/Seasons/${season.id}/events`
  const event = (await call(`POST ${path}`, { as: owner, body: { track: 7 } })).json()
  const linked = await call(`PATCH ${path}/${event.id}/session/${sessionId}`, { as: owner })
  assert.equal(linked.statusCode, 200, linked.body)
  return season.id
}
