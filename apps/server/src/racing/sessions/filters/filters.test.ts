import type { TestServer } from '../../../testing/server.ts'
import { openTestServer } from '../../../testing/server.ts'
import { recorded } from '../../../testing/session-row.ts'
import { sessionColumns } from '../../../testing/session-row.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { filterFieldRule, readFilterField } from '@pitboard/contract/sessions/filter-fields'
import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { sampleOfRuns } from '@pitboard/contract/testing/sample'
import fc from 'fast-check'
import { sql } from 'kysely'
import { insertUser } from '../../../accounts/users/queries.ts'
import { FIELD_OPERATORS, satisfies, type PlainCondition } from './filter-rows.fixture.ts'
import { listFiltered } from './plan.ts'
import { recordSession } from '../store/session-queries.ts'

let server: TestServer
let all: SessionSummary[]

const NAMES = ['Max', 'maximilian', 'Zoë 50%', 'a_b', 'back\\slash', 'Tom, "T" (x|y)', null]
/** A result entered by hand has these values. */
const UNKNOWN = {
  number_of_laps: null,
  game_version: null,
  packet_format: null,
  is_multiplayer: null,
  start_track_temp: null,
  start_air_temp: null,
  start_weather: null,
}
const TRACKS = ['Silverstone', 'Spa', 'São Paulo']

before(async () => {
  server = await openTestServer()
  const { db, newId } = server.context
  const users = []
  for (const username of NAMES) users.push((await insertUser(db, { id: newId(), username })).id)
  for (let place = 0; place < 60; place++) {
    const started = Date.UTC(2026, 0, 1 + (place % 12), place)
    const columns = sessionColumns(users[place % users.length] ?? '', {
      game_session_id: String(10n ** 18n + BigInt(place % 50)),
      track_id: place % 3,
      track_name: TRACKS[place % 3] ?? '',
      session_type: place % 5,
      number_of_laps: place % 4,
      started_at: new Date(started),
      ended_at: place % 4 ? new Date(started + 60_000) : null,
      game_version: 2022 + (place % 4),
      game_build: `1.${place % 20}`,
      is_multiplayer: place % 2 === 0,
      weekend_link_identifier: place % 6,
      start_track_temp: (place % 5) - 2,
      start_air_temp: place % 7,
      start_weather: place % 6,
      ...(place % 7 === 6 && UNKNOWN),
      frames_seen: place % 3 ? (place % 2 ? 0.5 : 0.998) : null,
      laps_missing: place % 3 ? place % 2 : null,
      classification: place % 3 ? (place % 2 ? 'final' : 'provisional') : null,
    })
    await recordSession(db, newId(), recorded(columns, {}))
  }
  all = (await get('/api/Sessions?pageSize=100')).json().sessions
})
after(() => server.close())

const get = (url: string) => server.app.inject({ url })
const ask = (filters: string, more = '') =>
  get(`/api/Sessions/filters?pageSize=100&filters=${encodeURIComponent(filters)}${more}`)
const byHand = (matches: (session: SessionSummary) => boolean) => idsOf(all.filter(matches))
const idsOf = (sessions: readonly SessionSummary[]) => sessions.map(({ id }) => id)

/** Returns what a field really holds, parts of it, and what nothing holds. */
function valuesOf(name: string): string[] {
  const field = readFilterField(name)
  assert.ok(field)
  const held = all.map((session) => {
    const read: unknown = Reflect.get({ ...session, ...session.completeness }, field)
    return typeof read === 'string' ? read : JSON.stringify(read ?? null)
  })
  const { nullable } = filterFieldRule(field)
  const known = [...new Set(held)].filter((value) => nullable || value !== 'null')
  if (['userName', 'trackName', 'gameBuild', 'sessionId', 'classification'].includes(name)) {
    const parts = known.flatMap((value) => [
      value.slice(0, 2),
      value.slice(-2),
      value.toUpperCase(),
    ])
    return [...known, ...parts, '%', '_', '\\', 'ZOE', "' or true --"]
  }
  if (['id', 'userId'].includes(name)) return [...known, server.context.newId()]
  if (name === 'isMultiplayer') return ['true', 'false', 'null']
  if (name.endsWith('Time')) return [...known, '2026-01-05', '1999-12-31']
  return [...known, '0', '-1', '999999999999999']
}

const condition: fc.Arbitrary<PlainCondition> = fc
  .constantFrom(...FIELD_OPERATORS)
  .chain((chosen) => {
    const field = readFilterField(chosen.name)
    assert.ok(field)
    const isEquality = ['==', '!='].includes(chosen.operator)
    const possible = fc.constantFrom(0).chain(() => {
      return fc.constantFrom(
        ...valuesOf(chosen.name).filter((value) => isEquality || value !== 'null'),
      )
    })
    return fc.record({
      field: fc.constant(field),
      operator: fc.constant(chosen.operator),
      values: fc.array(possible, { minLength: 1, maxLength: 3 }),
    })
  })

function written({ field, operator, values }: PlainCondition): string {
  const texts = values.map((value) => {
    return value === 'null' ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  })
  return `${field}${operator}${texts.join('|')}`
}

test('every operator of every field finds what a plain reading of the sessions finds', async () => {
  for (const { name, operator } of FIELD_OPERATORS) {
    const field = readFilterField(name)
    assert.ok(field)
    const isEquality = operator === '==' || operator === '!='
    for (const value of valuesOf(name)
      .filter((each) => isEquality || each !== 'null')
      .slice(-6)) {
      const one: PlainCondition = { field, operator, values: [value] }
      const answer = await ask(written(one))
      assert.equal(answer.statusCode, 200, `${written(one)} ${answer.body}`)
      const expected = all.filter((session) => satisfies(session, one))
      assert.deepEqual(idsOf(answer.json()), idsOf(expected), written(one))
    }
  }
})

test('conditions joined by "," "|" and groups find what a plain reading finds', async () => {
  const groups = fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  })
  const property = fc.asyncProperty(groups, async (all_) => {
    const text = all_.map((any) => `(${any.map(written).join('|')})`).join(',')
    const answer = await ask(text)
    assert.equal(answer.statusCode, 200, `${text} ${answer.body}`)
    const expected = all.filter((session) =>
      all_.every((any) => any.some((one) => satisfies(session, one))),
    )
    assert.deepEqual(idsOf(answer.json()), idsOf(expected), text)
  })
  await fc.assert(property, sampleOfRuns(200, 20))
})

/**
 * Orders sessions; those with equal keys stay in the order of lists: the newest first, or the oldest first
 * where that is requested.
 */
function inOrder(sessions: readonly SessionSummary[], sorts: string): SessionSummary[] {
  const keys = sorts.split(',').filter((key) => key !== '')
  const alike = keys.includes('sessionStartTime') ? sessions.toReversed() : sessions
  return alike.toSorted((a, b) => {
    for (const key of keys) {
      const field = key.replace('-', '')
      const [one, other] = [String(Reflect.get(a, field)), String(Reflect.get(b, field))]
      if ((one === 'null') !== (other === 'null')) return one === 'null' ? 1 : -1
      const order = one.localeCompare(other, 'en', { numeric: true })
      if (order !== 0) return key.startsWith('-') ? -order : order
    }
    return 0
  })
}

test('whatever is looked at first, pages in any order are what a plain reading finds', async () => {
  const { db } = server.context
  const firstRows = { byTime: 3, otherwise: 2 }
  const sorts = fc.constantFrom(
    '',
    'sessionStartTime',
    '-sessionStartTime',
    '-numberOfLaps',
    'gameVersion,-trackId',
    'internalSessionId',
    '-internalSessionId',
    'sessionType,sessionStartTime',
    '-gameVersion,trackId,-numberOfLaps',
  )
  const looks = fc.constantFrom(firstRows, undefined)
  const property = fc.asyncProperty(
    condition,
    condition,
    sorts,
    looks,
    async (one, other, ...how) => {
      const [sorts, look] = how
      const filters = `${written(one)},${written(other)}`
      const both = all.filter((session) => satisfies(session, one) && satisfies(session, other))
      const expected = inOrder(both, sorts)
      const found: string[] = []
      for (let page = 1; page <= Math.ceil(expected.length / 7) + 1; page++) {
        const rows = await listFiltered(db, { filters, sorts, page, pageSize: 7 }, look)
        found.push(...rows.map(({ id }) => id))
      }
      assert.deepEqual(found, idsOf(expected), `${filters} ${sorts}`)
    },
  )
  await fc.assert(property, sampleOfRuns(200, 20))
})

function isMax({ userName }: SessionSummary): boolean {
  return /max/i.test(userName)
}

test('a name of very many users finds what a plain reading finds, in any order', async () => {
  const { db } = server.context
  await sql`insert into "user" (id, username)
    select gen_random_uuid(), 'Max the ' || n from generate_series(1, 1100) as n`.execute(db)
  for (const sorts of ['', 'trackId', '-numberOfLaps', '-internalSessionId']) {
    for (const [filter, isFound] of [
      ['userName@=max', isMax],
      ['userName!@=max', (session: SessionSummary) => !isMax(session)],
    ] as const) {
      const answer = await ask(filter, `&sorts=${sorts}`)
      assert.deepEqual(idsOf(answer.json()), idsOf(inOrder(all.filter(isFound), sorts)), sorts)
    }
  }
  await sql`delete from "user" where username like 'Max the %'`.execute(db)
})

test("the specification's example, values without quotes and several fields at once", async () => {
  const example =
    'trackId==1, sessionType==4, userName@=max, numberOfLaps>=1, sessionStartTime>2026-01-01'
  assert.deepEqual(
    idsOf((await ask(example)).json()),
    byHand(
      ({ trackId, sessionType, userName, numberOfLaps }) =>
        trackId === 1 && sessionType === 4 && /max/i.test(userName) && (numberOfLaps ?? 0) >= 1,
    ),
  )
  assert.deepEqual(
    idsOf((await ask('(userName|trackName)@=*a_|spa,isMultiplayer==true')).json()),
    byHand(
      ({ userName, trackName, isMultiplayer }) =>
        isMultiplayer === true && (userName === 'a_b' || trackName === 'Spa'),
    ),
  )
  assert.deepEqual(idsOf((await ask('')).json()), idsOf(all))
})

test('sorts order the pages, which never overlap', async () => {
  // Sessions with equal keys stay in the order of lists, the newest first.
  const sorted = all.toSorted((a, b) => {
    if (a.trackId !== b.trackId) return a.trackId - b.trackId
    return (b.numberOfLaps ?? -1) - (a.numberOfLaps ?? -1)
  })
  const pages = []
  for (const page of [1, 2, 3]) {
    const url = `/api/Sessions/filters?sorts=trackId,-numberOfLaps&pageSize=25&page=${page}`
    pages.push(...idsOf((await get(url)).json()))
  }
  assert.deepEqual(pages, idsOf(sorted))
})

test('a comparison never finds an unknown value, and orders put it last', async () => {
  const known = byHand(({ startTrackTemp }) => startTrackTemp !== null)
  assert.ok(known.length < all.length)
  assert.deepEqual(idsOf((await ask('startTrackTemp<1000')).json()), known)
  assert.deepEqual(idsOf((await ask('startTrackTemp>=-1000')).json()), known)
  for (const sorts of ['gameVersion', '-gameVersion', 'numberOfLaps', '-numberOfLaps,trackId']) {
    const field = sorts.includes('game') ? 'gameVersion' : 'numberOfLaps'
    const found: SessionSummary[] = (await ask('', `&sorts=${sorts}`)).json()
    assert.equal(found.length, all.length, sorts)
    const first = found.findIndex((session) => session[field] === null)
    assert.ok(first > 0 && found.slice(first).every((one) => one[field] === null), sorts)
  }
})

test('400: an error points at its place', async () => {
  const cases: [string, number][] = [
    ['trackId=5', 7],
    ['trackId==5,foo==1', 11],
    ['trackId==five', 9],
    ['trackId@=5', 7],
    ['(trackId==5', 11],
    ['trackId==5)', 10],
    ['trackId==', 9],
    ['sessionStartTime>2026-02-30', 17],
    ['trackId==5,,', 11],
    ['userName=="open', 10],
    ['trackId==99999999999999999999', 9],
    ['((((((trackId==5))))))', 5],
    [Array.from({ length: 51 }, () => 'trackId==1').join(','), 550],
    [`userName==${'x'.repeat(2_000)}`, 2_000],
  ]
  for (const [text, offset] of cases) {
    const answer = await ask(text)
    assert.equal(answer.statusCode, 400, text)
    const [error] = answer.json().errors
    assert.deepEqual(
      [error.path, error.offset],
      ['query/filters', offset],
      `${text} ${error.message}`,
    )
  }
  for (const sorts of ['userName', 'trackId,,', 'trackId,-trackId', '-', 'id;drop']) {
    const { statusCode, json } = await ask('', `&sorts=${sorts}`)
    assert.deepEqual([statusCode, json().errors[0].path], [400, 'query/sorts'], sorts)
  }
  assert.equal((await ask('', '&page=1000')).statusCode, 400)
})

test('whatever is written is never taken for SQL, and never a failure of the server', async () => {
  const pieces = [
    'trackId',
    'userName',
    '==',
    '@=',
    '!=',
    '|',
    ',',
    '(',
    ')',
    '"',
    "'",
    '\\',
    '$1',
    ';',
  ]
  const words = [
    '--',
    '/*',
    'null',
    'or 1=1',
    '%',
    '_',
    '?',
    '::int',
    '5',
    ' ',
    '\u{1F3CE}',
    'drop table session',
  ]
  const texts = fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(texts, async (parts) => {
      const { statusCode, body } = await ask(parts.join(''))
      assert.ok(statusCode === 200 || statusCode === 400, `${parts.join('')} ${body}`)
    }),
    sampleOfRuns(300, 30),
  )
  for (const value of ["x' or '1'='1", "'; drop table session; --", '$$', "\\' or true --"]) {
    const answer = await ask(`userName=="${value.replaceAll('\\', '\\\\')}"`)
    assert.deepEqual([answer.statusCode, answer.json()], [200, []], value)
  }
  assert.equal((await ask('')).json().length, 60)
})
