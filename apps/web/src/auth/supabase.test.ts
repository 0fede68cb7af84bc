import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { nextLoad, openBrowserWorld } from '../testing/browser-world.ts'
import { aSession, aToken, storeSession } from '../testing/sign-in-service.ts'
import { STORAGE_KEY } from './stored-session.ts'
import type * as Supabases from './supabase.ts'

const SITE = 'GET /api/Site'

/** Opens a page of a site that says where signing in happens, and the addresses that it requests. */
async function openSite(t: TestContext, authUrl: string | null, authAnonKey: string | null) {
  const world = await openBrowserWorld(t)
  world.answer(SITE, { status: 200, body: { authUrl, authAnonKey } })
  const requested: { readonly url: URL; readonly token: string | null }[] = []
  const send = globalThis.fetch
  t.mock.method(globalThis, 'fetch', (input: string | URL, init: RequestInit = {}) => {
    const token = new Headers(init.headers).get('authorization')
    const url = new URL(input, location.origin)
    requested.push({ url, token })
    return url.origin === location.origin ? send(input, init) : Promise.resolve(Response.json([]))
  })
  const supabases: typeof Supabases = await import(`./supabase.ts${nextLoad()}`)
  return { world, requested, ...supabases }
}

for (const [authUrl, url] of [
  ['https://auth.example', 'https://auth.example'],
  ['https://auth.example/', 'https://auth.example'],
  ['https://auth.example///', 'https://auth.example'],
  ['https://auth.example/auth/v1', 'https://auth.example'],
  ['https://auth.example/auth/v1/', 'https://auth.example'],
  ['https://auth.example/proxy/auth/v1', 'https://auth.example/proxy'],
  ['https://auth.example/auth/v1/proxy', 'https://auth.example/auth/v1/proxy'],
] as const) {
  test(`a sign-in service at ${authUrl} has its protocol below ${url}`, async (t) => {
    const { findAuthServer } = await openSite(t, authUrl, 'anon')
    assert.deepEqual(await findAuthServer(), { url, anonKey: 'anon' })
  })
}

test('without an address of its own the sign-in service is that of the site, which is asked once', async (t) => {
  const { world, findAuthServer } = await openSite(t, null, 'anon')
  assert.deepEqual(await findAuthServer(), { url: location.origin, anonKey: 'anon' })
  assert.deepEqual(await findAuthServer(), { url: location.origin, anonKey: 'anon' })
  assert.equal(world.requests.length, 1)
})

test('a site without accounts has no service, until it has accounts', async (t) => {
  const { world, findAuthServer, openSupabase, NoAccounts } = await openSite(t, null, null)
  assert.equal(await findAuthServer(), null)
  await assert.rejects(openSupabase(), (error) => {
    return error instanceof NoAccounts && error.name === 'NoAccounts'
  })
  world.answer(SITE, { status: 200, body: { authUrl: null, authAnonKey: 'anon' } })
  assert.equal((await openSupabase()).server.anonKey, 'anon')
})

test('the service is opened once, and again after a failure', async (t) => {
  const { world, openSupabase } = await openSite(t, null, 'anon')
  world.setOnline(false)
  await assert.rejects(openSupabase(), TypeError)
  world.setOnline(true)
  assert.equal(openSupabase(), openSupabase())
  await openSupabase()
})

test('the library does not read the tokens of an address, which were accepted by nobody', async (t) => {
  const { world, openSupabase } = await openSite(t, null, 'anon')
  world.answer('GET /auth/v1/user', { status: 200, body: { id: 'stranger' } })
  location.href = `${location.origin}/#access_token=${aToken('of a stranger')}&refresh_token=r&expires_in=3600&token_type=bearer`
  const { client } = await openSupabase()
  assert.equal((await client.auth.getSession()).data.session, null)
  assert.equal(world.localStorage.getItem(STORAGE_KEY), null)
})

test('profiles are the data of the site that signs in itself', async (t) => {
  const { openSupabase } = await openSite(t, null, 'anon')
  const { client, data } = await openSupabase()
  assert.equal(data, client)
})

for (const [reader, token] of [
  ['a reader who is signed in', aToken('one')],
  ['a visitor', null],
] as const) {
  test(`profiles are the data of the site that signs in elsewhere, for ${reader}`, async (t) => {
    const { world, openSupabase, requested } = await openSite(t, 'https://auth.example', 'anon')
    if (token !== null) storeSession(world, aSession(token))
    const { client, data, server } = await openSupabase()
    assert.notEqual(data, client)
    assert.deepEqual(server, { url: 'https://auth.example', anonKey: 'anon' })
    await data.from('profiles').select('id')
    const sent = requested.at(-1)
    assert.equal(sent?.url.origin, location.origin)
    assert.equal(sent.url.pathname, '/rest/v1/profiles')
    assert.equal(sent.token, `Bearer ${token ?? 'anon'}`)
    await client.auth.signInWithOtp({ email: 'mia@racer.example' })
    assert.equal(requested.at(-1)?.url.origin, 'https://auth.example')
  })
}
