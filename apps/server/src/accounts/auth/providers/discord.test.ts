import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test, type TestContext } from 'node:test'
import { fragmentOf, listen, openServerWith, signInBy } from '../testing/providers.fixture.ts'

const USER = {
  id: '80351110224678912',
  username: 'driver',
  global_name: 'The Driver',
  avatar: '8342729096ea3675442027381ff50dfe',
  email: 'Driver@Club.example',
  verified: true,
}

/** The server answers like Discord's API, as far as it is asked (discord.com/developers/docs/topics/oauth2). */
async function openWithDiscord(t: TestContext, user: object) {
  const discord = await listen(t)
  const settings = { issuer: discord.url, clientId: 'pitboard', clientSecret: 'secret' }
  const server = await openServerWith(t, { discord: settings })
  const asked: { authorize: URLSearchParams; token: URLSearchParams } = {
    authorize: new URLSearchParams(),
    token: new URLSearchParams(),
  }
  discord.answerWith((request, response) => {
    const url = new URL(request.url ?? '/', discord.url)
    const json = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (url.pathname === '/oauth2/authorize') {
      asked.authorize = url.searchParams
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.search = `?code=of-discord&state=${url.searchParams.get('state') ?? ''}`
      response.writeHead(302, { location: back.href }).end()
      return
    }
    if (url.pathname === '/api/oauth2/token') {
      void textOf(request).then((text) => {
        asked.token = new URLSearchParams(text)
        json(200, { access_token: 'at', token_type: 'Bearer', refresh_token: 'rt', expires_in: 9 })
      })
      return
    }
    const isKnown = request.headers.authorization === 'Bearer at'
    json(isKnown ? 200 : 401, url.pathname === '/api/users/@me' ? user : {})
  })
  return { server, asked }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: string[] = []
  for await (const chunk of request) chunks.push(String(chunk))
  return chunks.join('')
}

test('Discord: asked with PKCE, its user is ours by its id, with picture and tokens', async (t) => {
  const { server, asked } = await openWithDiscord(t, USER)
  const values = fragmentOf(await signInBy(server, { provider: 'discord' }))
  assert.equal(values['provider_token'], 'at')
  assert.equal(values['provider_refresh_token'], 'rt')
  assert.equal(asked.authorize.get('scope'), 'identify email')
  assert.equal(asked.authorize.get('code_challenge_method'), 'S256')
  assert.equal(asked.token.get('client_secret'), 'secret')
  assert.ok(asked.token.get('code_verifier'))
  const { db } = server.context
  const user = await db.selectFrom('auth.users').selectAll().executeTakeFirstOrThrow()
  assert.equal(user.email, 'driver@club.example')
  assert.ok(user.email_confirmed_at)
  assert.equal(user.user_metadata['full_name'], USER.global_name)
  assert.match(
    String(user.user_metadata['avatar_url']),
    /^https:\/\/cdn\.discordapp\.com\/avatars\//,
  )
  const identity = await db.selectFrom('auth.identities').selectAll().executeTakeFirst()
  assert.equal(identity?.provider_id, USER.id)
})

test('Discord: an address that it has not verified lets nobody in', async (t) => {
  const { server } = await openWithDiscord(t, { ...USER, verified: false })
  const values = fragmentOf(await signInBy(server, { provider: 'discord' }))
  assert.equal(values['error_code'], 'provider_email_needs_verification')
})

test('Discord: an answer that is too large, or none, is a failure and no more', async (t) => {
  for (const user of [{ ...USER, bio: 'x'.repeat(2_000_000) }, { message: 'sorry' }]) {
    const { server } = await openWithDiscord(t, user)
    const values = fragmentOf(await signInBy(server, { provider: 'discord' }))
    assert.equal(values['error_code'], 'unexpected_failure')
  }
})
