import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { account, recorderKeys } from '@pitboard/contract/accounts/accounts'
import {
  personalAccessTokens,
  TOKEN_PREFIX,
} from '@pitboard/contract/accounts/personal-access-tokens'
import { TOKEN_SCOPES, type TokenScope } from '@pitboard/contract/wire/token-scopes'
import { leagues } from '@pitboard/contract/leagues/league'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { ApiException, type Call, createClient } from '@pitboard/contract/wire/client'
import { hashToken } from '../access/personal-token.ts'
import { openAccount, signToken, type TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let nowMs = Date.now()
before(async () => {
  server = await openTestServer({ now: () => new Date(nowMs) })
})
after(() => server.close())
beforeEach(() => (nowMs += 3_600_000))

interface SignedIn extends TestAccount {
  readonly call: Call
}

async function signIn(): Promise<SignedIn> {
  const user = await openAccount(server.context, { username: `d ${server.context.newId()}` })
  return { ...user, call: callWith(user.accessToken) }
}

const callWith = (token: string) => createClient({ baseUrl: server.url, token: () => token })

async function createToken(
  { call }: SignedIn,
  scopes: TokenScope[] = [...TOKEN_SCOPES],
  lifetimeDays = 30,
) {
  const body = { name: ' bot ', scopes, lifetimeDays }
  const { token, ...listed } = await call(personalAccessTokens.create, { body })
  assert.ok(token !== null)
  return { ...listed, token, call: callWith(token) }
}

const POLICY = '"token";q=300;w=30'

async function readLimit(token: string, path = '/api/Sessions/currentUser') {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.app.inject({ url: path, headers })
  return [answer.headers['ratelimit'], answer.headers['ratelimit-policy']]
}

async function refusalOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => 'none',
    (error: unknown) =>
      error instanceof ApiException ? `${error.status} ${JSON.parse(error.body).type}` : 'other',
  )
}

const WRONG = '401 /problems/invalid-personal-token'

describe('what a token may do', () => {
  test('403: no token reaches the account, tokens, recorder keys and pairings', async () => {
    const token = await createToken(await signIn())
    const paths = /^\/api\/(Account|PersonalAccessTokens|RecorderKeys|RecorderPairings)\b/
    const guarded = allEndpoints().filter(({ path, auth }) => auth === 'user' && paths.test(path))
    assert.ok(guarded.length >= 12)
    for (const { method, path } of guarded) {
      const url = path.replace('{id}', server.context.newId()).replace('{userCode}', 'BCDF-BCDF')
      const headers = { authorization: `Bearer ${token.token}` }
      const answer = await server.app.inject({ method, url, headers })
      assert.equal(answer.statusCode, 403, `${method} ${path}`)
      assert.equal(answer.json().type, '/problems/insufficient-scope', `${method} ${path}`)
    }
  })

  test('403: without the scope of a call, which the answer names', async () => {
    const owner = await signIn()
    const reader = await createToken(owner, ['data:read'])
    const writer = await createToken(owner, ['leagues:write'])
    const made = reader.call(leagues.create, { body: { name: 'Cup' } })
    assert.equal(await refusalOf(made), '403 /problems/insufficient-scope')
    const header = await made.then(
      () => null,
      (error: ApiException) => error.headers.get('www-authenticate'),
    )
    assert.match(header ?? '', /error="insufficient_scope", scope="leagues:write"/)
    const league = await writer.call(leagues.create, { body: { name: 'Cup', isPublic: false } })
    const params = { leagueId: league.id }
    assert.equal((await reader.call(leagues.get, { params })).name, 'Cup')
    // A visitor's answer would look like the owner's.
    assert.equal(
      await refusalOf(writer.call(leagues.get, { params })),
      '403 /problems/insufficient-scope',
    )
  })

  test('403: a token has the rights of its owner and no more', async () => {
    const [owner, other] = [await signIn(), await signIn()]
    const league = await owner.call(leagues.create, { body: { name: 'Cup', isPublic: true } })
    const token = await createToken(other)
    const renamed = token.call(leagues.update, {
      params: { leagueId: league.id },
      body: { name: 'Mine' },
    })
    assert.equal(await refusalOf(renamed), '403 /problems/not-allowed')
  })

  test('public calls, profiles, storage and the sign-in service: only the first accept a token', async () => {
    const { token } = await createToken(await signIn())
    const headers = { authorization: `Bearer ${token}`, apikey: server.context.keys.anonKey }
    const answers = await Promise.all(
      ['/api/Site', '/auth/v1/user', '/rest/v1/profiles?select=id'].map((url) =>
        server.app.inject({ url, headers }),
      ),
    )
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode < 400),
      [true, false, false],
    )
  })
})

describe('the life of a token', () => {
  test('it is shown once, with a prefix and a checksum, and listed with its last use', async () => {
    const owner = await signIn()
    const { token, id, call } = await createToken(owner)
    assert.match(token, new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{49}$`))
    const [before] = await owner.call(personalAccessTokens.list)
    assert.deepEqual([before?.token, before?.name, before?.lastUsedAt], [null, 'bot', null])
    await call(sessions.mine)
    const [after] = await owner.call(personalAccessTokens.list)
    assert.equal(after?.lastUsedAt, new Date(nowMs).toISOString())
    const stored = await server.context.db
      .selectFrom('personal_access_token')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(stored).includes(token.slice(TOKEN_PREFIX.length)))
  })

  test('401: a wrong, misspelt, expired or revoked token', async () => {
    const owner = await signIn()
    const { token, id } = await createToken(owner, ['data:read'], 1)
    const another = await createToken(owner, ['data:read'], 2)
    const random = token.slice(TOKEN_PREFIX.length, -6)
    const wrong = [
      `${TOKEN_PREFIX}${random}000000`,
      `${TOKEN_PREFIX}${random.replace(/./, (first) => (first === 'a' ? 'b' : 'a'))}${token.slice(-6)}`,
      token.slice(0, -1),
      TOKEN_PREFIX,
    ]
    for (const each of wrong) {
      assert.equal(await refusalOf(callWith(each)(sessions.mine)), WRONG, each)
    }
    assert.equal(await refusalOf(callWith(token)(sessions.mine)), 'none')
    nowMs += 86_400_000
    assert.equal(await refusalOf(callWith(token)(sessions.mine)), WRONG)
    assert.equal(await refusalOf(another.call(sessions.mine)), 'none')
    const later = await signIn()
    const remove = { params: { id: another.id } }
    const refused = later.call(personalAccessTokens.revoke, remove)
    assert.equal(await refusalOf(refused), '404 /problems/not-found')
    const again = callWith(await renew(owner))
    assert.equal((await again(personalAccessTokens.list)).length, 2, 'expired ones are listed')
    await again(personalAccessTokens.revoke, remove)
    assert.equal(await refusalOf(another.call(sessions.mine)), WRONG)
    await again(personalAccessTokens.revoke, { params: { id } })
    assert.deepEqual(await again(personalAccessTokens.list), [])
  })

  test('401: a token ends with a ban and with the account, but not with the sign-in', async () => {
    const owner = await signIn()
    const { call } = await createToken(owner)
    const { db } = server.context
    await owner.call(account.endSignIn, { params: { id: owner.sessionId } })
    assert.equal(await refusalOf(owner.call(sessions.mine)), '401 /problems/invalid-token')
    assert.equal(await refusalOf(call(sessions.mine)), 'none')

    const users = db.updateTable('auth.users').where('id', '=', owner.userId)
    await users.set({ banned_until: new Date(nowMs + 60_000) }).execute()
    assert.equal(await refusalOf(call(sessions.mine)), '401 /problems/invalid-token')
    await users.set({ banned_until: null, deleted_at: new Date(nowMs) }).execute()
    assert.equal(await refusalOf(call(sessions.mine)), '401 /problems/invalid-token')
    await db.deleteFrom('user').where('id', '=', owner.userId).execute()
    assert.equal(await refusalOf(call(sessions.mine)), WRONG)
  })

  test('the export of the account lists tokens without the tokens themselves', async () => {
    const owner = await signIn()
    const { token, id } = await createToken(owner, ['data:read'])
    const data = await owner.call(account.export)
    assert.deepEqual(
      data.personalAccessTokens.map((each) => [each.id, each.scopes]),
      [[id, ['data:read']]],
    )
    assert.ok(!JSON.stringify(data).includes(token))
  })
})

describe('limits', () => {
  test('400: a token has a name, known scopes and a life of a year at most', async () => {
    const { accessToken } = await signIn()
    const valid = { name: 'bot', scopes: ['data:read'], lifetimeDays: 365 }
    const wrong = [
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { scopes: [] },
      { scopes: ['data:read', 'data:read'] },
      { scopes: ['account'] },
      { lifetimeDays: 0 },
      { lifetimeDays: 366 },
      { lifetimeDays: 1.5 },
    ]
    const create = async (fields: object) => {
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/api/PersonalAccessTokens',
        headers: { authorization: `Bearer ${accessToken}` },
        payload: { ...valid, ...fields },
      })
      return statusCode
    }
    for (const fields of wrong) assert.equal(await create(fields), 400, JSON.stringify(fields))
    assert.equal(await create({}), 200)
  })

  test('409: a user has twenty at most, also of those created at once; 429: 25 creations at once', async () => {
    const owner = await signIn()
    const created = await Promise.all(
      Array.from({ length: 22 }, () => refusalOf(createToken(owner, ['data:read']))),
    )
    assert.equal(created.filter((status) => status === '409 /problems/conflict').length, 2)
    const listed = await owner.call(personalAccessTokens.list)
    assert.equal(listed.length, 20)
    for (const { id } of listed) await owner.call(personalAccessTokens.revoke, { params: { id } })
    for (let count = 0; count < 3; count += 1) await createToken(owner)
    const more = createToken(owner)
    assert.equal(await refusalOf(more), '429 /problems/too-many-requests')
  })

  test('429: 300 calls at once with one token, while another goes on; answers say what is left', async () => {
    const owner = await signIn()
    const [busy, calm] = [await createToken(owner), await createToken(owner)]
    const statuses: string[] = []
    for (let round = 0; round < 10; round += 1) {
      const calls = Array.from({ length: 31 }, () => refusalOf(busy.call(sessions.mine)))
      statuses.push(...(await Promise.all(calls)))
    }
    const refused = statuses.filter((status) => status === '429 /problems/too-many-requests')
    assert.equal(refused.length, 10)
    assert.deepEqual(await readLimit(busy.token), ['"token";r=0;t=30', POLICY])
    assert.deepEqual(await readLimit(calm.token), ['"token";r=299;t=1', POLICY])
    assert.deepEqual(await readLimit(calm.token, '/api/League'), ['"token";r=298;t=1', POLICY])
    assert.equal(await refusalOf(calm.call(sessions.mine)), 'none')
    nowMs += 1_000
    assert.equal(await refusalOf(busy.call(sessions.mine)), 'none')
  })
})

test('a recorder key that goes on like a token is still a recorder key', async () => {
  const owner = await signIn()
  const { db } = server.context
  const { id } = await owner.call(recorderKeys.create, { body: { name: 'rig' } })
  const key = `${TOKEN_PREFIX}${'x'.repeat(39)}`
  await db
    .updateTable('recorder_key')
    .set({ key_hash: hashToken(key) })
    .where('id', '=', id)
    .execute()
  const refused = await refusalOf(callWith(key)(sessions.mine))
  assert.equal(refused, '401 /problems/not-signed-in')
})

/** Creates a new sign-in token, since the clock of these tests has moved past the old one. */
async function renew({ userId, sessionId }: TestAccount): Promise<string> {
  return signToken(server.context, { userId, sessionId, lifeSeconds: 3_600 })
}
