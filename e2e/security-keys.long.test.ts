import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openTestServer, type TestServer } from '@pitboard/server/testing/server'
import { decodeJwt } from 'jose'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { openPage, startBrowser } from '@pitboard/web/testing/browser'

/** Pages outside of this project load the official client from here. */
const CLIENT = join(import.meta.dirname, '../node_modules/supabase-js-newest/dist/umd/supabase.js')
const EMAIL = 'driver@club.example'
const PASSWORD = 'correct horse'

interface World {
  readonly server: TestServer
  readonly page: Page
  readonly keys: CDPSession
  /** Returns what an expression on `auth`, the newest client's, gives in the page. */
  run(expression: string): Promise<Answer>
}

interface Shared {
  readonly server: TestServer
  readonly browser: Browser
}

interface Answer {
  readonly data: unknown
  readonly error: { readonly code?: string; readonly status?: number } | null
}

test('security keys and passkeys by the newest client, in Chromium', async (t) => {
  const shared: Shared = { server: await openServer(t), browser: await startBrowser(t) }
  await t.test('a key becomes a second factor, and raises the next session to aal2', (t) =>
    secondFactor(t, shared),
  )
  await t.test('a key that only shows presence is a second factor, and no passkey', (t) =>
    presenceAlone(t, shared),
  )
  await t.test('a passkey signs in without a password; its signature is valid once', (t) =>
    passkey(t, shared),
  )
  await t.test('a page of another origin can’t use it', (t) => strangersPage(t, shared))
})

async function secondFactor(t: TestContext, shared: Shared) {
  const { run, server } = await openWorld(t, shared)
  await run(`auth.signUp({ email: '${EMAIL}', password: '${PASSWORD}' })`)
  const registered = await run(`auth.mfa.webauthn.register({ friendlyName: 'Key ring' })`)
  assert.equal(registered.error, null)
  assert.equal(claimsOf(registered)['aal'], 'aal2')
  await run(`auth.signOut()`)
  const half = await run(`auth.signInWithPassword({ email: '${EMAIL}', password: '${PASSWORD}' })`)
  assert.equal(claimsOf(half)['aal'], 'aal1')
  const factors = await run(`auth.mfa.listFactors()`)
  const factorId = String(at(factors.data, 'webauthn', 0, 'id'))
  const shown = await run(`auth.mfa.webauthn.authenticate({ factorId: '${factorId}' })`)
  assert.equal(shown.error, null)
  assert.equal(claimsOf(shown)['aal'], 'aal2')
  assert.equal(at(claimsOf(shown)['amr'], 0, 'method'), 'mfa/webauthn')

  const replayed = await run(`(async () => {
    const factorId = '${factorId}'
    const first = await auth.mfa.webauthn.challenge({ factorId, webauthn: { rpId: 'localhost' } })
    const next = await auth.mfa.challenge({ factorId, webauthn: { rpId: 'localhost' } })
    const { webauthn } = first.data
    return auth.mfa.verify({ factorId, challengeId: next.data.id, webauthn })
  })()`)
  assert.equal(replayed.error?.code, 'mfa_verification_failed', 'it signed another challenge')
  const { db } = server.context
  const stored = await db.selectFrom('auth.factors').select('webauthn_credential').execute()
  assert.equal(stored.length, 1)
}

async function presenceAlone(t: TestContext, shared: Shared) {
  const { run } = await openWorld(t, shared, { isUserVerified: false })
  await run(`auth.signUp({ email: 'presence-${EMAIL}', password: '${PASSWORD}' })`)
  const registered = await run(`auth.mfa.webauthn.register({ friendlyName: 'Key ring' })`)
  assert.equal(registered.error, null)
  // The browser would wait without end for a capability that this key lacks.
  const made = await run(`(async () => {
    const { data } = await auth.passkey.startRegistration()
    const lax = { residentKey: 'discouraged', userVerification: 'discouraged' }
    const options = { ...data.options, authenticatorSelection: lax }
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const credential = (await navigator.credentials.create({ publicKey })).toJSON()
    return auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential })
  })()`)
  assert.equal(made.error?.code, 'webauthn_verification_failed')
}

async function passkey(t: TestContext, shared: Shared) {
  const { run, server } = await openWorld(t, shared)
  const signedUp = await run(`auth.signUp({ email: 'passkey-${EMAIL}', password: '${PASSWORD}' })`)
  const made = await run(`auth.registerPasskey()`)
  assert.equal(made.error, null)
  const id = String(at(made.data, 'id'))
  const renamed = await run(`auth.passkey.update({ passkeyId: '${id}', friendlyName: 'Laptop' })`)
  assert.equal(at(renamed.data, 'friendly_name'), 'Laptop')
  await run(`auth.signOut()`)

  const signedIn = await run(`auth.signInWithPasskey()`)
  assert.equal(signedIn.error, null)
  const claims = claimsOf(signedIn)
  assert.equal(claims.sub, claimsOf(signedUp).sub)
  assert.deepEqual([claims['aal'], at(claims['amr'], 0, 'method')], ['aal1', 'passkey'])
  const listed = await run(`auth.passkey.list()`)
  assert.ok(at(listed.data, 0, 'last_used_at'))

  const answer = `(async () => {
    const { data } = await auth.passkey.startAuthentication()
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data.options)
    const credential = (await navigator.credentials.get({ publicKey })).toJSON()
    return { data: { challengeId: data.challenge_id, credential } }
  })()`
  const { data } = await run(answer)
  const verify = (given: unknown) =>
    run(`auth.passkey.verifyAuthentication(${JSON.stringify(given)})`)
  const altered = structuredClone(Object(data))
  altered.credential.response.signature = altered.credential.response.authenticatorData
  assert.equal((await verify(altered)).error?.code, 'webauthn_verification_failed')
  assert.equal((await verify(data)).error?.code, 'webauthn_challenge_not_found', 'one answer each')
  const good = await run(answer)
  assert.equal((await verify(good.data)).error, null)
  assert.equal((await verify(good.data)).error?.code, 'webauthn_challenge_not_found')
  const late = await run(answer)
  await server.context.db
    .updateTable('auth.passkey_challenges')
    .set({ created_at: new Date(Date.now() - 301_000) })
    .execute()
  assert.equal((await verify(late.data)).error?.code, 'webauthn_challenge_expired')

  const actions = await server.context.db.selectFrom('auth.audit_log').select('action').execute()
  assert.ok(actions.some(({ action }) => action === 'passkey_created'))
  assert.equal((await run(`auth.passkey.delete({ passkeyId: '${id}' })`)).error, null)
  await run(`auth.signOut()`)
  const gone = await run(`auth.signInWithPasskey()`)
  assert.equal(gone.error?.code, 'webauthn_verification_failed')
}

/** The host name is the same, so the browser allows it and the server must refuse. */
async function strangersPage(t: TestContext, shared: Shared) {
  const { run, page, server } = await openWorld(t, shared)
  await run(`auth.signUp({ email: 'owner-${EMAIL}', password: '${PASSWORD}' })`)
  assert.equal((await run(`auth.registerPasskey()`)).error, null)
  const stranger = await openServer(t)
  await load(page, stranger.context.publicUrl(), server)
  const { error } = await run(`auth.signInWithPasskey()`)
  assert.equal(error?.code, 'webauthn_verification_failed')
}

async function openServer(t: TestContext): Promise<TestServer> {
  const server = await openTestServer({ env: { AUTH_AUTOCONFIRM: 'true' } })
  t.after(() => server.close())
  return server
}

/** Opens a browser with a key of its own. */
async function openWorld(
  t: TestContext,
  { server, browser }: Shared,
  { isUserVerified = true } = {},
): Promise<World> {
  const page = await openPage(t, browser, { bypassCSP: true })
  const keys = await page.context().newCDPSession(page)
  await keys.send('WebAuthn.enable')
  await keys.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: isUserVerified,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  await load(page, server.context.publicUrl(), server)
  const run = async (expression: string) => readAnswer(await page.evaluate(wrapped(expression)))
  return { server, page, keys, run }
}

/** Loads any page of the origin: they all work. */
async function load(page: Page, origin: string, { context }: TestServer): Promise<void> {
  await page.goto(`${origin}/auth/v1/.well-known/jwks.json`)
  await page.addScriptTag({ path: CLIENT })
  const [url, key] = [context.publicUrl(), context.keys.anonKey].map((each) => JSON.stringify(each))
  await page.evaluate(
    `globalThis.auth = supabase.createClient(${url}, ${key}, { auth: { autoRefreshToken: false } }).auth`,
  )
}

/** Errors lose their fields on the way out of a page. */
function wrapped(expression: string): string {
  return `(async () => {
    const { data = null, error = null } = await ${expression}
    const told = error && { name: error.name, message: error.message, code: error.code, status: error.status }
    return JSON.stringify({ data, error: told })
  })()`
}

function readAnswer(text: unknown): Answer {
  return JSON.parse(String(text))
}

function claimsOf({ data }: Answer) {
  const token = at(data, 'access_token') ?? at(data, 'session', 'access_token')
  return decodeJwt(String(token))
}

function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((each, key) => Reflect.get(Object(each), key), value)
}
