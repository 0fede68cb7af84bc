import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { removeDeleted } from '../history/deleted-items.ts'

const UNKNOWN = '0190a000-0000-7000-8000-000000000000'

let server: TestServer
let owner: TestAccount
let other: TestAccount
let nowMs = Date.parse('2026-05-01T12:00:00Z')
before(async () => {
  server = await openTestServer({ now: () => new Date(nowMs) })
  owner = await openAccount(server.context, { username: 'Organiser', lifeSeconds: 100 * 86_400 })
  other = await openAccount(server.context, { username: 'Stranger', lifeSeconds: 100 * 86_400 })
})
after(() => server.close())
const call = createCall(() => server)

async function make(fields: object = {}) {
  const body = { name: 'Sunday League', isPublic: true, ...fields }
  return (await call('POST /api/League', { as: owner, body })).json()
}

async function makeSeason(as = owner) {
  return (await call('POST /api/Seasons', { as, body: { name: 'Spring' } })).json()
}

async function picture(side = 40): Promise<string> {
  const create = { width: side, height: side, channels: 3, background: '#c00' } as const
  return (await sharp({ create }).png().toBuffer()).toString('base64')
}

test('401: a visitor who is not signed in changes nothing, 403: nor does a stranger', async () => {
  const { id } = await make()
  const season = await makeSeason()
  const thumbnailBase64 = await picture()
  const calls: [endpoint: string, body?: object][] = [
    [`PATCH /api/League/${id}`, { name: 'x' }],
    [`DELETE /api/League/${id}`],
    [`POST /api/League/${id}/restore`],
    [`POST /api/League/${id}/seasons/${season.id}`],
    [`DELETE /api/League/${id}/seasons/${season.id}`],
    [`PATCH /api/League/${id}/thumbnail`, { thumbnailBase64 }],
    [`DELETE /api/League/${id}/thumbnail`],
    [`PATCH /api/League/${id}/banner`, { bannerBase64: thumbnailBase64 }],
    [`DELETE /api/League/${id}/banner`],
    [`GET /api/League/${id}/history`],
  ]
  for (const [endpoint, body] of calls) {
    const given = body && { body }
    const visitor = await call(endpoint, { ...given })
    assert.equal(visitor.statusCode, 401, endpoint)
    assert.equal((await call(endpoint, { as: other, ...given })).statusCode, 403, endpoint)
    const unknown = endpoint.replace(id, UNKNOWN)
    assert.equal((await call(unknown, { as: owner, ...given })).statusCode, 404, unknown)
    assert.equal(
      (await call(endpoint.replace(id, 'x'), { as: owner, ...given })).statusCode,
      400,
      endpoint,
    )
  }
  assert.equal((await call('POST /api/League', { body: { name: 'x' } })).statusCode, 401)
  assert.equal((await call('GET /api/League/deleted')).statusCode, 401)
  assert.equal((await call(`GET /api/League/${id}`)).json().version, 1)
})

test('403: a user without a username makes neither a league nor a season', async () => {
  const nameless = await openAccount(server.context)
  for (const endpoint of ['POST /api/League', 'POST /api/Seasons']) {
    const answer = await call(endpoint, { as: nameless, body: { name: 'x' } })
    assert.equal(answer.statusCode, 403, endpoint)
    assert.match(answer.json().detail, /Choose a username first/)
  }
})

test('the leagues of a user have pages; an unknown user is 404, one without leagues has none', async () => {
  const fan = await openAccount(server.context, { username: 'Fan' })
  const path = `/api/League/user/${fan.userId}`
  for (const each of [path, `${path}/page`]) {
    const empty = await call(`GET ${each}`)
    assert.deepEqual([empty.statusCode, empty.headers['x-total-count']], [200, '0'])
    assert.equal((await call(`GET ${each.replace(fan.userId, UNKNOWN)}`)).statusCode, 404, each)
  }
  const body = { name: 'x', isPublic: true }
  for (let count = 0; count < 3; count++) await call('POST /api/League', { as: fan, body })
  const first = await call(`GET ${path}?pageSize=2`)
  assert.deepEqual([first.json().length, first.headers['x-total-count']], [2, '3'])
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(first.headers['link'])) ?? []
  assert.equal((await call(`GET ${next}`)).json().length, 1)
})

test('400: a picture is of the type that it is declared as', async () => {
  const { id } = await make()
  const png = await picture()
  const declared = [
    { thumbnailBase64: png, contentType: 'image/jpeg' },
    { thumbnailBase64: png, contentType: 'image/webp; q=1' },
    { thumbnailBase64: png, contentType: 'text/html' },
    { thumbnailBase64: `data:image/jpeg;base64,${png}` },
    { thumbnailBase64: `data:image/svg+xml;base64,${png}` },
    { thumbnailBase64: `data:image/jpg;base64,${png}`, contentType: 'image/png' },
  ]
  const set = `PATCH /api/League/${id}/thumbnail`
  for (const body of declared) {
    const label = JSON.stringify(body).slice(0, 80)
    assert.equal((await call(set, { as: owner, body })).statusCode, 400, label)
  }
  const { thumbnailBase64 } = declared[3] ?? {}
  const body = { name: 'Sunday', thumbnailBase64 }
  assert.equal((await call('POST /api/League', { as: owner, body })).statusCode, 400)
  for (const contentType of ['image/png', 'IMAGE/PNG;x=y', null]) {
    const right = { thumbnailBase64: `data:image/png;base64,${png}`, contentType }
    assert.equal((await call(set, { as: owner, body: right })).statusCode, 204)
  }
})

test('400: every wrong field is named', async () => {
  const body = { name: '  ', website: 'javascript:alert(1)', isPublic: 'yes', description: 5 }
  const { statusCode, json } = await call('POST /api/League', { as: owner, body })
  assert.equal(statusCode, 400)
  const paths = json().errors.map(({ path }: { path: string }) => path)
  for (const field of ['/name', '/website', '/isPublic', '/description']) {
    assert.ok(paths.includes(`body${field}`), field)
  }
  for (const query of ['page=0', 'page=null', 'pageSize=1000', `search=${'x'.repeat(101)}`]) {
    assert.equal((await call(`GET /api/League?${query}`)).statusCode, 400, query)
  }
})

test('a name is one line that can be seen, a link is an address with its scheme', async () => {
  const body = { name: ' Mon\u202eday\nleague ', discord: 'discord.gg/abc', website: 'HTTP://a.b' }
  const league = (await call('POST /api/League', { as: owner, body })).json()
  const { name, discord, website } = league
  assert.deepEqual(
    [name, discord, website],
    ['Monday league', 'https://discord.gg/abc', 'HTTP://a.b'],
  )
  for (const [field, value] of [
    ['name', '\u200b\u2060'],
    ['name', '\u2800\u3164'],
    ['website', 'https://discord.gg@evil.example'],
    ['website', 'https://%%'],
    ['discord', 'ftp://a.b/c'],
    ['discord', 'not a link'],
    ['accentColour', '#1e9'],
    ['accentColour', 'red'],
    ['accentColour', '#1e9be0;background:url(//evil.example)'],
  ] as const) {
    const answer = await call(`PATCH /api/League/${league.id}`, {
      as: owner,
      body: { [field]: value },
    })
    assert.equal(answer.statusCode, 400, value)
    assert.equal(answer.json().errors[0].path, `body/${field}`)
  }
})

test('links are addresses with their schemes, at most six and none twice; a colour is stored in lower case', async () => {
  const links = ['youtube.com/@sunday', 'https://twitch.tv/sunday']
  const league = await make({ links, accentColour: '#1E9BE0' })
  assert.deepEqual(league.links, ['https://youtube.com/@sunday', 'https://twitch.tv/sunday'])
  assert.equal(league.accentColour, '#1e9be0')
  const path = `PATCH /api/League/${league.id}`
  const many = Array.from({ length: 7 }, (_, index) => `example.com/${index}`)
  for (const wrong of [many, ['a.b', 'a.b'], [''], ['javascript:alert(1)'], ['https://x@a.b']]) {
    const answer = await call(path, { as: owner, body: { links: wrong } })
    assert.equal(answer.statusCode, 400, wrong.join(' '))
    assert.match(answer.json().errors[0].path, /^body\/links/)
  }
  const emptied = await call(path, { as: owner, body: { links: null, accentColour: null } })
  assert.deepEqual([emptied.json().links, emptied.json().accentColour], [[], null])
})

test('a banner is wider than a logo, and both have addresses of their own', async () => {
  const { id } = await make({ thumbnailBase64: await picture() })
  const path = `/api/League/${id}`
  const none = await call(`GET ${path}/banner`)
  assert.deepEqual(
    [none.statusCode, none.json().detail],
    [404, 'The league exists, but has no banner.'],
  )
  const create = { width: 2400, height: 600, channels: 3, background: '#c00' } as const
  const bannerBase64 = (await sharp({ create }).png().toBuffer()).toString('base64')
  const set = await call(`PATCH ${path}/banner`, { as: owner, body: { bannerBase64 } })
  assert.equal(set.statusCode, 204)
  const { bannerId, thumbnailId } = (await call(`GET ${path}`)).json()
  assert.notEqual(bannerId, thumbnailId)
  const banner = await call(`GET ${path}/banner?v=${bannerId}`)
  assert.match(String(banner.headers['cache-control']), /^private, max-age=\d{5}/)
  const { width, format } = await sharp(banner.rawPayload).metadata()
  assert.deepEqual([width, format], [1920, 'webp'])
  const damaged = { bannerBase64: bannerBase64.slice(0, 60) }
  const refused = await call(`PATCH ${path}/banner`, { as: owner, body: damaged })
  assert.equal(refused.json().errors[0].path, 'body/bannerBase64')
  assert.equal((await call(`DELETE ${path}/banner`, { as: owner })).statusCode, 204)
  const after = (await call(`GET ${path}`)).json()
  assert.deepEqual([after.bannerId, after.thumbnailId], [null, thumbnailId])
})

test('answers to changes have the version, which the next change may name among others', async () => {
  const made = await call('POST /api/League', { as: owner, body: { name: 'A' } })
  assert.equal(made.headers.etag, '"1"')
  const path = `/api/League/${made.json().id}`
  const changes: [endpoint: string, body?: object][] = [
    [`PATCH ${path}`, { name: 'B' }],
    [`PATCH ${path}/thumbnail`, { thumbnailBase64: await picture(), contentType: 'image/png' }],
    [`DELETE ${path}/thumbnail`],
    [`DELETE ${path}`],
    [`POST ${path}/restore`],
  ]
  for (const [index, [endpoint, body]] of changes.entries()) {
    const headers = { 'if-match': `"77", "${index + 1}"` }
    const answer = await call(endpoint, { as: owner, headers, ...(body && { body }) })
    assert.equal(answer.headers.etag, `"${index + 2}"`, endpoint)
  }
})

test('a league that is made is read as it was made, and its owner is who made it', async () => {
  const fields = { description: 'Every week', discord: 'https://discord.gg/x', website: null }
  const league = await make(fields)
  assert.equal(league.ownerId, owner.userId)
  assert.equal(league.ownerName, 'Organiser')
  assert.equal(league.website, '')
  assert.deepEqual((await call(`GET /api/League/${league.id}`)).json(), league)
  const { json } = await call(`GET /api/League/user/${owner.userId}`)
  assert.deepEqual(json()[0], league)
  const paged = await call(`GET /api/League/user/${owner.userId}/page?page=1&pageSize=1`)
  assert.deepEqual(paged.json().leagues, [league])
  assert.ok(paged.json().count > 1)
  const hidden = (await call('POST /api/League', { as: owner, body: { name: 'Mine' } })).json()
  assert.equal(hidden.isPublic, false)
})

test('a change and a deletion answer with the league as a file', async () => {
  const { id } = await make({ name: 'Été "24"' })
  const changed = await call(`PATCH /api/League/${id}`, { as: owner, body: { discord: null } })
  assert.equal(changed.statusCode, 200)
  const disposition = changed.headers['content-disposition']
  const name = `attachment; filename="Ete 24.json"; filename*=UTF-8''%C3%89t%C3%A9%20%2224%22.json`
  assert.equal(disposition, name)
  const gone = await call(`DELETE /api/League/${id}`, { as: owner })
  assert.equal(gone.headers['content-disposition'], name)
  assert.equal(gone.json().name, 'Été "24"')
  assert.equal((await call(`GET /api/League/${id}`, { as: owner })).statusCode, 404)
})

test('a field that a change omits stays; a change without effect is not recorded', async () => {
  const league = await make({ description: 'Every week' })
  const body = { website: 'https://example.com', description: 'Every week' }
  const changed = (await call(`PATCH /api/League/${league.id}`, { as: owner, body })).json()
  const { updatedAt } = changed
  assert.deepEqual(changed, { ...league, website: body.website, version: 2, updatedAt })
  const again = (await call(`PATCH /api/League/${league.id}`, { as: owner, body })).json()
  assert.deepEqual(again, changed)
})

test('412: a change of an older version is answered with the changes since', async () => {
  const { id } = await make()
  const etag = String((await call(`GET /api/League/${id}`)).headers.etag)
  const first = { as: owner, body: { name: 'One' }, headers: { 'if-match': etag } }
  assert.equal((await call(`PATCH /api/League/${id}`, first)).statusCode, 200)
  const second = await call(`PATCH /api/League/${id}`, { ...first, body: { name: 'Two' } })
  assert.equal(second.statusCode, 412)
  const [change] = second.json().changes
  assert.equal(change.action, 'updated')
  assert.deepEqual(change.details, { name: { before: 'Sunday League', after: 'One' } })
  assert.equal((await call(`GET /api/League/${id}`)).json().name, 'One')
  const wrong = { as: owner, body: { name: 'Two' }, headers: { 'if-match': '"abc"' } }
  assert.equal((await call(`PATCH /api/League/${id}`, wrong)).statusCode, 412)
  for (const unreadable of ['abc', '"0" "1"', '"0",', '', '"0']) {
    const request = { as: owner, body: { name: 'Two' }, headers: { 'if-match': unreadable } }
    assert.equal((await call(`PATCH /api/League/${id}`, request)).statusCode, 400, unreadable)
  }
  const any = { as: owner, body: { name: 'Two' }, headers: { 'if-match': '*' } }
  assert.equal((await call(`PATCH /api/League/${id}`, any)).statusCode, 200)
})

test('of two simultaneous changes of one version one gets a 412', async () => {
  const { id } = await make()
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((name) =>
      call(`PATCH /api/League/${id}`, {
        as: owner,
        body: { name },
        headers: { 'if-match': '"1"' },
      }),
    ),
  )
  const statuses = answers.map(({ statusCode }) => String(statusCode)).toSorted()
  assert.deepEqual(statuses, ['200', '412', '412'])
  assert.equal((await call(`GET /api/League/${id}`)).json().version, 2)
})

test('a deleted league can be restored for 30 days, with its seasons and its picture', async () => {
  const league = await make({ thumbnailBase64: await picture() })
  const season = await makeSeason()
  await call(`POST /api/League/${league.id}/seasons/${season.id}`, { as: owner })
  await call(`DELETE /api/League/${league.id}`, { as: owner })
  const seasonPath = `GET /api/Seasons/${season.id}`
  assert.equal((await call(seasonPath)).json().visibility, 'link')
  const [deleted] = (await call('GET /api/League/deleted', { as: owner })).json()
  assert.equal(deleted.id, league.id)
  nowMs += 29 * 86_400_000
  await removeDeleted(server.context)
  const restored = await call(`POST /api/League/${league.id}/restore`, { as: owner })
  assert.equal(restored.statusCode, 200)
  assert.deepEqual(restored.json().seasonIds, [season.id])
  assert.equal(restored.json().thumbnailId, league.thumbnailId)
  assert.equal((await call(seasonPath)).json().visibility, 'listed')

  await call(`DELETE /api/League/${league.id}`, { as: owner })
  nowMs += 31 * 86_400_000
  assert.ok((await removeDeleted(server.context)) >= 1)
  const late = await call(`POST /api/League/${league.id}/restore`, { as: owner })
  assert.equal(late.statusCode, 404)
})

test('a season joins a league of its owner once, and leaves it', async () => {
  const { id } = await make()
  const season = await makeSeason()
  const path = `/api/League/${id}/seasons/${season.id}`
  assert.equal((await call(`POST ${path}`, { as: owner })).statusCode, 204)
  assert.equal((await call(`POST ${path}`, { as: owner })).statusCode, 204)
  assert.deepEqual((await call(`GET /api/League/${id}`)).json().seasonIds, [season.id])
  const [listed] = (await call(`GET /api/League/${id}/seasons`)).json()
  assert.equal(listed.id, season.id)
  assert.deepEqual(listed.leagueIds, [id])
  assert.equal((await call(`DELETE ${path}`, { as: owner })).statusCode, 204)
  assert.equal((await call(`DELETE ${path}`, { as: owner })).statusCode, 404)
  const foreign = await makeSeason(other)
  const theirs = await call(`POST /api/League/${id}/seasons/${foreign.id}`, { as: owner })
  assert.equal(theirs.statusCode, 403)
})

test('a picture is encoded again, has an address that changes with it, and can be removed', async () => {
  const { id } = await make()
  const path = `/api/League/${id}/thumbnail`
  assert.equal((await call(`GET ${path}`)).statusCode, 404)
  const data = `data:image/png;base64,${await picture(1500)}`
  const body = { thumbnailBase64: data, contentType: 'image/png' }
  assert.equal((await call(`PATCH ${path}`, { as: owner, body })).statusCode, 204)
  const { thumbnailId } = (await call(`GET /api/League/${id}`)).json()
  const seen = await call(`GET ${path}?v=${thumbnailId}`)
  assert.equal(seen.headers['content-type'], 'image/webp')
  assert.match(String(seen.headers['cache-control']), /^private, max-age=\d{5}/)
  const { width, format } = await sharp(seen.rawPayload).metadata()
  assert.deepEqual([width, format], [1280, 'webp'])
  const known = { 'if-none-match': String(seen.headers.etag) }
  assert.equal((await call(`GET ${path}`, { headers: known })).statusCode, 304)

  const smaller = { thumbnailBase64: await picture(20) }
  await call(`PATCH ${path}`, { as: owner, body: smaller })
  assert.notEqual((await call(`GET /api/League/${id}`)).json().thumbnailId, thumbnailId)
  assert.equal((await call(`DELETE ${path}`, { as: owner })).statusCode, 204)
  assert.equal((await call(`GET ${path}`)).statusCode, 404)
  assert.equal((await call(`GET /api/League/${id}`)).json().thumbnailId, null)
})

test('400: a file that is not a picture, 413: one that is too large', async () => {
  const { id } = await make()
  const path = `PATCH /api/League/${id}/thumbnail`
  const gif = Buffer.from('GIF89a').toString('base64')
  for (const thumbnailBase64 of ['', '%%%', gif, (await picture()).slice(0, 60)]) {
    const { statusCode, json } = await call(path, { as: owner, body: { thumbnailBase64 } })
    assert.equal(statusCode, 400, thumbnailBase64)
    assert.equal(json().errors[0].path, 'body/thumbnailBase64')
  }
  const svg = { thumbnailBase64: await picture(), contentType: 'image/svg+xml' }
  const wrongType = await call(path, { as: owner, body: svg })
  assert.equal(wrongType.json().errors[0].path, 'body/contentType')
  const large = 'A'.repeat(6_999_996)
  const tooLarge = await call(path, { as: owner, body: { thumbnailBase64: large } })
  assert.equal(tooLarge.statusCode, 413)
})

test('the history holds every change of the owner, the newest first', async () => {
  const { id } = await make()
  const season = await makeSeason()
  await call(`PATCH /api/League/${id}`, { as: owner, body: { isPublic: false } })
  await call(`POST /api/League/${id}/seasons/${season.id}`, { as: owner })
  const thumbnailBase64 = await picture()
  await call(`PATCH /api/League/${id}/thumbnail`, { as: owner, body: { thumbnailBase64 } })
  const { json } = await call(`GET /api/League/${id}/history`, { as: owner })
  const actions = json().map(({ action }: { action: string }) => action)
  assert.deepEqual(actions, ['pictureSet', 'seasonAdded', 'updated', 'created'])
  const [second] = (
    await call(`GET /api/League/${id}/history?page=2&pageSize=1`, { as: owner })
  ).json()
  assert.equal(second.action, 'seasonAdded')
  assert.equal(second.authorName, 'Organiser')
})

test('the list is paged, the newest first, and finds names with typos', async () => {
  await make({ name: 'Nürburgring Nightmares' })
  const { id } = await make({ name: 'Midnight Endurance Cup' })
  const page = (await call('GET /api/League?pageSize=2')).json()
  assert.equal(page.leagues.length, 2)
  assert.equal(page.leagues[0].id, id)
  assert.ok(page.count > 5)
  for (const search of ['nurburgring', 'NÜRBURG', 'nurbugring', 'nightmares%20nür', 'nu']) {
    const { leagues } = (await call(`GET /api/League?search=${search}`)).json()
    assert.equal(leagues[0]?.name, 'Nürburgring Nightmares', search)
  }
  assert.equal((await call('GET /api/League?search=zzzzqqqq')).json().count, 0)
  assert.equal((await call('GET /api/League?search=100%25')).statusCode, 200)
})
