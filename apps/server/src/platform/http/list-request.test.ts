import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '@pitboard/contract/wire/endpoint'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { Type } from 'typebox'
import { goLive } from '../../site/pages/a-site.fixture.ts'
import { createRace } from '@pitboard/sim/race'
import { recordSession } from '../../racing/sessions/store/session-queries.ts'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { recorded, sessionColumns } from '../../testing/session-row.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

const WEEKEND = 88_001
const GAME_SESSION = '17000000000000000001'
const OWNER_ADDRESS = 'owner@club.example'

let server: TestServer
let owner: TestAccount
/** This user has nothing. */
let newcomer: TestAccount
let leagueId: string
let seasonId: string
let sessionId: string
let webhookId: string
const call = createCall(() => server)
before(async () => {
  // Operators have lists of their own.
  server = await openTestServer({ env: { OPERATOR_ACCOUNTS: OWNER_ADDRESS } })
  const { context } = server
  owner = await openAccount(context, { username: 'Owner' })
  await context.db
    .updateTable('auth.users')
    .set({ email: OWNER_ADDRESS, email_confirmed_at: new Date() })
    .where('id', '=', owner.userId)
    .execute()
  newcomer = await openAccount(context, { username: 'Newcomer' })
  sessionId = context.newId()
  for (const [index, id] of [sessionId, context.newId(), context.newId()].entries()) {
    const columns = sessionColumns(owner.userId, {
      game_session_id: index === 0 ? GAME_SESSION : `${index}`,
      started_at: new Date(Date.UTC(2026, 4, 1 + index)),
      weekend_link_identifier: WEEKEND,
    })
    await recordSession(context.db, id, recorded(columns, {}))
  }
  leagueId = await make('League', { name: 'Cup', isPublic: true })
  for (const name of ['One', 'Two', 'Three']) {
    const gone = await make('Seasons', { name })
    assert.equal((await call(`DELETE /api/Seasons/${gone}`, { as: owner })).statusCode, 204)
    seasonId = await make('Seasons', { name })
    await call(`POST /api/League/${leagueId}/seasons/${seasonId}`, { as: owner })
  }
  await make('RecorderKeys', { name: 'Console' })
  webhookId = await make(`League/${leagueId}/webhooks`, {
    kind: 'generic',
    name: 'Bot',
    url: 'https://bot.club.example/',
    types: ['live'],
  })
  await goLive(
    server,
    owner.userId,
    createRace({ seed: 4, laps: 1, cars: 3, rateHz: 10, trackId: 22 }).datagrams(),
  )
})
after(() => server.close())

async function make(what: string, body: object): Promise<string> {
  const answer = await call(`POST /api/${what}`, { as: owner, body })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().id
}

const lists = () => allEndpoints().filter(({ list }) => list !== undefined)

/** Returns the path with ids of things that exist, by the segment before each parameter. */
function pathTo({ path }: Endpoint): string {
  const ids: Record<string, string> = {
    'user/': owner.userId,
    'session/': GAME_SESSION,
    'weekend/': `${WEEKEND}`,
    'Sessions/': sessionId,
    'Seasons/': seasonId,
    'League/': leagueId,
    'webhooks/': webhookId,
  }
  return path.replaceAll(/(\w+\/)\{\w+\}/g, (_, before: string) => {
    const id = ids[before]
    assert.ok(id, `${path}: this test knows no id that follows ${before}`)
    return before + id
  })
}

const CONDITIONS = 'gameVersion=2025&sessionKind=race&tyreClass=dry&weather=dry&'
const REQUIRED: Readonly<Record<string, string>> = {
  '/api/Search': 'q=one&kind=seasons&',
  '/api/Records': `trackId=3&${CONDITIONS}`,
  '/api/Records/tracks': CONDITIONS,
}
const query = ({ path }: Endpoint) => REQUIRED[path] ?? ''

/** What a deletion would leave, and a rating, is one answer: nobody pages through it. */
const NO_LISTS: ReadonlySet<string> = new Set([
  '/api/Account/deletion',
  '/api/League/{leagueId}/ratings',
])

test('a call that answers with an array, or takes a page, is declared as a list', () => {
  for (const { method, path, query: parameters, response, list } of allEndpoints()) {
    if (method !== 'GET') continue
    const hasPage = parameters !== undefined && 'page' in parameters.properties
    const isList = hasPage || (isListShape(response) && !NO_LISTS.has(path))
    assert.equal(list !== undefined, isList, path)
    const hasSize = parameters !== undefined && 'pageSize' in parameters.properties
    assert.deepEqual([hasPage, hasSize], Array(2).fill(isList && list !== 'whole'), path)
  }
})

/** Returns whether it is an array, or an object that holds one array and numbers about it. */
function isListShape(schema: Endpoint['response']): boolean {
  if (!Type.IsObject(schema)) return Type.IsArray(schema)
  const members = Object.values(schema.properties)
  const others = members.filter((member) => !Type.IsArray(member))
  return members.length - others.length === 1 && others.every((other) => Type.IsInteger(other))
}

test('every list states its total, and a list with pages where they are', async () => {
  for (const endpoint of lists()) {
    const url = `${pathTo(endpoint)}?${query(endpoint)}`
    const paged = endpoint.list === 'whole' ? url : `${url}pageSize=100`
    const { statusCode, headers, json } = await call(`GET ${paged}`, { as: owner })
    assert.equal(statusCode, 200, paged)
    const body = json()
    const items: unknown[] = Array.isArray(body)
      ? body
      : (body.sessions ?? body.leagues ?? body.users)
    const shown = body.seasons?.length > 0 ? body.seasons.length : items.length
    assert.equal(headers['x-total-count'], `${shown}`, paged)
    if (endpoint.list === 'whole') continue
    assert.match(String(headers['link']), /rel="first"/, paged)
    const second = await call(`GET ${url}page=2&pageSize=1`, { as: owner })
    assert.equal(second.statusCode, 200, url)
    assert.match(String(second.headers['link']), /page=1&pageSize=1>; rel="prev"/, url)
    if (endpoint.list === 'pages') {
      assert.equal(second.headers['x-total-count'], `${shown}`, url)
      const hasNext = String(second.headers['link']).includes('rel="next"')
      assert.equal(hasNext, shown > 2, url)
    }
  }
})

test('400: pages have the same limits in every list, and null is not left out', async () => {
  for (const endpoint of lists()) {
    if (endpoint.list === 'whole') continue
    const url = `${pathTo(endpoint)}?${query(endpoint)}`
    for (const wrong of [
      'page=0',
      'page=null',
      'page=',
      'pageSize=0',
      'pageSize=101',
      'pageSize=null',
    ]) {
      const { statusCode, json } = await call(`GET ${url}${wrong}`, { as: owner })
      assert.equal(statusCode, 400, url + wrong)
      assert.equal(json().errors[0].path, `query/${wrong.split('=')[0]}`, url + wrong)
    }
  }
})

async function headersOfFilter(query: string) {
  const { headers } = await call(`GET /api/Sessions/filters?pageSize=2&${query}`)
  return [headers['x-total-count'], String(headers['link']).includes('rel="next"')]
}

test('a filter states its total where that is cheap, and else whether there may be more', async () => {
  const filter = `filters=weekendLinkIdentifier==${WEEKEND}`
  assert.deepEqual(await headersOfFilter('page=1'), ['3', true])
  assert.deepEqual(await headersOfFilter('page=2&sorts=-trackId'), ['3', false])
  assert.deepEqual(await headersOfFilter(`page=1&${filter}`), [undefined, true])
  assert.deepEqual(await headersOfFilter(`page=2&${filter}`), ['3', false])
})

test('the pages of a weekend follow one another in the order it was driven', async () => {
  for (const list of [`weekend/${WEEKEND}`, `${sessionId}/weekend`]) {
    const url = `GET /api/Sessions/${list}?pageSize=2&page=`
    const [first, second] = [(await call(`${url}1`)).json(), (await call(`${url}2`)).json()]
    assert.deepEqual([first.length, second.length], [2, 1], list)
    const times = [...first, ...second].map((session) => Date.parse(session.sessionStartTime))
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
      list,
    )
  }
})

test('404: an id that names nothing, in every list; an unknown user has a type of its own', async () => {
  const nothing = server.context.newId()
  for (const endpoint of [
    ...lists(),
    ...allEndpoints().filter(({ path }) => /\/user\//i.test(path)),
  ]) {
    const { method, path, webSocket } = endpoint
    if (method !== 'GET' || webSocket || !path.includes('{')) continue
    const isNumber = /session\/\{|weekend\/\{/.test(path)
    const url = path.replaceAll(/\{\w+\}/g, isNumber ? '4294967295' : nothing)
    const { statusCode, json } = await call(`GET ${url}`, { as: owner })
    assert.equal(statusCode, 404, url)
    if (path.includes('/user/')) assert.equal(json().type, '/problems/no-such-user', url)
  }
  const ofNobody = await call(`GET /api/Sessions/weekend/${WEEKEND}?userId=${nothing}`)
  assert.equal(ofNobody.json().type, '/problems/no-such-user')
  assert.equal((await call(`GET /api/Users/${nothing}`)).json().type, '/problems/no-such-user')
})

test('a user who exists and has nothing has empty lists, and is not driving', async () => {
  for (const path of [
    `Sessions/user/${newcomer.userId}`,
    `League/user/${newcomer.userId}`,
    `Seasons/user/${newcomer.userId}`,
    `League/user/${newcomer.userId}/page`,
    `Sessions/weekend/${WEEKEND}?userId=${newcomer.userId}`,
    'Seasons/deleted',
    'League/deleted',
    'RecorderKeys',
    'Sessions/currentUser',
  ]) {
    const { statusCode, headers } = await call(`GET /api/${path}`, { as: newcomer })
    assert.deepEqual([statusCode, headers['x-total-count']], [200, '0'], path)
  }
  const { statusCode, json } = await call(`GET /api/LiveSession/user/${newcomer.userId}`)
  assert.deepEqual([statusCode, json().type], [404, '/problems/not-driving'])
})
