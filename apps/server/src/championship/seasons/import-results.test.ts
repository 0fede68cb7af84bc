import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMPORTED_RESULTS_MAX } from '@pitboard/contract/seasons/result-import'
import type { Season } from '@pitboard/contract/seasons/season'
import { ResultStatus, SessionType } from '@pitboard/contract/wire/enumerations'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { openOrganiser } from '../../testing/organiser.ts'

const { server, owner, call } = await openOrganiser()
const stranger = await openAccount(server.context, { username: 'Stranger' })

const PAYS = [10, 6, 4, 2]
const ROUNDS = [7, 10, 11, 14]

/** An organiser has a half-driven season like this: with a row for each driver, and a column for each round that was driven. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  Ann: ['1', 'DNF', '4'],
  Bob: ['2', '2', 'DNF'],
  Cas: ['3', '1', 'DSQ'],
  Dan: ['4', '3', '1'],
  Eve: ['', 'DNS', '2'],
  Fay: ['', '', '3'],
}

const WORDS: Readonly<Record<string, number>> = {
  DNF: ResultStatus.Retired,
  DSQ: ResultStatus.Disqualified,
  DNS: ResultStatus.Inactive,
}

function documentOf(trackId: number, round: number, names = Object.keys(TABLE)) {
  const entered = names.filter((name) => TABLE[name]?.[round] !== '')
  return {
    trackId,
    sessionType: SessionType.Race,
    sessionStartTime: `2026-0${round + 3}-01T18:00:00.000Z`,
    numberOfLaps: 0,
    drivers: entered.map((name, driverIdx) => {
      const cell = TABLE[name]?.[round] ?? ''
      const place = WORDS[cell] === undefined ? Number(cell) : null
      return {
        driverIdx,
        name,
        resultStatus: WORDS[cell] ?? ResultStatus.Finished,
        position: place,
        finishingPosition: place,
      }
    }),
  }
}

/** Counts the table on its own: points, then who has more wins, second places and so on. */
function countByHand(): [name: string, points: number, wins: number][] {
  const rows = Object.entries(TABLE).map(([name, cells]) => {
    const places = cells.map(Number).filter((place) => place > 0)
    const counts = [1, 2, 3, 4].map((place) => places.filter((one) => one === place).length)
    const points = places.reduce((sum, place) => sum + (PAYS[place - 1] ?? 0), 0)
    return { name, points, counts }
  })
  const sorted = rows.toSorted((one, other) => {
    const at = one.counts.findIndex((count, place) => count !== other.counts[place])
    return other.points - one.points || (other.counts[at] ?? 0) - (one.counts[at] ?? 0)
  })
  return sorted.map(({ name, points, counts }) => [name, points, counts[0] ?? 0])
}

async function makeSeason(fields: object = {}): Promise<Season> {
  const body = { name: 'Half driven', pointsSystem: { race: PAYS }, ...fields }
  const { id } = (await call('POST /api/Seasons', { as: owner, body })).json()
  const events = ROUNDS.map((track) => ({ track }))
  return (await call(`PATCH /api/Seasons/${id}/events`, { as: owner, body: { events } })).json()
}

function tableOf({ events }: Season, rounds = [0, 1, 2]) {
  return rounds.map((round) => ({
    eventId: events[round]?.id,
    document: documentOf(ROUNDS[round] ?? 0, round),
  }))
}

function send(season: Season, results: readonly object[], options: object = {}) {
  const path = `POST /api/Seasons/${season.id}/results`
  return call(path, { as: owner, body: { results }, ...options })
}

async function read({ id }: Season): Promise<Season> {
  return (await call(`GET /api/Seasons/${id}`, { as: owner })).json()
}

function standing({ standings }: Season): [string, number, number][] {
  return standings.drivers.map(({ name, points, wins }) => [name, points, wins])
}

async function countSessions(user: TestAccount): Promise<number> {
  return (await call('GET /api/Sessions/currentUser', { as: user })).json().totalElements
}

test('an imported table counts as by hand, with ties by countback, and its rounds are each a result', async () => {
  const season = await makeSeason()
  const imported: Season = (await send(season, tableOf(season))).json()
  assert.deepEqual(standing(imported), countByHand())
  const expected = ['Dan', 'Cas', 'Ann', 'Bob', 'Eve', 'Fay']
  assert.deepEqual(
    imported.standings.drivers.map(({ name }) => name),
    expected,
    'a win decides between Ann and Bob',
  )
  assert.deepEqual(
    imported.events.map(({ sessions }) => sessions.map(({ role }) => role)),
    [['race'], ['race'], ['race'], []],
  )
  const ann = imported.standings.drivers.find(({ name }) => name === 'Ann')
  assert.deepEqual(
    ann?.results.map(({ position, resultStatus }) => [position, resultStatus]),
    [
      [1, ResultStatus.Finished],
      [null, ResultStatus.Retired],
      [4, ResultStatus.Finished],
    ],
  )
  assert.equal(imported.version, season.version + 1, 'one change')
})

test('the import is undone as a whole, and sending it again stores nothing twice', async () => {
  const season = await makeSeason({ name: 'Undone' })
  const results = tableOf(season)
  const imported: Season = (await send(season, results)).json()
  const stored = await countSessions(owner)
  const again: Season = (await send(season, results)).json()
  assert.equal(again.version, imported.version, 'nothing changes')
  const undo = `POST /api/Seasons/${season.id}/history/${imported.version}/undo`
  assert.equal((await call(undo, { as: owner })).statusCode, 200)
  assert.deepEqual(standing(await read(season)), [])
  await send(season, results)
  assert.deepEqual(standing(await read(season)), countByHand())
  assert.equal(await countSessions(owner), stored)
})

test('nothing is stored if one of the results cannot be', async () => {
  const season = await makeSeason({ name: 'All or none' })
  const stored = await countSessions(owner)
  const [first, second] = tableOf(season)
  assert.ok(first && second)
  const { drivers } = second.document
  const [ann, bob] = drivers
  const laps = [{ lapTime: 80_000 }]
  const elsewhere = { ...second, eventId: season.id }
  const withDrivers = (given: readonly object[]) => ({
    ...second,
    document: { ...second.document, drivers: given },
  })
  const refused: [what: string, result: object, status: number, at: string][] = [
    ['an unknown event', elsewhere, 404, ''],
    ['an unknown tier', { ...second, tier: 'Pro' }, 400, 'body/results/1/tier'],
    [
      'a driver twice',
      withDrivers([ann, { ...bob, name: 'ANN' }].filter((one) => one !== undefined)),
      400,
      'body/results/1/document/drivers/1/name',
    ],
    [
      'a place twice',
      withDrivers(drivers.map((one) => ({ ...one, position: 1, finishingPosition: 1 }))),
      400,
      'body/results/1/document/drivers/1/finishingPosition',
    ],
    [
      'laps',
      withDrivers([{ ...bob, position: 1, finishingPosition: 1, lapTimes: laps }]),
      400,
      'body/results/1/document/drivers',
    ],
    ['the same event twice', { ...second, eventId: first.eventId }, 409, ''],
  ]
  for (const [what, result, status, at] of refused) {
    const answer = await send(season, [first, result])
    assert.equal(answer.statusCode, status, `${what}: ${answer.body}`)
    assert.equal(answer.json().errors?.[0]?.path ?? '', at, what)
  }
  assert.equal(await countSessions(owner), stored)
  assert.equal((await read(season)).version, season.version)
})

test('of two organisers who import the same rounds one counts', async () => {
  const league = { name: 'Two organisers', isPublic: true }
  const { id: leagueId } = (await call('POST /api/League', { as: owner, body: league })).json()
  const editor = await openAccount(server.context, { username: 'Editor' })
  await server.context.db
    .insertInto('league_member')
    .values({ league_id: leagueId, user_id: editor.userId, role: 'resultEditor' })
    .execute()
  const season = await makeSeason({ leagueId })
  const results = tableOf(season)
  const answers = await Promise.all([owner, editor].map((as) => send(season, results, { as })))
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    [200, 409],
    'without a version',
  )
  assert.deepEqual(standing(await read(season)), countByHand())
  const stale = { 'if-match': `"${season.version}"` }
  const late = await send(season, tableOf(season, [2]), { as: editor, headers: stale })
  assert.equal(late.statusCode, 412)
})

test('each tier has its own table of a round', async () => {
  const season = await makeSeason({ name: 'Tiers', tiers: ['Pro', 'Club'] })
  const [event] = season.events
  const results = (
    [
      ['Pro', ['Ann', 'Bob']],
      ['Club', ['Cas', 'Dan']],
    ] as const
  ).map(([tier, names]) => {
    const document = documentOf(7, 0, [...names])
    const drivers = document.drivers.map((driver, index) => {
      return { ...driver, position: index + 1, finishingPosition: index + 1 }
    })
    return { eventId: event?.id, tier, document: { ...document, drivers } }
  })
  const imported: Season = (await send(season, results)).json()
  assert.deepEqual(
    imported.standings.tiers?.map(({ tier, drivers }) => [
      tier,
      drivers.map(({ name, points }) => [name, points]),
    ]),
    [
      [
        'Pro',
        [
          ['Ann', 10],
          ['Bob', 6],
        ],
      ],
      [
        'Club',
        [
          ['Cas', 10],
          ['Dan', 6],
        ],
      ],
    ],
  )
})

test('strangers import nothing, and learn nothing of a private season', async () => {
  const league = { name: 'Secret', isPublic: false }
  const { id: leagueId } = (await call('POST /api/League', { as: owner, body: league })).json()
  const hidden = await makeSeason({ leagueId })
  const open = await makeSeason({ name: 'Open' })
  const statusOf = async (season: Season, options: object) =>
    (await send(season, tableOf(season), options)).statusCode
  assert.equal(await statusOf(hidden, { as: stranger }), 404)
  assert.equal(await statusOf(open, { as: stranger }), 403)
  assert.equal(await statusOf(open, { as: undefined }), 401)
  assert.equal(await countSessions(stranger), 0)
  const [result] = tableOf(open)
  assert.ok(result)
  const many = Array.from({ length: IMPORTED_RESULTS_MAX + 1 }, () => result)
  assert.equal((await send(open, many)).statusCode, 400)
  assert.equal((await send(open, [{ ...result, junk: 'x'.repeat(1_100_000) }])).statusCode, 413)
})

function bonuses({ standings }: Season): [string, number, number, number][] {
  return standings.drivers.map(({ name, points, poles, fastestLaps }) => [
    name,
    points,
    poles,
    fastestLaps,
  ])
}

test('pole and fastest lap of a table pay their bonus, also once who imported it deletes the session', async () => {
  const league = await call('POST /api/League', {
    as: owner,
    body: { name: 'Cup', isPublic: true },
  })
  const leagueId: string = league.json().id
  const editor = await openAccount(server.context, { username: 'Editor of the table' })
  await server.context.db
    .insertInto('league_member')
    .values({ league_id: leagueId, user_id: editor.userId, role: 'resultEditor' })
    .execute()
  const fastestLap = {
    points: 1,
    withinPosition: 3,
    inSprints: false,
    minimumDistanceShare: 0.5,
    shared: 'first',
  }
  const pointsSystem = { race: PAYS, pole: 3, fastestLap }
  const season = await makeSeason({ leagueId, pointsSystem })
  const [round] = tableOf(season, [0])
  assert.ok(round)
  const { drivers, ...document } = round.document
  const marked = {
    ...round,
    document: {
      ...document,
      drivers: drivers.map((driver, index) => ({
        ...driver,
        startingPosition: index === 1 ? 1 : null,
      })),
      events: [{ kind: 'fastestLap', timeMs: 0, driverIdx: drivers[2]?.driverIdx }],
    },
  }
  const imported: Season = (await send(season, [marked], { as: editor })).json()
  const expected = [
    ['Ann', 10, 0, 0],
    ['Bob', 9, 1, 0],
    ['Cas', 5, 0, 1],
    ['Dan', 2, 0, 0],
  ]
  assert.deepEqual(bonuses(imported), expected)
  const sessionId = imported.events[0]?.sessions[0]?.session.id
  const deleted = await call(`DELETE /api/Sessions/${sessionId}`, { as: editor })
  assert.equal(deleted.statusCode, 204, deleted.body)
  const left = await read(season)
  assert.notEqual(left.events[0]?.sessions[0]?.session.id, sessionId)
  assert.deepEqual(bonuses(left), expected)
})
