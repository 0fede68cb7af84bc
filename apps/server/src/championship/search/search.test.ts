import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recordRace } from '../seasons/races.fixture.ts'

let server: TestServer
let zoe: TestAccount
let spa: string
let monza: string
before(async () => {
  server = await openTestServer()
  zoe = await openAccount(server.context, { username: 'Zoë Verstappen' })
  await openAccount(server.context, { username: 'Max Power' })
  const names = ['Ann', 'Bob']
  spa = await recordRace(server, zoe.userId, { names, trackId: 10 })
  const sessionType = SessionType.Q3
  monza = await recordRace(server, zoe.userId, { names, trackId: 11, sessionType })
  for (const name of ['Formula Friends', 'Formel Freunde', 'Friday Formula Cup']) {
    await call('POST /api/League', { as: zoe, body: { name, isPublic: true } })
  }
})
after(() => server.close())
const call = createCall(() => server)

const search = async (q: string) =>
  (await call(`GET /api/Search?q=${encodeURIComponent(q)}`)).json()
const findTracks = async (q: string) => (await search(q)).tracks
const names = async (q: string) =>
  (await search(q)).leagues.map(({ name }: { name: string }) => name)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('400: nothing to search for, too much of it, a limit out of bounds', async () => {
  for (const query of [
    '',
    'q=',
    'q=%20',
    `q=${'x'.repeat(101)}`,
    'q=a&limit=0',
    'q=a&limit=51',
    'q=a&kind=x',
    'q=a&page=0',
  ]) {
    assert.equal((await call(`GET /api/Search?${query}`)).statusCode, 400, query)
  }
})

test('users and leagues are found without accents and case, with typos, by a beginning', async () => {
  for (const q of [
    'zoe',
    'ZOË VERSTAPPEN',
    'verstapen',
    'vrestappen',
    'versta',
    'zo',
    'zoe vers',
  ]) {
    assert.equal((await search(q)).users[0]?.username, 'Zoë Verstappen', q)
  }
  assert.deepEqual((await search('hamilton')).users, [])
  for (const q of ['formula friends', 'formla frends', 'friends']) {
    assert.equal((await search(q)).leagues[0]?.name, 'Formula Friends', q)
  }
})

test('what is typed as a whole comes first', async () => {
  const { leagues } = await search('friday formula cup')
  assert.equal(leagues[0].name, 'Friday Formula Cup')
})

test('names that begin like it come before those with its words, these before typos', async () => {
  for (const name of [
    'Thunder Grand Tour',
    'The Thunder',
    'The Thunder of the Alps',
    'Tunder Cup',
  ]) {
    await call('POST /api/League', { as: zoe, body: { name, isPublic: true } })
  }
  const expected = ['Thunder Grand Tour', 'The Thunder', 'The Thunder of the Alps', 'Tunder Cup']
  assert.deepEqual(await names('thunder'), expected)
  assert.equal((await names('alps thunder'))[0], 'The Thunder of the Alps')
  assert.equal((await names('tour th'))[0], 'Thunder Grand Tour')
  assert.equal((await names('tu'))[0], 'Tunder Cup')
})

test('tracks are found by what people call them', async () => {
  const expected: [q: string, trackId: number][] = [
    ['Spa', 10],
    ['francorchamps', 10],
    ['interlagos', 16],
    ['sao paulo', 16],
    ['silverstne', 7],
    ['red bull ring', 17],
    ['COTA', 15],
    ['Monaco GP', 5],
    ['british grand prix', 7],
    ['monza race', 11],
  ]
  for (const [q, trackId] of expected) {
    assert.equal((await search(q)).tracks[0]?.trackId, trackId, q)
  }
  assert.deepEqual((await search('zoe')).tracks, [])
})

test('a track says why it is found: by its name, a place or its country; its exact name is first', async () => {
  const spain = { by: 'country', value: 'ES', isSimilar: false }
  assert.deepEqual(await findTracks('spa'), [
    { trackId: 10, name: 'Spa', match: { by: 'name', value: 'Spa', isSimilar: false } },
  ])
  assert.deepEqual((await findTracks('spai')).slice(0, 2), [
    { trackId: 4, name: 'Catalunya', match: spain },
    { trackId: 42, name: 'Madrid', match: spain },
  ])
  const expected: [q: string, by: string, value: string, isSimilar: boolean][] = [
    ['interlagos', 'place', 'Interlagos', false],
    ['sao', 'place', 'São Paulo', false],
    ['brazil', 'name', 'Brazil', false],
    ['brasilien', 'country', 'BR', false],
    ['brasilain', 'country', 'BR', true],
    ['mozna', 'name', 'Monza', true],
    ['saudi arabia', 'country', 'SA', false],
    ['Großbritannien', 'country', 'GB', false],
  ]
  for (const [q, by, value, isSimilar] of expected) {
    assert.deepEqual((await findTracks(q))[0].match, { by, value, isSimilar }, q)
  }
  for (const q of ['silverstone short', 'madrid', 'monaco gp', 'suzuka']) {
    const [first] = await findTracks(q)
    assert.equal(first.name.toLowerCase(), q.replace(' gp', ''), q)
  }
  const american = (await findTracks('usa')).map(({ name }: { name: string }) => name)
  assert.deepEqual(american, ['Texas', 'Texas Short', 'Miami', 'Las Vegas'])
})

test('sessions are found by track, kind and user, in any order of the words', async () => {
  assert.deepEqual(ids((await search('spa')).sessions), [spa])
  assert.deepEqual(ids((await search('verstappen monza')).sessions), [monza])
  assert.deepEqual(ids((await search('quali')).sessions), [monza])
  assert.deepEqual(ids((await search('monza race')).sessions), [])
  assert.deepEqual(ids((await search('race zoe')).sessions), [spa])
  assert.deepEqual(ids((await search('monza q3')).sessions), [monza])
  assert.deepEqual(ids((await search('monza q1')).sessions), [])
  assert.deepEqual(ids((await search('italian gp')).sessions), [monza])
  assert.equal((await search('zoe')).sessions.length, 2)
  assert.deepEqual(ids((await search('power')).sessions), [])
})

test('the pages of one kind hold everything of it once, in the order of the first', async () => {
  for (let number = 1; number <= 12; number += 1) {
    const name = `Paged ${String.fromCodePoint(64 + number)}`
    await call('POST /api/League', { as: zoe, body: { name, isPublic: true } })
    await openAccount(server.context, { username: name })
  }
  const kinds = [
    ['leagues', 'paged'],
    ['users', 'pagde'],
    ['sessions', 'zoe'],
    ['tracks', 'mon'],
  ] as const
  for (const [kind, q] of kinds) {
    const read = async (query: string) =>
      (await call(`GET /api/Search?q=${q}&kind=${kind}&${query}`)).json()
    const { count, [kind]: whole, ...others } = await read('limit=50')
    assert.ok(count === whole.length && count > 1, `${kind} ${count}`)
    assert.ok(Object.values(others).every((list) => Array.isArray(list) && list.length === 0))
    const pages = []
    for (let page = 1; page <= Math.ceil(count / 5); page += 1) {
      const { [kind]: found } = await read(`limit=5&page=${page}`)
      pages.push(...found)
    }
    assert.deepEqual(pages, whole, kind)
    assert.deepEqual((await read('limit=5&page=100'))[kind], [])
  }
})

test('a search is text and nothing else', async () => {
  for (const q of [
    "'; drop table league; --",
    '%',
    '_',
    '\\',
    '100%',
    '🏁',
    '‮',
    '%%%___',
    '\u0000',
  ]) {
    const { statusCode } = await call(`GET /api/Search?q=${encodeURIComponent(q)}`)
    assert.ok(statusCode === 200 || statusCode === 400, `${q} ${statusCode}`)
  }
})
