import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Season } from '@pitboard/contract/seasons/season'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { recordRace } from './races.fixture.ts'

const UNKNOWN = '0190a000-0000-7000-8000-000000000000'

const { server, owner, call } = await openOrganiser()
const other = await openAccount(server.context, { username: 'Stranger' })

async function make(body: object = {}) {
  return (await call('POST /api/Seasons', { as: owner, body: { name: 'Spring', ...body } })).json()
}

async function addEvent(seasonId: string, body: object = { track: 7 }) {
  return (await call(`POST /api/Seasons/${seasonId}/events`, { as: owner, body })).json()
}

test('every change needs its owner: 401 without a token, 403 for others, 404 for what there is not', async () => {
  const { id } = await make()
  const event = await addEvent(id)
  const sessionId = await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] })
  const events = `/api/Seasons/${id}/events`
  const calls: [endpoint: string, body?: object][] = [
    [`DELETE /api/Seasons/${id}`],
    [`POST /api/Seasons/${id}/restore`],
    [`GET /api/Seasons/${id}/history`],
    [`POST ${events}`, { track: 1 }],
    [`PATCH ${events}`, { events: [{ track: 1 }] }],
    [`PATCH ${events}/${event.id}`, { track: 1 }],
    [`DELETE ${events}/${event.id}`],
    [`PATCH ${events}/${event.id}/sesssion/${sessionId}`],
    [`PATCH ${events}/${event.id}/session/${sessionId}`],
    [`PATCH ${events}/${event.id}/sessions`, { sessionIds: [sessionId] }],
    [`DELETE ${events}/${event.id}/session/${sessionId}`],
    [`GET /api/Seasons/${id}/aliases`],
    [`PATCH /api/Seasons/${id}/aliases`, { split: ['Ann'] }],
    [`POST /api/Seasons/${id}/aliases/preview`, { split: ['Ann'] }],
    [`POST /api/Seasons/${id}/aliases/dismiss`, { names: ['Ann', 'Bob'] }],
    [`POST /api/Seasons/${id}/adjustments`, { kind: 'points', name: 'A', points: 1, reason: 'x' }],
    [`POST /api/Seasons/${id}/adjustments/${UNKNOWN}/revoke`, { reason: 'x' }],
    [`POST /api/Seasons/${id}/publications`, { status: 'official' }],
  ]
  for (const [endpoint, body] of calls) {
    const given = body && { body }
    assert.equal((await call(endpoint, { ...given })).statusCode, 401, endpoint)
    assert.equal((await call(endpoint, { as: other, ...given })).statusCode, 403, endpoint)
    const unknown = endpoint.replace(id, UNKNOWN)
    assert.equal((await call(unknown, { as: owner, ...given })).statusCode, 404, unknown)
    const malformed = await call(endpoint.replace(id, 'x'), { as: owner, ...given })
    assert.equal(malformed.statusCode, 400, endpoint)
  }
  const reads = ['', '/publications', '/export', '/calendar.ics', '/standings/Ann/explain']
  for (const path of reads) {
    assert.equal((await call(`GET /api/Seasons/${UNKNOWN}${path}`)).statusCode, 404, path)
    assert.equal((await call(`GET /api/Seasons/x${path}`)).statusCode, 400, path)
  }
  for (const endpoint of ['GET /api/Seasons/user', 'GET /api/Seasons/deleted']) {
    assert.equal((await call(endpoint)).statusCode, 401, endpoint)
  }
  assert.equal((await call('POST /api/Seasons', { body: { name: 'x' } })).statusCode, 401)
  assert.equal((await call(`GET /api/Seasons/${id}`)).json().version, 2)
})

test('401: to change someone else’s season by its id in the body', async () => {
  const { id } = await make()
  const body = { id, name: 'Mine now' }
  assert.equal((await call('PATCH /api/Seasons', { body })).statusCode, 401)
  assert.equal((await call('PATCH /api/Seasons', { as: other, body })).statusCode, 401)
  const unknown = { id: UNKNOWN, name: 'x' }
  const missing = await call('PATCH /api/Seasons', { as: owner, body: unknown })
  assert.equal(missing.statusCode, 404)
  const changed = await call('PATCH /api/Seasons', { as: owner, body })
  assert.equal(changed.json().name, 'Mine now')
})

test('400: every wrong field is named', async () => {
  const { id } = await make()
  const event = await addEvent(id)
  const wrong: [endpoint: string, body: object, path: RegExp][] = [
    ['POST /api/Seasons', { name: '' }, /^body\/name/],
    [
      'POST /api/Seasons',
      { name: 'x', pointsSystem: { preset: 'f1-1802' } },
      /^body\/pointsSystem/,
    ],
    ['POST /api/Seasons', { name: 'x', pointsSystem: { race: ['a'] } }, /^body\/pointsSystem/],
    ['PATCH /api/Seasons', { name: 'x' }, /^body\/id/],
    [`POST /api/Seasons/${id}/events`, { track: 'Spa' }, /^body\/track/],
    [`POST /api/Seasons/${id}/events`, { track: 33 }, /^body\/track/],
    [`POST /api/Seasons/${id}/events`, { track: 99 }, /^body\/track/],
    [`PATCH /api/Seasons/${id}/events`, { events: [{ track: -1 }] }, /^body\/events\/0\/track/],
    [`POST /api/Seasons/${id}/events`, { track: 1, startsAt: 'tomorrow' }, /^body\/startsAt/],
    [`POST /api/Seasons/${id}/events`, { track: 1, startsAt: '0000-01-01T00:00:00Z' }, /startsAt/],
    [`PATCH /api/Seasons/${id}/events`, { events: [] }, /^body\/events/],
    [
      `PATCH /api/Seasons/${id}/events/${event.id}/sessions`,
      { sessionIds: ['x'] },
      /^body\/sessionIds/,
    ],
    [`POST /api/Seasons/${id}/adjustments`, { kind: 'fine', reason: 'x' }, /^body\/kind/],
    [
      `POST /api/Seasons/${id}/adjustments`,
      { kind: 'points', name: 'A', reason: 'x' },
      /^body\/points/,
    ],
    [
      `POST /api/Seasons/${id}/adjustments`,
      { kind: 'timePenalty', reason: 'x' },
      /^body\/sessionId/,
    ],
    [`PATCH /api/Seasons/${id}/aliases`, { merge: { name: 'A', aliases: [] } }, /./],
    [`POST /api/Seasons/${id}/publications`, { status: 'final' }, /^body\/status/],
  ]
  for (const [endpoint, body, path] of wrong) {
    const { statusCode, json } = await call(endpoint, { as: owner, body })
    assert.equal(statusCode, 400, `${endpoint} ${JSON.stringify(body)}`)
    assert.ok(
      json().errors.some((error: { path: string }) => path.test(error.path)),
      JSON.stringify(json().errors),
    )
  }
  for (const query of ['page=0', 'pageSize=', 'page=null']) {
    assert.equal((await call(`GET /api/Seasons?${query}`)).statusCode, 400, query)
  }
})

test('400: two lists of points for races below the same share', async () => {
  const shortenedRaces = [0.75, 0.5, 0.75].map((belowShare) => ({ belowShare, race: [1] }))
  const body = { name: 'Short', pointsSystem: { shortenedRaces } }
  const answer = await call('POST /api/Seasons', { as: owner, body })
  assert.equal(answer.statusCode, 400)
  assert.equal(answer.json().errors[0].path, 'body/pointsSystem/shortenedRaces/2/belowShare')
})

test('a season is made with a preset or a model, and read as it was made', async () => {
  const season = await make({ pointsSystem: { preset: 'f1-2019' } })
  assert.equal(season.pointsSystem.preset, 'f1-2019')
  assert.equal(season.ownerName, 'Organiser')
  assert.deepEqual(season.events, [])
  assert.deepEqual(season.standings, { drivers: [], teams: [], tracks: [] })
  assert.deepEqual((await call(`GET /api/Seasons/${season.id}`, { as: owner })).json(), season)
  const { preset: _preset, ...model } = season.pointsSystem
  const own = { id: season.id, pointsSystem: { ...model, pole: -1.5 } }
  const changed = (await call('PATCH /api/Seasons', { as: owner, body: own })).json()
  assert.equal(changed.pointsSystem.pole, -1.5)
  assert.equal(changed.pointsSystem.preset, null)
})

test('a points system that is read and sent again with a change is changed, not taken for its preset', async () => {
  const { id, pointsSystem } = await make({ pointsSystem: { preset: 'f1-2019' } })
  const set = async (wanted: object) => {
    const body = { id, pointsSystem: wanted }
    return (await call('PATCH /api/Seasons', { as: owner, body })).json()
  }
  assert.equal((await set(pointsSystem)).version, 1)
  const own = (await set({ ...pointsSystem, race: [10, 5] })).pointsSystem
  assert.deepEqual(own, { ...pointsSystem, preset: null, race: [10, 5] })
  assert.deepEqual((await set({ ...own, pole: 1 })).pointsSystem, { ...own, pole: 1 })
  const { pointsSystem: fewer } = await set({ dropWorst: 2 })
  assert.deepEqual(fewer, { ...own, pole: 1, dropWorst: 2 })
  const { pointsSystem: based } = await set({ preset: 'f1-2010', dropWorst: 1 })
  assert.deepEqual([based.preset, based.race[1], based.sprint, based.dropWorst], [null, 18, [], 1])
  assert.equal((await set({ preset: 'f1-2010' })).pointsSystem.preset, 'f1-2010')
})

test('a season that was stored before there were bonuses pays none, and is its preset still', async () => {
  const { id, pointsSystem } = await make({ pointsSystem: { preset: 'f1-2022' } })
  const none = { cleanRace: 0, placesGained: 0, participation: 0, keepDisqualified: false }
  const missing = Object.keys(none)
  for (const names of [...missing.map((name) => [name]), missing]) {
    const stored = Object.fromEntries(
      Object.entries(pointsSystem).filter(([name]) => !names.includes(name)),
    )
    await server.context.db
      .updateTable('season')
      .set({ points_system: JSON.stringify(stored) })
      .where('id', '=', id)
      .execute()
    const as = owner
    const read = (await call(`GET /api/Seasons/${id}`, { as })).json()
    assert.deepEqual(read.pointsSystem, { ...pointsSystem, ...none }, names.join())
    const body = { id, pointsSystem: { preset: 'f1-2022', ...none } }
    const sent = (await call('PATCH /api/Seasons', { as, body })).json()
    assert.deepEqual([sent.version, sent.pointsSystem.preset], [1, 'f1-2022'], names.join())
  }
})

test('a new season’s points system is what its maker names, and nothing else', async () => {
  const { pointsSystem } = await make({ pointsSystem: { race: [3, 2.5, -1] } })
  assert.deepEqual(pointsSystem.race, [3, 2.5, -1])
  assert.deepEqual([pointsSystem.preset, pointsSystem.sprint, pointsSystem.pole], [null, [], 0])
  for (const refused of [{}, { race: [1], foo: 1 }, { teams: { ...pointsSystem.teams, foo: 1 } }]) {
    const body = { name: 'x', pointsSystem: refused }
    assert.equal((await call('POST /api/Seasons', { as: owner, body })).statusCode, 400)
  }
})

test('every answer to a change has the version that the next one may be made from', async () => {
  const { id } = await make()
  const races = [{ names: ['Ann'] }, { names: ['Ann', 'Bob'] }]
  const ids = await Promise.all(races.map((race) => recordRace(server, owner.userId, race)))
  let tag = '"1"'
  const change = async (endpoint: string, body?: object) => {
    const headers = { 'if-match': `"0", W/${tag}` }
    const answer = await call(endpoint, { as: owner, headers, ...(body && { body }) })
    assert.ok(answer.statusCode < 300, `${endpoint} ${answer.body}`)
    assert.notEqual(String(answer.headers.etag), tag, endpoint)
    tag = String(answer.headers.etag)
    return answer
  }
  const path = `/api/Seasons/${id}/events`
  const event = (await change(`POST ${path}`, { track: 3 })).json()
  const sessions = { sessionIds: ids, driverNames: ['Cleo'] }
  const linked: Season = (await change(`PATCH ${path}/${event.id}/sessions`, sessions)).json()
  assert.deepEqual(
    linked.events[0]?.sessions.map(({ driverNames }) => driverNames),
    [['Cleo'], ['Cleo']],
  )
  for (const [index, word] of ['session', 'sesssion'].entries()) {
    await change(`DELETE ${path}/${event.id}/${word}/${ids[index]}`)
  }
  await change(`DELETE ${path}/${event.id}`)
  await change(`DELETE /api/Seasons/${id}`)
})

test('an invalid time is reported with its place in the list', async () => {
  const { id } = await make()
  const body = { events: [{ track: 1 }, { track: 1, startsAt: '1066-10-14T09:00:00Z' }] }
  const many = await call(`PATCH /api/Seasons/${id}/events`, { as: owner, body })
  assert.equal(many.json().errors[0].path, 'body/events/1/startsAt')
  const one = { as: owner, body: body.events[1] ?? {} }
  const answer = await call(`POST /api/Seasons/${id}/events`, one)
  assert.equal(answer.json().errors[0].path, 'body/startsAt')
})

test('ids in capitals are the same ids, in an address and in a body', async () => {
  const { id } = await make()
  const event = await addEvent(id)
  const sessionId = await recordRace(server, owner.userId, { names: ['Ann'] })
  const path = `/api/Seasons/${id}/events/${event.id}`.toUpperCase().replace('/API/', '/api/')
  const url = path.replace('SEASONS', 'Seasons').replace('EVENTS', 'events')
  const body = { sessionIds: [sessionId.toUpperCase()] }
  for (let times = 0; times < 2; times++) {
    const { events } = (await call(`PATCH ${url}/sessions`, { as: owner, body })).json()
    assert.equal(events[0].sessions.length, 1)
  }
  const named = { as: owner, body: { id: id.toUpperCase(), name: 'Autumn' } }
  assert.equal((await call('PATCH /api/Seasons', named)).json().name, 'Autumn')
})

test('events come in the order of their dates, those without one where they were entered', async () => {
  const { id } = await make()
  const body = {
    events: [
      { track: 3, startsAt: '2026-04-01T18:00:00Z' },
      { track: 9 },
      { track: 1, startsAt: '2026-03-01T18:00:00+02:00', name: 'Opening night' },
    ],
  }
  const added = await call(`PATCH /api/Seasons/${id}/events`, { as: owner, body })
  const { events, standings } = added.json()
  assert.deepEqual(standings.tracks, [1, 9, 3])
  assert.equal(events[0].startsAt, '2026-03-01T16:00:00.000Z')
  const [opening, , last] = events
  const path = `/api/Seasons/${id}/events/${opening.id}`
  const later = { startsAt: '2026-06-01T18:00:00Z', name: null }
  const moved = (await call(`PATCH ${path}`, { as: owner, body: later })).json()
  assert.deepEqual(moved.standings.tracks, [3, 9, 1])
  assert.equal(moved.events[2].name, '')
  assert.equal((await call(`DELETE ${path}`, { as: owner })).statusCode, 204)
  assert.equal((await call(`DELETE ${path}`, { as: owner })).statusCode, 404)
  const left = (await call(`GET /api/Seasons/${id}`)).json()
  assert.deepEqual(left.events.map((event: { id: string }) => event.id).length, 2)
  assert.equal(left.events[0].id, last.id)
})

test('409: more events than a season may have', async () => {
  const { id } = await make()
  const body = { events: Array.from({ length: 60 }, () => ({ track: 1 })) }
  assert.equal((await call(`PATCH /api/Seasons/${id}/events`, { as: owner, body })).statusCode, 200)
  const more = await call(`PATCH /api/Seasons/${id}/events`, { as: owner, body })
  assert.equal(more.statusCode, 409)
})

test('both spellings add a session once; another event of the season can’t have it too', async () => {
  const { id } = await make()
  const [first, second] = [await addEvent(id), await addEvent(id)]
  const [a, b] = [
    await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] }),
    await recordRace(server, other.userId, { names: ['Bob', 'Ann'] }),
  ]
  const path = (event: { id: string }, spelling: string, session: string) =>
    `PATCH /api/Seasons/${id}/events/${event.id}/${spelling}/${session}`
  assert.equal((await call(path(first, 'sesssion', a), { as: owner })).statusCode, 200)
  const added = (await call(path(first, 'session', b), { as: owner })).json()
  assert.equal(added.events[0].sessions.length, 2)
  const again = (await call(path(first, 'sesssion', a), { as: owner })).json()
  assert.equal(again.version, added.version)
  assert.equal((await call(path(second, 'sesssion', a), { as: owner })).statusCode, 409)
  assert.equal((await call(path(second, 'sesssion', UNKNOWN), { as: owner })).statusCode, 404)
  const remove = `DELETE /api/Seasons/${id}/events/${first.id}/session/${a}`
  assert.equal((await call(remove, { as: owner })).statusCode, 204)
  assert.equal((await call(remove, { as: owner })).statusCode, 404)
  const [event] = (await call(`GET /api/Seasons/${id}`)).json().events
  assert.deepEqual(
    event.sessions.map(({ session }: { session: { id: string } }) => session.id),
    [b],
  )
})

test('a deleted season is removed for all and comes back as it was', async () => {
  const { id } = await make()
  await addEvent(id)
  const path = `/api/Seasons/${id}`
  assert.equal((await call(`DELETE ${path}`, { as: owner })).statusCode, 204)
  assert.equal((await call(`GET ${path}`, { as: owner })).statusCode, 404)
  assert.equal((await call(`DELETE ${path}`, { as: owner })).statusCode, 404)
  const [deleted] = (await call('GET /api/Seasons/deleted', { as: owner })).json()
  assert.equal(deleted.id, id)
  assert.equal((await call(`POST ${path}/restore`, { as: other })).statusCode, 404)
  const restored = await call(`POST ${path}/restore`, { as: owner })
  assert.equal(restored.json().events.length, 1)
})

test('lists: the caller’s own by pages, of a user what is public', async () => {
  const { id } = await make({ name: 'Newest' })
  const mine = (await call('GET /api/Seasons/user?pageSize=1', { as: owner })).json()
  assert.equal(mine.seasons[0].id, id)
  assert.ok(mine.totalElements > 5)
  const own = (await call(`GET /api/Seasons/user/${owner.userId}`, { as: owner })).json()
  assert.equal(own.length, mine.totalElements)
  assert.deepEqual((await call(`GET /api/Seasons/user/${owner.userId}`)).json(), [])
  const body = { name: 'Open', isPublic: true }
  const league = (await call('POST /api/League', { as: owner, body })).json()
  await call(`POST /api/League/${league.id}/seasons/${id}`, { as: owner })
  const [listed] = (await call(`GET /api/Seasons/user/${owner.userId}`)).json()
  assert.equal(listed.id, id)
  const all = (await call('GET /api/Seasons')).json()
  assert.deepEqual([all.totalElements, all.seasons[0].name], [1, 'Newest'])
})

test('412: a change of an older version is answered with the changes since, and nothing is lost', async () => {
  const season = await make()
  const tag = `"${season.version}"`
  const write = (name: string) =>
    call('PATCH /api/Seasons', {
      as: owner,
      body: { id: season.id, name },
      headers: { 'if-match': tag },
    })
  const answers = await Promise.all([write('One'), write('Two')])
  const [done, refused] = answers.toSorted((a, b) => a.statusCode - b.statusCode)
  assert.deepEqual([done?.statusCode, refused?.statusCode], [200, 412])
  assert.equal(refused?.headers['etag'], '"2"')
  const [change] = refused?.json().changes ?? []
  assert.deepEqual(change.details.name, { before: 'Spring', after: done?.json().name })
  assert.equal(change.authorName, 'Organiser')
})

test('304: who has the season as it is gets it once, until anything in it changes', async () => {
  const { id } = await make()
  const first = await call(`GET /api/Seasons/${id}`, { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(first.headers['content-encoding'], 'gzip')
  const known = { 'if-none-match': String(first.headers.etag) }
  assert.equal((await call(`GET /api/Seasons/${id}`, { headers: known })).statusCode, 304)
  await addEvent(id)
  assert.equal((await call(`GET /api/Seasons/${id}`, { headers: known })).statusCode, 200)
})

test('the history says every change with what it was', async () => {
  const { id } = await make()
  const event = await addEvent(id)
  const path = `/api/Seasons/${id}/events/${event.id}`
  await call(`PATCH ${path}`, { as: owner, body: { track: 10 } })
  await call(`DELETE ${path}`, { as: owner })
  const { json } = await call(`GET /api/Seasons/${id}/history`, { as: owner })
  const changes: { action: string; details: object }[] = json()
  const actions = changes.map(({ action }) => action)
  assert.deepEqual(actions, ['eventRemoved', 'eventUpdated', 'eventsAdded', 'created'])
  assert.deepEqual(changes[1]?.details, { eventId: event.id, track: { before: 7, after: 10 } })
})

test('a season that is created for a league is in it, or not created at all', async () => {
  const create = (as: TestAccount) =>
    call('POST /api/League', { as, body: { name: 'Sunday League', isPublic: false } })
  const [own, others] = [(await create(owner)).json(), (await create(other)).json()]
  const season = await make({ name: 'In a league', leagueId: own.id })
  assert.deepEqual(season.leagueIds, [own.id])
  assert.equal(season.visibility, 'private')
  const league = (await call(`GET /api/League/${own.id}`, { as: owner })).json()
  assert.deepEqual(league.seasonIds, [season.id])
  for (const leagueId of [others.id, UNKNOWN]) {
    const body = { name: 'In no league', leagueId }
    assert.equal((await call('POST /api/Seasons', { as: owner, body })).statusCode, 404)
  }
  const list = (await call('GET /api/Seasons/user?pageSize=100', { as: owner })).json()
  assert.ok(!list.seasons.some(({ name }: Season) => name === 'In no league'))
})
