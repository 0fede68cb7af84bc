import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { loadCatalogue } from '../../messages/catalogue.ts'
import { createText } from '../../messages/create-text.ts'
import { nextLoad, openBrowserWorld } from '../../testing/browser-world.ts'
import {
  aSession,
  aToken,
  aUser,
  serveSignIn,
  storeSession,
  USER_ID,
} from '../../testing/sign-in-service.ts'
import type * as Accounts from '../account.ts'
import type * as StartSession from '../start-session.ts'
import type * as AccountUser from './account-user.ts'
import type * as AuthRequest from './auth-request.ts'
import type * as AuthSettings from './auth-settings.ts'
import type * as Passkeys from './passkey.ts'
import type * as PhoneFactors from './phone-factor.ts'
import type * as Providers from './provider.ts'
import type * as RecoveryCodes from './recovery-codes.ts'
import type * as SecondFactors from './second-factor.ts'

const en = createText(await loadCatalogue('en', ['account']), 'en')
const TOKEN = aToken('one')
const FACTOR = { id: 'F', factor_type: 'totp', status: 'verified' }

/** Opens a page whose reader is signed in, and the calls to the sign-in service that it may send. */
async function openService(t: TestContext) {
  const world = await openBrowserWorld(t)
  serveSignIn(world)
  storeSession(world, aSession(TOKEN))
  const load = nextLoad()
  const { startSession }: typeof StartSession = await import(`../start-session.ts${load}`)
  const { waitForAccount }: typeof Accounts = await import(`../account.ts${load}`)
  const requests: typeof AuthRequest = await import(`./auth-request.ts${load}`)
  const settings: typeof AuthSettings = await import(`./auth-settings.ts${load}`)
  const codes: typeof RecoveryCodes = await import(`./recovery-codes.ts${load}`)
  const phones: typeof PhoneFactors = await import(`./phone-factor.ts${load}`)
  const factors: typeof SecondFactors = await import(`./second-factor.ts${load}`)
  const passkeys: typeof Passkeys = await import(`./passkey.ts${load}`)
  const user: typeof AccountUser = await import(`./account-user.ts${load}`)
  startSession(null)
  await waitForAccount()
  const sentTo = (path: string) =>
    world.requests
      .filter(({ name }) => name.endsWith(` /auth/v1/${path}`))
      .map(({ name, token, body }) => [
        name.split(' ')[0],
        token,
        body === '' ? null : JSON.parse(body),
      ])
  return { world, requests, settings, codes, phones, factors, passkeys, user, sentTo }
}

const answered = (body: unknown, status = 200) => ({ status, body })

test('a call of the protocol carries the token and its body, and resolves with the answer', async (t) => {
  const { world, requests, sentTo } = await openService(t)
  world.answer('POST /auth/v1/thing', answered({ made: true }))
  world.answer('GET /auth/v1/thing', answered(null))
  assert.deepEqual(await requests.authRequest('POST', 'thing', { a: 1 }), { made: true })
  assert.equal(await requests.authRequest('GET', 'thing'), null)
  assert.deepEqual(sentTo('thing'), [
    ['POST', TOKEN, { a: 1 }],
    ['GET', TOKEN, null],
  ])
})

test('a call names its version of the protocol, and the type of a body', async (t) => {
  const { world, requests } = await openService(t)
  world.answer('POST /auth/v1/thing', { status: 204 })
  world.answer('DELETE /auth/v1/thing', { status: 204 })
  assert.equal(await requests.authRequest('POST', 'thing', {}), null)
  assert.equal(await requests.authRequest('DELETE', 'thing'), null)
  const sent = world.requests.filter(({ name }) => name.endsWith('/thing'))
  assert.deepEqual(
    sent.map(({ headers }) => [
      headers['apikey'],
      headers['x-supabase-api-version'],
      headers['content-type'],
    ]),
    [
      ['anon', '2024-01-01', 'application/json'],
      ['anon', '2024-01-01', undefined],
    ],
  )
})

for (const [rule, answer, code, message] of [
  ['its code and message', { code: 'weak_password', message: 'weak' }, 'weak_password', 'weak'],
  ['no code', { message: 'weak' }, 'unknown', 'weak'],
  ['a code that is a number', { code: 422, message: 'weak' }, 'unknown', 'weak'],
  ['no message', { code: 'weak_password' }, 'weak_password', 'Unprocessable Entity'],
  ['nothing', null, 'unknown', 'Unprocessable Entity'],
] as const) {
  test(`a refusal of the service has ${rule}`, async (t) => {
    const { world, requests } = await openService(t)
    world.answer('DELETE /auth/v1/thing', answered(answer, 422))
    const refused = await requests.authRequest('DELETE', 'thing').catch((error: unknown) => error)
    assert.ok(refused instanceof requests.AuthRequestError)
    assert.deepEqual(
      [refused.name, refused.status, refused.code, refused.message],
      ['AuthRequestError', 422, code, message],
    )
  })
}

test('a call of the library resolves with its data and rejects with its error', async (t) => {
  const { requests } = await openService(t)
  const data = { user: null }
  assert.equal(await requests.callAuth(async () => ({ data, error: null })), data)
  const error = new Error('refused')
  const refuse = async (): Promise<{ data: null; error: Error | null }> => ({ data: null, error })
  await assert.rejects(requests.callAuth(refuse), error)
})

test('the own account is read from the service', async (t) => {
  const { world, user } = await openService(t)
  const read = () => new QueryClient().fetchQuery({ ...user.accountUser, retry: false })
  assert.equal((await read()).id, USER_ID)
  assert.deepEqual(user.accountUser.queryKey, ['account', 'user'])
  world.answer('GET /auth/v1/user', answered({ code: 'bad_jwt', msg: 'no' }, 403))
  await assert.rejects(read())
})

test('recovery codes are made, counted and shown', async (t) => {
  const { world, codes, sentTo } = await openService(t)
  world.answer('POST /auth/v1/factors/recovery-codes', answered({ codes: ['a', 1] }))
  world.answer('POST /auth/v1/factors/recovery-codes/regenerate', answered({ codes: null }))
  world.answer('GET /auth/v1/factors/recovery-codes', answered({ total: 10, remaining: '7' }))
  world.answer('POST /auth/v1/factors/recovery-codes/verify', answered(aSession(aToken('new'))))
  assert.deepEqual(await codes.makeRecoveryCodes(false), ['a', '1'])
  assert.deepEqual(await codes.makeRecoveryCodes(true), [])
  assert.deepEqual(await codes.countRecoveryCodes(), { total: 10, remaining: 7 })
  await codes.showRecoveryCode('abc')
  assert.deepEqual(sentTo('factors/recovery-codes/verify'), [['POST', TOKEN, { code: 'abc' }]])
  assert.equal(codes.RECOVERY_CODES, 'recovery_code')
})

test('a session that the service answered is the session of the page; one without tokens is refused', async (t) => {
  const { world, factors } = await openService(t)
  const renewed = aToken('new')
  await factors.takeSession(aSession(renewed))
  assert.equal(
    world.requests.findLast(({ name }) => name.endsWith('/auth/v1/user'))?.token,
    renewed,
  )
  await assert.rejects(factors.takeSession({}))
  await assert.rejects(factors.takeSession(null))
})

test('a code of a phone is sent and verified', async (t) => {
  const { world, phones, sentTo } = await openService(t)
  world.answer('GET /auth/v1/user', answered(aUser({ factors: [FACTOR] })))
  world.answer(
    'POST /auth/v1/factors/F/challenge',
    answered({ id: 'C', type: 'phone', expires_at: 1 }),
  )
  world.answer('POST /auth/v1/factors/F/verify', answered(aSession(aToken('new'))))
  assert.equal(await phones.sendSmsCode('F'), 'C')
  await phones.verifySmsCode('F', 'C', '123456')
  assert.deepEqual(sentTo('factors/F/challenge'), [['POST', TOKEN, { channel: 'sms' }]])
  assert.deepEqual(sentTo('factors/F/verify'), [
    ['POST', TOKEN, { challenge_id: 'C', code: '123456' }],
  ])
  const refusal = answered({ error_code: 'mfa_verification_failed', msg: 'no' }, 422)
  world.answer('POST /auth/v1/factors/F/challenge', refusal)
  world.answer('POST /auth/v1/factors/F/verify', refusal)
  await assert.rejects(phones.sendSmsCode('F'), { code: 'mfa_verification_failed' })
  await assert.rejects(phones.verifySmsCode('F', 'C', '1'), { code: 'mfa_verification_failed' })
})

test('a code of an authenticator app is verified', async (t) => {
  const { world, factors, sentTo } = await openService(t)
  world.answer(
    'POST /auth/v1/factors/F/challenge',
    answered({ id: 'C', type: 'totp', expires_at: 1 }),
  )
  world.answer('POST /auth/v1/factors/F/verify', answered(aSession(aToken('new'))))
  await factors.verifyCode('F', '123456')
  assert.deepEqual(sentTo('factors/F/verify'), [
    ['POST', TOKEN, { challenge_id: 'C', code: '123456' }],
  ])
  world.answer(
    'POST /auth/v1/factors/F/verify',
    answered({ error_code: 'mfa_verification_failed', msg: 'no' }, 422),
  )
  await assert.rejects(factors.verifyCode('F', '1'), { code: 'mfa_verification_failed' })
})

test('passkeys are listed and removed', async (t) => {
  const { world, passkeys, sentTo } = await openService(t)
  const listed = { id: 'P', friendly_name: 'Phone', created_at: '2026-01-01', last_used_at: '' }
  world.answer(
    'GET /auth/v1/passkeys',
    answered([listed, { ...listed, last_used_at: '2026-02-01' }, 5]),
  )
  world.answer('DELETE /auth/v1/passkeys/P', { status: 204 })
  const known = { id: 'P', name: 'Phone', createdAt: '2026-01-01' }
  assert.deepEqual(await passkeys.listPasskeys(), [
    { ...known, lastUsedAt: null },
    { ...known, lastUsedAt: '2026-02-01' },
    { id: '', name: '', createdAt: '', lastUsedAt: null },
  ])
  await passkeys.removePasskey('P')
  assert.deepEqual(sentTo('passkeys/P'), [['DELETE', TOKEN, null]])
  world.answer('GET /auth/v1/passkeys', answered({}))
  assert.deepEqual(await passkeys.listPasskeys(), [])
})

test('a browser without keys refuses them', async (t) => {
  const { world, passkeys, sentTo } = await openService(t)
  const challenge = answered({ challenge_id: 'C', options: {} })
  world.answer('POST /auth/v1/passkeys/authentication/options', challenge)
  world.answer('POST /auth/v1/passkeys/registration/options', challenge)
  const refusal = { code: 'security_key_refused', status: 400 }
  await assert.rejects(passkeys.signInWithPasskey(), refusal)
  await assert.rejects(passkeys.addPasskey(), refusal)
  assert.deepEqual(sentTo('passkeys/authentication/options'), [['POST', TOKEN, {}]])
  assert.deepEqual(sentTo('passkeys/registration/options'), [['POST', TOKEN, {}]])
})

const KEY_BYTES = Buffer.from('of the key')
const KEY_TEXT = KEY_BYTES.toString('base64url')

function Credential() {
  throw new TypeError('Illegal constructor')
}

/** Plugs in a key that agrees to everything, and returns the options that it was shown with. */
function plugInKey(t: TestContext) {
  const shown: { readonly way: string; readonly challenge: string; readonly for: string }[] = []
  const agree = (way: string) => async (options: { publicKey: ShownOptions }) => {
    const { challenge, rpId, user } = options.publicKey
    const of = rpId ?? user?.name ?? ''
    shown.push({ way, challenge: Buffer.from(challenge).toString(), for: of })
    const bytes = Uint8Array.from(KEY_BYTES).buffer
    const response = {
      authenticatorData: bytes,
      clientDataJSON: bytes,
      signature: bytes,
      attestationObject: bytes,
    }
    return {
      id: KEY_TEXT,
      rawId: bytes,
      type: 'public-key',
      response,
      getClientExtensionResults: () => ({}),
    }
  }
  Object.assign(navigator, { credentials: { create: agree('create'), get: agree('get') } })
  Object.defineProperty(globalThis, 'PublicKeyCredential', {
    // A browser with keys has a function of this name.
    value: Credential,
    configurable: true,
  })
  t.after(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  return shown
}

interface ShownOptions {
  readonly challenge: ArrayBuffer
  readonly rpId?: string
  readonly user?: { readonly name: string }
}

const CHALLENGE = Buffer.from('of the service').toString('base64url')
const SHOW_OPTIONS = { challenge: CHALLENGE, rpId: 'pitboard.example' }
const CREATE_OPTIONS = { challenge: CHALLENGE, user: { id: KEY_TEXT, name: 'mia' } }
const SHOWN = { way: 'get', challenge: 'of the service', for: 'pitboard.example' }
const CREATED = { way: 'create', challenge: 'of the service', for: 'mia' }

/** Returns what a body says of the credential that was made or shown. */
function describeCredential(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : body
}

test('a passkey signs in', async (t) => {
  const { world, passkeys, sentTo } = await openService(t)
  const shown = plugInKey(t)
  world.answer(
    'POST /auth/v1/passkeys/authentication/options',
    answered({ challenge_id: 'C', options: SHOW_OPTIONS }),
  )
  const renewed = aToken('of the key')
  world.answer('POST /auth/v1/passkeys/authentication/verify', answered(aSession(renewed)))
  await passkeys.signInWithPasskey()
  assert.deepEqual(shown, [SHOWN])
  const [[method, , body] = []] = sentTo('passkeys/authentication/verify')
  assert.deepEqual(
    [method, body?.challenge_id, describeCredential(body?.credential)],
    ['POST', 'C', KEY_TEXT],
  )
  assert.equal(sentTo('user').at(-1)?.[1], renewed)
})

test('a passkey is made on this device', async (t) => {
  const { world, passkeys, sentTo } = await openService(t)
  const shown = plugInKey(t)
  world.answer(
    'POST /auth/v1/passkeys/registration/options',
    answered({ challenge_id: 'C', options: CREATE_OPTIONS }),
  )
  world.answer('POST /auth/v1/passkeys/registration/verify', answered({}))
  await passkeys.addPasskey()
  assert.deepEqual(shown, [CREATED])
  const [[method, , body] = []] = sentTo('passkeys/registration/verify')
  assert.deepEqual(
    [method, body?.challenge_id, describeCredential(body?.credential)],
    ['POST', 'C', KEY_TEXT],
  )
})

for (const [rule, type, options, seen] of [
  ['that is known is shown', 'request', SHOW_OPTIONS, SHOWN],
  ['that is new is registered', 'create', CREATE_OPTIONS, CREATED],
] as const) {
  test(`a security key ${rule} as the second factor of this site`, async (t) => {
    const { world, factors, sentTo } = await openService(t)
    const shown = plugInKey(t)
    Object.assign(location, { hostname: 'pitboard.example' })
    world.answer(
      'POST /auth/v1/factors/F/challenge',
      answered({ id: 'C', webauthn: { type, credential_options: { publicKey: options } } }),
    )
    const token = aToken('new')
    world.answer('POST /auth/v1/factors/F/verify', answered(aSession(token)))
    await factors.verifySecurityKey('F')
    assert.deepEqual(shown, [seen])
    const party = { rpId: 'pitboard.example', rpOrigins: [location.origin] }
    assert.deepEqual(sentTo('factors/F/challenge'), [['POST', TOKEN, { webauthn: party }]])
    const [[method, , body] = []] = sentTo('factors/F/verify')
    const { credential_response: credential, ...rest } = body?.webauthn ?? {}
    assert.deepEqual(
      [method, body?.challenge_id, rest, describeCredential(credential)],
      ['POST', 'C', { ...party, type }, KEY_TEXT],
    )
    assert.equal(sentTo('user').at(-1)?.[1], token)
  })
}

interface SettingsCase {
  readonly rule: string
  readonly answer: unknown
  readonly known?: object
}

const PLAIN_SETTINGS = {
  providers: [],
  hasPasskeys: false,
  hasTexts: false,
  isSignUpOpen: true,
  passwordMinLength: null,
}

const SETTINGS: readonly SettingsCase[] = [
  { rule: 'nothing', answer: {} },
  { rule: 'no object', answer: null },
  {
    rule: 'its providers, without email, phone and anonymous users',
    answer: {
      external: {
        email: true,
        phone: true,
        anonymous_users: true,
        github: true,
        discord: false,
        google: 'yes',
        gitlab: true,
      },
    },
    known: { providers: ['github', 'gitlab'] },
  },
  { rule: 'providers that are no object', answer: { external: 'github' } },
  {
    rule: 'no providers',
    answer: { external: null, passkeys_enabled: true },
    known: { hasPasskeys: true },
  },
  { rule: 'passkeys', answer: { passkeys_enabled: true }, known: { hasPasskeys: true } },
  { rule: 'no passkeys', answer: { passkeys_enabled: 'true' } },
  { rule: 'texts', answer: { sms_provider: 'twilio' }, known: { hasTexts: true } },
  { rule: 'no texts', answer: { sms_provider: '' } },
  { rule: 'a closed sign-up', answer: { disable_signup: true }, known: { isSignUpOpen: false } },
  { rule: 'an open sign-up', answer: { disable_signup: false } },
  {
    rule: 'the length of a password',
    answer: { password_min_length: 9 },
    known: { passwordMinLength: 9 },
  },
  { rule: 'a length that is a text', answer: { password_min_length: '9' } },
]

for (const { rule, answer, known } of SETTINGS) {
  test(`the settings of a service that publishes ${rule} are read`, async (t) => {
    const { world, settings } = await openService(t)
    world.answer('GET /auth/v1/settings', answered(answer))
    const read = await new QueryClient().fetchQuery(settings.authSettings)
    assert.deepEqual(read, { ...PLAIN_SETTINGS, ...known })
  })
}

test('settings are read once, and again after a failure; until then the service offers the least', async (t) => {
  const { world, settings, sentTo } = await openService(t)
  const queries = new QueryClient()
  world.answer('GET /auth/v1/settings', answered({}, 500))
  assert.deepEqual(await queries.fetchQuery(settings.authSettings), PLAIN_SETTINGS)
  world.answer('GET /auth/v1/settings', answered({ passkeys_enabled: true }))
  for (let reads = 0; reads < 2; reads++) {
    const read = await queries.fetchQuery(settings.authSettings)
    assert.deepEqual(read, { ...PLAIN_SETTINGS, hasPasskeys: true })
  }
  assert.equal(sentTo('settings').length, 2)
  assert.deepEqual(settings.authSettings.queryKey, ['auth', 'settings'])
})

test('a site without accounts is closed, and is not asked for ways to sign in', async (t) => {
  const world = await openBrowserWorld(t)
  world.answer('GET /api/Site', answered({ authUrl: null, authAnonKey: null }))
  const settings: typeof AuthSettings = await import(`./auth-settings.ts${nextLoad()}`)
  assert.equal(await new QueryClient().fetchQuery(settings.authSettings), 'closed')
  assert.deepEqual(
    world.requests.map(({ name }) => name),
    ['GET /api/Site'],
  )
})

test('a provider has its own spelling, and an address that comes back to this browser', async (t) => {
  await openBrowserWorld(t)
  const load = nextLoad()
  const { providerName, providerAddress }: typeof Providers = await import(`./provider.ts${load}`)
  assert.deepEqual(
    ['github', 'gitlab', 'linkedin_oidc', 'oidc', 'email', 'discord'].map(providerName),
    ['GitHub', 'GitLab', 'LinkedIn', 'OpenID', 'E-Mail', 'Discord'],
  )
  const server = { url: 'https://a.example', anonKey: 'anon' }
  const address = new URL(providerAddress(server, 'discord', 'https://a.example/login'))
  assert.equal(`${address.origin}${address.pathname}`, 'https://a.example/auth/v1/authorize')
  assert.equal(address.searchParams.get('provider'), 'discord')
  assert.match(
    address.searchParams.get('redirect_to') ?? '',
    /^https:\/\/a\.example\/login\?signIn=[0-9a-f]{32}$/,
  )
})

test('the hint of a new password says its least length where the service says it', async () => {
  const { passwordHint }: typeof AuthSettings = await import('./auth-settings.ts')
  const hint = (passwordMinLength: number | null) =>
    passwordHint({ ...PLAIN_SETTINGS, passwordMinLength }, en)
  assert.equal(hint(9), en('account.passwordMinHint', { count: 9 }))
  for (const words of [hint(null), passwordHint('closed', en), passwordHint(undefined, en)]) {
    assert.equal(words, en('account.passwordHint'))
  }
})
