import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let owner: TestAccount
let heir: TestAccount
let stranger: TestAccount
before(async () => {
  server = await openTestServer()
  owner = await openAccount(server.context, { username: 'Owner' })
  heir = await openAccount(server.context, { username: 'Heir' })
  stranger = await openAccount(server.context, { username: 'Stranger' })
})
after(() => server.close())
const call = createCall(() => server)

async function makeSeason(fields: object = {}): Promise<string> {
  const body = { name: 'Loose', ...fields }
  return (await call('POST /api/Seasons', { as: owner, body })).json().id
}

const offer = (id: string, username: string, as = owner, headers = {}) =>
  call(`POST /api/Seasons/${id}/offer`, { as, body: { username }, headers })

async function offersTo(user: TestAccount): Promise<{ id: string; seasonId: string }[]> {
  return (await call('GET /api/Seasons/offers', { as: user })).json()
}

async function getOffer(seasonId: string): Promise<string> {
  const found = (await offersTo(heir)).find((one) => one.seasonId === seasonId)
  assert.ok(found)
  return found.id
}

const accept = (id: string, as = heir) => call(`POST /api/Seasons/offers/${id}/accept`, { as })

async function ownerOf(seasonId: string): Promise<string> {
  return (await call(`GET /api/Seasons/${seasonId}`)).json().ownerId
}

const rename = async (id: string, as: TestAccount) =>
  (await call('PATCH /api/Seasons', { as, body: { id, name: 'Renamed' } })).statusCode

test('a season is handed over once its new owner accepts, and its former owner has no role in it', async () => {
  const id = await makeSeason()
  await offer(id, 'heir')
  const offered = (await call(`GET /api/Seasons/${id}/offer`, { as: owner })).json()
  assert.partialDeepStrictEqual(offered, { offer: { userId: heir.userId, username: 'Heir' } })
  assert.partialDeepStrictEqual(await offersTo(heir), [
    { seasonId: id, seasonName: 'Loose', offeredByName: 'Owner' },
  ])
  assert.equal(await ownerOf(id), owner.userId)
  assert.equal(await rename(id, heir), 401)
  assert.equal((await accept(await getOffer(id))).statusCode, 204)
  assert.equal(await ownerOf(id), heir.userId)
  assert.deepEqual([await rename(id, heir), await rename(id, owner)], [200, 401])
  const history: HistoryChange[] = (
    await call(`GET /api/Seasons/${id}/history`, { as: heir })
  ).json()
  assert.deepEqual(
    history.map(({ action, authorName }) => [action, authorName]),
    [
      ['updated', 'Heir'],
      ['seasonTransferred', 'Heir'],
      ['seasonOffered', 'Owner'],
      ['created', 'Owner'],
    ],
  )
  assert.equal((await accept(offered.offer.id)).statusCode, 404, 'once')
})

test('an offer is revoked, declined, and ends with its season', async () => {
  const id = await makeSeason()
  await offer(id, 'Heir')
  const revoked = await getOffer(id)
  assert.equal((await call(`DELETE /api/Seasons/${id}/offer`, { as: owner })).statusCode, 204)
  assert.equal((await accept(revoked)).statusCode, 404)
  assert.equal((await call(`DELETE /api/Seasons/${id}/offer`, { as: owner })).statusCode, 404)

  await offer(id, 'Heir')
  const declined = await getOffer(id)
  const decline = `POST /api/Seasons/offers/${declined}/decline`
  assert.equal((await call(decline, { as: stranger })).statusCode, 404)
  assert.equal((await call(decline, { as: heir })).statusCode, 204)
  assert.deepEqual((await call(`GET /api/Seasons/${id}/offer`, { as: owner })).json(), {
    offer: null,
  })

  await offer(id, 'Heir')
  const ended = await getOffer(id)
  await call(`DELETE /api/Seasons/${id}`, { as: owner })
  assert.deepEqual(await offersTo(heir), [])
  assert.equal((await accept(ended)).statusCode, 404)
})

test('nobody takes a season that was not offered to them', async () => {
  const id = await makeSeason()
  const refused = async (as?: TestAccount) => {
    const by = { ...(as && { as }) }
    const body = { username: 'Heir' }
    return [
      (await call(`GET /api/Seasons/${id}/offer`, by)).statusCode,
      (await call(`POST /api/Seasons/${id}/offer`, { ...by, body })).statusCode,
      (await call(`DELETE /api/Seasons/${id}/offer`, by)).statusCode,
    ]
  }
  assert.deepEqual(await refused(stranger), [403, 403, 403])
  assert.deepEqual(await refused(), [401, 401, 401])
  await offer(id, 'Heir')
  assert.equal((await accept(await getOffer(id), stranger)).statusCode, 404)
  assert.equal(await ownerOf(id), owner.userId)
  // The same table holds invitations to leagues.
  const asInvitation = `POST /api/League/invitations/${await getOffer(id)}/accept`
  assert.equal((await call(asInvitation, { as: heir })).statusCode, 404)
  assert.deepEqual((await call('GET /api/League/invitations', { as: heir })).json(), [])
})

test('an offer that cannot be is refused: unknown users, oneself, a second one, an old version', async () => {
  const id = await makeSeason()
  assert.equal((await offer(id, 'Nobody at all')).statusCode, 404)
  assert.equal((await offer(id, 'Owner')).statusCode, 409)
  assert.equal((await offer(id, 'Heir', owner, { 'if-match': '"99"' })).statusCode, 412)
  assert.equal((await offer(id, 'Heir')).statusCode, 204)
  assert.equal((await offer(id, 'Stranger')).statusCode, 409)
})

test('a season of a league goes with the league, also one that was added to it after the offer', async () => {
  const league = { name: 'Cup', isPublic: false }
  const { id: leagueId } = (await call('POST /api/League', { as: owner, body: league })).json()
  const inside = await makeSeason({ leagueId })
  assert.equal((await offer(inside, 'Heir')).statusCode, 409)
  assert.equal((await offer(inside, 'Heir', stranger)).statusCode, 404, 'a private season')
  const id = await makeSeason()
  await offer(id, 'Heir')
  const late = await getOffer(id)
  const added = await call(`POST /api/League/${leagueId}/seasons/${id}`, { as: owner })
  assert.ok(added.statusCode < 300, added.body)
  assert.equal((await accept(late)).statusCode, 409)
  assert.equal((await call(`GET /api/Seasons/${id}`, { as: owner })).json().ownerId, owner.userId)
})
