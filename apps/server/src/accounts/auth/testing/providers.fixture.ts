import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import OpenidProvider, { type Configuration } from 'oidc-provider'
import type { Environment } from '../../../platform/config/config.ts'
import {
  type AuthServer,
  emptyServer,
  openAuthServer,
  type Owner,
  shareInFile,
} from './auth.fixture.ts'

export interface Listening {
  readonly url: string
  answerWith(listener: RequestListener): void
}

/** Starts a program on this machine that speaks HTTP. */
export async function listen(owner: Owner): Promise<Listening> {
  let listener: RequestListener | null = null
  const server = createServer((request, response) => {
    if (listener) listener(request, response)
    else response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  owner.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    answerWith: (next) => {
      listener = next
    },
  }
}

/** Opens the running server with these providers. */
export async function openServerWith(
  owner: Owner,
  providers: object,
  env: Environment = {},
): Promise<AuthServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-providers-'))
  owner.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'providers.json')
  writeFileSync(path, JSON.stringify(providers))
  return openAuthServer(owner, { AUTH_PROVIDERS: path, ...env })
}

export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly picture?: string
}

export interface OpenidPartner {
  readonly issuer: string
  /** This person uses the browser. */
  person: Person
  /** Lists the scopes of its tokens as an array, as Twitch does. */
  sendsScopeAsList: boolean
  /** Returns an ID token that is signed with the partner's key, or with a stranger's. */
  signIdToken(claims: object, options?: { isForged?: boolean; expiresAt?: Date }): Promise<string>
}

const DRIVER: Person = { sub: 'person-1', email: 'driver@club.example', email_verified: true }

const CLIENT = { clientId: 'pitboard', clientSecret: 'a secret of some length' }

interface OpenidOptions {
  readonly env?: Environment
  readonly settings?: object
  readonly name?: string
}

interface WithOpenid {
  readonly server: AuthServer
  readonly partner: OpenidPartner
}

/** Does what `openWithOpenid` does, once for all tests of a file; `shareAuthServer` says what each of them gets. */
export function shareWithOpenid(options: OpenidOptions = {}): () => Promise<WithOpenid> {
  const open = shareInFile((owner) => openWithOpenid(owner, options))
  return async () => {
    const { server, partner } = await open()
    await emptyServer(server)
    partner.person = DRIVER
    return { server, partner }
  }
}

/** Starts a real OpenID provider, and our server that knows it as Google (or by another name). */
export async function openWithOpenid(
  owner: Owner,
  { env = {}, settings = {}, name = 'google' }: OpenidOptions = {},
): Promise<WithOpenid> {
  const listening = await listen(owner)
  const issuer = listening.url
  const providers = { [name]: { issuer, ...CLIENT, ...settings } }
  const server = await openServerWith(owner, providers, env)
  keys ??= [newKey(), newKey()]
  const [key, stranger] = keys
  const partner: OpenidPartner = {
    issuer,
    person: DRIVER,
    sendsScopeAsList: false,
    async signIdToken(claims, { isForged = false, expiresAt } = {}) {
      const now = server.clock.now()
      const until = expiresAt ?? new Date(now.getTime() + 600_000)
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'partner' })
        .setIssuer(issuer)
        .setIssuedAt(now)
        .setExpirationTime(until)
        .sign(isForged ? stranger : key)
    },
  }
  listening.answerWith(
    openidListener(partner, key, `${server.context.publicUrl()}/auth/v1/callback`),
  )
  return { server, partner }
}

/** Making a key takes longer than most tests: those of a process share theirs. */
let keys: readonly [KeyObject, KeyObject] | undefined

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

function openidListener(
  partner: OpenidPartner,
  key: KeyObject,
  redirectUri: string,
): RequestListener {
  const jwk = key.export({ format: 'jwk' })
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    jwks: { keys: [{ ...jwk, alg: 'RS256', use: 'sig', kid: 'partner' }] },
    cookies: { keys: ['a key of the test'] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...partner.person }) }),
    // A user who signs in has agreed as well.
    async loadExistingGrant(context) {
      const { client, session, provider } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
  const provider = new OpenidProvider(partner.issuer, configuration)
  provider.use(async (context, next) => {
    await next()
    const { body } = context
    if (!partner.sendsScopeAsList || typeof body !== 'object' || body === null) return
    if ('access_token' in body) context.body = { ...body, scope: ['openid', 'email'] }
  })
  const callback = provider.callback()
  return (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      void callback(request, response)
      return
    }
    const login = { accountId: partner.person.sub }
    void provider.interactionFinished(request, response, { login })
  }
}

/** Follows redirects as a browser does, with cookies, until it would leave for `target`. */
export async function browse(start: string, target: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = start
  for (let hop = 0; hop < 12; hop += 1) {
    if (url.startsWith(target)) return new URL(url)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) {
      throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
    }
    url = new URL(location, url).href
  }
  throw new Error(`never arrives at ${target}`)
}

/** Goes the whole way of a sign-in without a client: out, back, and where the browser ends. */
export async function signInBy(
  server: AuthServer,
  { provider = 'google', target = 'http://127.0.0.1:9/done', more = {} } = {},
): Promise<URL> {
  const query = new URLSearchParams({ provider, redirect_to: target, ...more })
  return browse(`${server.url}/auth/v1/authorize?${query}`, target)
}

export function fragmentOf({ hash }: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(hash.slice(1)))
}
