import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import type { LinkPreview } from '@pitboard/contract/seasons/standings'
import type { Season } from '@pitboard/contract/seasons/season'
import { createRace } from '@pitboard/sim/race'
import { deleteSession } from '../../racing/sessions/store-recording.ts'
import { goLive } from '../../site/pages/a-site.fixture.ts'
import { openAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'
import { type Race, recordRace } from './races.fixture.ts'

const UNKNOWN = '0190a000-0000-7000-8000-00000000000e'

const { server, owner, call } = await openOrganiser()

/** Creates a season of one event for each list of sessions, with what they are recorded as. */
async function makeSeason(...events: (readonly Race[])[]) {
  const body = { name: 'Winter Cup', pointsSystem: { preset: 'f1-2010' } }
  const { id } = (await call('POST /api/Seasons', { as: owner, body })).json()
  const sessionIds: string[][] = []
  for (const races of events) {
    const path = `/api/Seasons/${id}/events`
    const event = (await call(`POST ${path}`, { as: owner, body: { track: 7 } })).json()
    const ids = []
    for (const race of races) ids.push(await recordRace(server, owner.userId, race))
    const added = { as: owner, body: { sessionIds: ids } }
    await call(`PATCH ${path}/${event.id}/sessions`, added)
    sessionIds.push(ids)
  }
  return { id, sessionIds, season: await read(id) }
}

async function read(id: string): Promise<Season> {
  return (await call(`GET /api/Seasons/${id}`)).json()
}

function table({ standings }: Pick<Season, 'standings'>): [name: string, points: number][] {
  return standings.drivers.map(({ name, points }) => [name, points])
}

function hour(hours: number): string {
  return `2026-03-01T${hours}:00:00Z`
}

function rolesOf({ events }: Season): string[] {
  return events.flatMap(({ sessions }) => sessions.map(({ role }) => role))
}

test('recorded races become a table, which is the same in the export and explained', async () => {
  const { id, season } = await makeSeason(
    [{ names: ['Ann', 'Bob', 'Cleo'] }],
    [{ names: ['Bob', 'Ann', '=Cleo()'] }],
  )
  assert.deepEqual(table(season).slice(0, 2), [
    ['Ann', 43],
    ['Bob', 43],
  ])
  const { json } = await call(`GET /api/Seasons/${id}/standings/Ann/explain`)
  const points = json().contributions.map((line: { points: number }) => line.points)
  assert.deepEqual(points, [25, 18])
  const unknown = await call(`GET /api/Seasons/${id}/standings/Dora/explain`)
  assert.equal(unknown.statusCode, 404)
  const csv = await call(`GET /api/Seasons/${id}/export`)
  assert.match(String(csv.headers['content-type']), /text\/csv/)
  const lines = csv.body.replace('\uFEFF', '').trim().split('\r\n')
  assert.equal(lines.length, 1 + season.standings.drivers.length)
  assert.ok(lines[1]?.startsWith('1,Ann,Team 1,43,1,2,'), lines[1])
  assert.ok(
    lines.some((line) => line.includes(`,'=Cleo(),`)),
    'a name can be no formula',
  )
  const teams = (await call(`GET /api/Seasons/${id}/export?table=teams`)).body
  assert.match(teams, /1,Team 1,"Ann, Bob",86/)
  const exported = (await call(`GET /api/Seasons/${id}/export?format=json`)).json()
  assert.deepEqual(exported.standings, season.standings)
  const xlsx = await call(`GET /api/Seasons/${id}/export?format=xlsx`)
  assert.match(String(xlsx.headers['content-disposition']), /standings\.xlsx/)
  const files = Object.entries(unzipSync(xlsx.rawPayload))
  assert.equal(files.filter(([name]) => name.startsWith('xl/worksheets/sheet')).length, 2)
  const text = files.map(([, bytes]) => Buffer.from(bytes).toString()).join('\n')
  assert.ok(text.includes('Ann') && text.includes('Team 1') && text.includes('=Cleo()'))
  assert.doesNotMatch(text, /<f>/, 'a name can be no formula')
})

test('two races of one event are two columns with names of their own in the export', async () => {
  const names = ['Ann', 'Bob']
  const { id } = await makeSeason([
    { names, startedAt: hour(10) },
    { names, startedAt: hour(12) },
  ])
  const { body } = await call(`GET /api/Seasons/${id}/export`)
  assert.match(body, /,1 [^,]* race,1 [^,]* race 2\r\n/)
  const teams = await call(`GET /api/Seasons/${id}/export?table=teams`)
  assert.match(teams.body, /,Points after 1 /)
})

test('a session that is recorded again, or deleted, changes the table at once', async () => {
  const { id, sessionIds, season } = await makeSeason([{ names: ['Ann', 'Bob'] }])
  assert.equal(table(season)[0]?.[0], 'Ann')
  const [sessionId = ''] = sessionIds[0] ?? []
  await recordRace(server, owner.userId, { id: sessionId, names: ['Bob', 'Ann'] })
  assert.deepEqual(table(await read(id))[0], ['Bob', 25])
  await deleteSession(server.context.db, sessionId)
  const left = await read(id)
  assert.deepEqual([left.events[0]?.sessions, table(left)], [[], []])
})

test('what a session is follows its type and the weekend; the organiser can say otherwise', async () => {
  const names = ['Ann', 'Bob']
  const { id, season, sessionIds } = await makeSeason([
    { names, sessionType: SessionType.P1, startedAt: hour(10) },
    { names, sessionType: SessionType.Q1, startedAt: hour(11) },
    { names, sessionType: SessionType.Q3, startedAt: hour(12) },
    { names, sessionType: SessionType.Race, startedAt: hour(13), laps: 10 },
    { names, sessionType: SessionType.Race2, startedAt: hour(14), laps: 25 },
  ])
  assert.deepEqual(rolesOf(season), ['practice', 'practice', 'qualifying', 'sprint', 'race'])
  const path = `/api/Seasons/${id}/events/${season.events[0]?.id}/session/${sessionIds[0]?.[3]}`
  const body = { role: 'race', pointsFactor: 0.5 }
  const changed: Season = (await call(`PATCH ${path}`, { as: owner, body })).json()
  assert.deepEqual(table(changed), [
    ['Ann', 37.5],
    ['Bob', 27],
  ])
})

test('hidden drivers are one driver each until the organiser names them, and the names stay', async () => {
  const { id, season, sessionIds } = await makeSeason(
    [{ names: ['Player', 'Player', 'Cleo'] }],
    [{ names: ['Player', 'Cleo', 'Dora'] }],
  )
  assert.deepEqual(
    season.standings.drivers.filter(({ isHidden }) => isHidden).map(({ points }) => points),
    [25, 25, 18],
  )
  const [first, second] = season.events
  const name = (eventId: string, sessionId: string, driverNames: (string | null)[]) =>
    call(`PATCH /api/Seasons/${id}/events/${eventId}/session/${sessionId}`, {
      as: owner,
      body: { driverNames },
    })
  await name(first?.id ?? '', sessionIds[0]?.[0] ?? '', ['Ann', 'Bob'])
  const { json } = await name(second?.id ?? '', sessionIds[1]?.[0] ?? '', ['Ann'])
  assert.deepEqual(table(json())[0], ['Ann', 50])
  const twice = await name(first?.id ?? '', sessionIds[0]?.[0] ?? '', ['Ann', 'Ann'])
  assert.equal(twice.statusCode, 400)
  assert.equal(twice.json().errors[0].path, 'body/driverNames')
})

test('names are merged after a preview and split again; a declined suggestion stays away', async () => {
  const { id, season } = await makeSeason(
    [{ names: ['Verstappen', 'Bob'] }],
    [{ names: ['VERSTAPPEN', 'Bob'] }],
  )
  const aliases = `/api/Seasons/${id}/aliases`
  const book = (await call(`GET ${aliases}`, { as: owner })).json()
  assert.equal(book.suggestions.length, 1)
  const { name, alias } = book.suggestions[0]
  const merge = { as: owner, body: { merge: { name: 'Verstappen', aliases: ['VERSTAPPEN'] } } }
  const preview = (await call(`POST ${aliases}/preview`, merge)).json()
  assert.equal(preview.moves[0].points, 25)
  assert.deepEqual(table(await read(id)), table(season))
  const merged = (await call(`PATCH ${aliases}`, merge)).json()
  assert.deepEqual(table(merged)[0], ['Verstappen', 50])
  const { aliases: driven } = merged.standings.drivers[0]
  assert.deepEqual(new Set(driven), new Set(['Verstappen', 'VERSTAPPEN']))
  const split = { as: owner, body: { split: ['VERSTAPPEN'] } }
  const again = (await call(`PATCH ${aliases}`, split)).json()
  assert.deepEqual(again.standings, season.standings)
  assert.equal((await call(`PATCH ${aliases}`, split)).statusCode, 409)
  const dismissed = { as: owner, body: { names: [name, alias] } }
  const left = (await call(`POST ${aliases}/dismiss`, dismissed)).json()
  assert.deepEqual(left.suggestions, [])
})

test('sessions are linked as their preview says, which changes nothing and knows the drivers of the season', async () => {
  const { id } = await makeSeason([{ names: ['Ann', 'Bob', 'Cleo'] }])
  const event = (
    await call(`POST /api/Seasons/${id}/events`, { as: owner, body: { track: 7 } })
  ).json()
  const season = await read(id)
  const startedAt = hour(18)
  const race = await recordRace(server, owner.userId, {
    names: ['Bob', 'Stranger', '', 'Ann'],
    startedAt,
  })
  const path = `/api/Seasons/${id}/events/${event.id}/sessions`
  const wanted = { as: owner, body: { sessionIds: [race] } }
  const preview = await call(`POST ${path}/preview`, wanted)
  assert.equal(preview.statusCode, 200, preview.body)
  assert.deepEqual((await read(id)).standings, season.standings)
  const { sessions, drivers }: LinkPreview = preview.json()
  assert.deepEqual(sessions, [
    { sessionId: race, role: 'race', cars: 4, knownCars: 2, bannedDrivers: [] },
  ])
  const linked: Season = (await call(`PATCH ${path}`, wanted)).json()
  const shown = linked.standings.drivers.map(({ key, position, points }) => [key, position, points])
  for (const { key, positionAfter, pointsAfter } of drivers) {
    assert.ok(
      shown.some((row) => row.join() === [key, positionAfter, pointsAfter].join()),
      key,
    )
  }
  assert.deepEqual(drivers.map(({ name, pointsBefore }) => [name, pointsBefore]).slice(0, 2), [
    ['Bob', 18],
    ['Ann', 25],
  ])
  assert.deepEqual((await call(`POST ${path}/preview`, wanted)).json(), {
    sessions: [],
    drivers: [],
  })
  const stranger = await openAccount(server.context, { username: 'Nobody' })
  assert.equal((await call(`POST ${path}/preview`, { ...wanted, as: stranger })).statusCode, 403)
  const unknown = { as: owner, body: { sessionIds: [UNKNOWN] } }
  assert.equal((await call(`POST ${path}/preview`, unknown)).statusCode, 404)
})

test('a penalty counts once, moves the driver, and stops counting when it is revoked', async () => {
  const { id, season, sessionIds } = await makeSeason([{ names: ['Ann', 'Bob', 'Cleo'] }])
  const sessionId = sessionIds[0]?.[0]
  const decide = (body: object) =>
    call(`POST /api/Seasons/${id}/adjustments`, { as: owner, body: { reason: 'Cut', ...body } })
  const penalty = { kind: 'timePenalty', sessionId, driverIdx: 0, seconds: 3 }
  const punished: Season = (await decide(penalty)).json()
  assert.deepEqual(table(punished)[0], ['Bob', 25])
  const foreign = await recordRace(server, owner.userId, { names: ['X'] })
  assert.equal((await decide({ ...penalty, sessionId: foreign })).statusCode, 404)
  const [decision] = punished.adjustments
  assert.equal(decision?.authorName, 'Organiser')
  const revoke = `POST /api/Seasons/${id}/adjustments/${decision?.id}/revoke`
  const body = { reason: 'Video seen' }
  const revoked: Season = (await call(revoke, { as: owner, body })).json()
  assert.deepEqual(revoked.standings, season.standings)
  assert.equal(revoked.adjustments[0]?.revokedReason, 'Video seen')
  assert.equal((await call(revoke, { as: owner, body })).statusCode, 409)
  const team: Season = (await decide({ kind: 'teamPoints', name: 'Team 1', points: -10 })).json()
  assert.equal(team.standings.teams[0]?.points, 33)
})

test('a decision that is sent twice counts once; two that are meant have two ids or two reasons', async () => {
  const { id, sessionIds } = await makeSeason([{ names: ['Ann', 'Bob', 'Cleo'] }])
  const path = `POST /api/Seasons/${id}/adjustments`
  const cut = { kind: 'timePenalty', sessionId: sessionIds[0]?.[0], driverIdx: 0, seconds: 1.5 }
  const decide = async (body: object) => {
    const { adjustments, standings }: Season = (await call(path, { as: owner, body })).json()
    return [adjustments.length, standings.drivers[0]?.name]
  }
  const same = { ...cut, reason: 'Turn 1' }
  for (const once of await Promise.all([decide(same), decide(same)])) {
    assert.deepEqual(once, [1, 'Ann'])
  }
  assert.deepEqual(await decide({ ...cut, reason: 'Turn 4' }), [2, 'Bob'])
  const own = { kind: 'points', name: 'Ann', points: -1, reason: 'Late', id: UNKNOWN }
  assert.deepEqual(await decide(own), [3, 'Bob'])
  assert.deepEqual(await decide(own), [3, 'Bob'])
  const second = { ...own, id: UNKNOWN.toUpperCase().replace(/.$/, 'F') }
  assert.deepEqual(await decide(second), [4, 'Bob'])
  const other = { as: owner, body: { ...own, points: -2 } }
  assert.equal((await call(path, other)).statusCode, 409)
})

test('a decision that is given again after it was revoked counts again', async () => {
  const { id, season } = await makeSeason([{ names: ['Ann', 'Bob'] }])
  const path = `/api/Seasons/${id}/adjustments`
  const fine = { kind: 'points', name: 'Ann', points: -20, reason: 'Late' }
  const give = async () => (await call(`POST ${path}`, { as: owner, body: fine })).json()
  const first: Season = await give()
  const revoke = `POST ${path}/${first.adjustments[0]?.id}/revoke`
  const revoked: Season = (await call(revoke, { as: owner, body: { reason: 'Was not' } })).json()
  assert.deepEqual(revoked.standings, season.standings)
  const again: Season = await give()
  assert.deepEqual(table(again), table(first))
  assert.equal(again.adjustments.length, 2)
})

test('a decision about a car, a driver or a team that there is not is refused', async () => {
  const { id, sessionIds } = await makeSeason([{ names: ['Ann', 'Bob'] }])
  const sessionId = sessionIds[0]?.[0]
  const refused: [body: object, path: string][] = [
    [{ kind: 'disqualification', sessionId, driverIdx: 2 }, '/driverIdx'],
    [{ kind: 'points', sessionId, driverIdx: 29, points: 1 }, '/driverIdx'],
    [{ kind: 'points', name: 'Nobody', points: 1 }, '/name'],
    [{ kind: 'teamPoints', name: 'Ann', points: 1 }, '/name'],
  ]
  for (const [decision, field] of refused) {
    const body = { ...decision, reason: 'x' }
    const answer = await call(`POST /api/Seasons/${id}/adjustments`, { as: owner, body })
    assert.equal(answer.statusCode, 400)
    assert.equal(answer.json().errors[0].path, `body${field}`)
  }
})

test('400: names and reasons that nobody can see', async () => {
  const { id, season, sessionIds } = await makeSeason([{ names: ['Ann', 'Bob'] }])
  const path = `/api/Seasons/${id}`
  const link = `${path}/events/${season.events[0]?.id}/session/${sessionIds[0]?.[0]}`
  const decision = { kind: 'points', name: 'Ann', points: 1 }
  const body = { ...decision, reason: 'Late' }
  const { adjustments } = (await call(`POST ${path}/adjustments`, { as: owner, body })).json()
  const refused: [what: string, body: object, field: string][] = [
    [`PATCH ${link}`, { driverNames: [null, '\u200b'] }, '/driverNames/1'],
    [`PATCH ${link}`, { driverNames: ['\u2800'] }, '/driverNames/0'],
    [`PATCH ${path}/aliases`, { merge: { name: '\u2060', aliases: ['Bob'] } }, '/merge/name'],
    [`POST ${path}/adjustments`, { ...decision, reason: '\u200b' }, '/reason'],
    [`POST ${path}/adjustments/${adjustments[0].id}/revoke`, { reason: '\u3164' }, '/reason'],
  ]
  for (const [what, sent, field] of refused) {
    const answer = await call(what, { as: owner, body: sent })
    assert.equal(answer.statusCode, 400, what)
    assert.equal(answer.json().errors[0].path, `body${field}`)
  }
  const named = await call(`PATCH ${link}`, { as: owner, body: { driverNames: ['A\nn\u202en'] } })
  assert.equal(table(named.json())[0]?.[0], 'A nn')
})

test('published results stay as they were published, each version for itself', async () => {
  const { id, sessionIds } = await makeSeason([{ names: ['Ann', 'Bob'] }])
  const path = `/api/Seasons/${id}/publications`
  const first = { as: owner, body: { status: 'provisional' } }
  const { publication } = (await call(`POST ${path}`, first)).json()
  assert.deepEqual([publication.version, publication.status], [1, 'provisional'])
  await recordRace(server, owner.userId, { id: sessionIds[0]?.[0] ?? '', names: ['Bob', 'Ann'] })
  const second = { as: owner, body: { status: 'official', note: 'After the protest' } }
  assert.equal((await call(`POST ${path}`, second)).json().publication.version, 2)
  const versions = (await call(`GET ${path}`)).json()
  assert.deepEqual(
    versions.map(({ version, status }: { version: number; status: string }) => [version, status]),
    [
      [2, 'official'],
      [1, 'provisional'],
    ],
  )
  assert.equal(table((await call(`GET ${path}/1`)).json())[0]?.[0], 'Ann')
  assert.equal(table((await call(`GET ${path}/2`)).json())[0]?.[0], 'Bob')
  assert.equal((await call(`GET ${path}/3`)).statusCode, 404)
})

test('the calendar file holds the dated events, in lines of at most 75 bytes', async () => {
  const name = `Große Nacht, ${'ö'.repeat(40)}; Finale`
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'Cup' } })).json()
  const events = [{ track: 10, name, startsAt: '2026-03-29T20:00:00+02:00' }, { track: 1 }]
  await call(`PATCH /api/Seasons/${id}/events`, { as: owner, body: { events } })
  const { body, headers } = await call(`GET /api/Seasons/${id}/calendar.ics`)
  assert.match(String(headers['content-type']), /text\/calendar/)
  assert.equal(body.match(/BEGIN:VEVENT/g)?.length, 1)
  assert.match(body, /DTSTART:20260329T180000Z\r\n/)
  assert.ok(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
  const unfolded = body.replaceAll('\r\n ', '')
  const known = { 'if-none-match': String(headers['etag']) }
  const again = await call(`GET /api/Seasons/${id}/calendar.ics`, { headers: known })
  assert.equal(again.statusCode, 304)
  assert.ok(unfolded.includes(`SUMMARY:Cup: Große Nacht\\, ${'ö'.repeat(40)}\\; Finale`))
})

test('while a linked session is driven, the standings are as they stand, and say so', async () => {
  const { id } = await makeSeason([])
  const race = createRace({ seed: 3, format: 2025, laps: 3, rateHz: 10, trackId: 22 })
  const live = await goLive(server, owner.userId, race.datagrams())
  const { id: eventId } = (await read(id)).events[0] ?? { id: '' }
  const path = `/api/Seasons/${id}/events/${eventId}/sesssion/${live.id}`
  const season: Season = (await call(`PATCH ${path}`, { as: owner })).json()
  assert.equal(season.isLive, true)
  const leader = live.drivers.find(({ position }) => position === 1)
  assert.equal(season.standings.drivers[0]?.points, 25)
  assert.ok(leader && season.standings.drivers.some(({ name }) => name === leader.name))
})
