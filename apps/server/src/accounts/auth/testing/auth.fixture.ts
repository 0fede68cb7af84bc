import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import PostalMime from 'postal-mime'
import { createClient as createNewestClient } from 'supabase-js-newest'
import type { Config, Environment } from '../../../platform/config/config.ts'
import type { ClientVersion } from '../../../testing/clients.ts'
import { openTestServer, type TestServer, type TestServerOptions } from '../../../testing/server.ts'

export interface Clock {
  now(): Date
  pass(seconds: number): void
}

export interface AuthServer extends TestServer {
  readonly clock: Clock
}

/** The owner is a test, or what closes at the end of a file. */
export interface Owner {
  after(close: () => unknown): void
}

/** The running server has a clock that stands still until a test moves it. */
export async function openAuthServer(
  owner: Owner,
  env: Environment = {},
  options: Pick<TestServerOptions, 'queueCheckMs'> = {},
): Promise<AuthServer> {
  const clock = createClock()
  const server = await openTestServer({ ...options, env, now: () => clock.now() })
  owner.after(() => server.close())
  return { ...server, clock }
}

/**
 * All tests of a file that need the same settings share one server. What it returns empties the server for the next
 * test: no users, no mails, no used-up limits.
 */
export function shareAuthServer(env: Environment = {}): () => Promise<AuthServer> {
  const open = shareInFile((owner) => openAuthServer(owner, env))
  return async () => {
    const server = await open()
    await emptyServer(server)
    return server
  }
}

/** The server is opened for the first test that needs it, and closed after the file's last. */
export function shareInFile<T>(open: (owner: Owner) => Promise<T>): () => Promise<T> {
  const closing: (() => unknown)[] = []
  let shared: Promise<T> | undefined
  after(async () => {
    for (const close of closing.toReversed()) await close()
  })
  return () => (shared ??= open({ after: (close) => void closing.push(close) }))
}

/** The tables of users, which the rest belongs to, don't reach these tables. */
const OTHER_TABLES = [
  'auth.audit_log',
  'auth.flow_states',
  'auth.outbox',
  'auth.passkey_challenges',
  'auth.saml_assertions',
  'auth.saml_relay_states',
  'auth.sso_providers',
  'rate_bucket',
] as const

/** A process does not remember for longer that a limit is used up. */
const PAUSE_SECONDS = 60

export async function emptyServer({ context, clock }: AuthServer): Promise<void> {
  for (const table of ['auth.users', 'user', ...OTHER_TABLES] as const) {
    await context.db.deleteFrom(table).execute()
  }
  rmSync(outboxOf(context.config), { recursive: true, force: true })
  clock.pass(PAUSE_SECONDS)
}

function createClock(): Clock {
  // The clock has whole seconds, as tokens have.
  let nowMs = Math.floor(Date.now() / 1000) * 1000
  return {
    now: () => new Date(nowMs),
    pass: (seconds) => {
      nowMs += seconds * 1000
    },
  }
}

type Auth = SupabaseClient['auth']
type FlowType = 'implicit' | 'pkce'

/** Opens the part of an official client that signs in; its session is its own. */
export function openAuthClient(
  version: ClientVersion,
  { url, context }: Pick<TestServer, 'url' | 'context'>,
  { key = context.keys.anonKey, flowType = 'implicit' }: { key?: string; flowType?: FlowType } = {},
): Auth {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  }
  const options = {
    auth: { storage, autoRefreshToken: false, detectSessionInUrl: false, flowType },
  }
  if (version === '2.48.1') return createClient(url, key, options).auth
  const auth: unknown = createNewestClient(url, key, options).auth
  // What the tests call is the same in both.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return auth as Auth
}

/** Returns what a test needs of a session that must be there. */
export function sessionOf({
  data,
  error,
}: {
  data: { session: { access_token: string; refresh_token: string } | null }
  error: unknown
}): { accessToken: string; refreshToken: string } {
  if (!data.session) throw new Error(`no session: ${JSON.stringify(error)}`)
  return { accessToken: data.session.access_token, refreshToken: data.session.refresh_token }
}

export interface ReadMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The keys are the headers' names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** The code has six digits; it is empty where the mail has none. */
  readonly code: string
  /** The address verifies; it is empty where the mail has none. */
  readonly link: string
}

/** Returns the mails to an address in the outbox, the oldest first. */
export async function mailsTo({ context }: TestServer, address: string): Promise<ReadMail[]> {
  const folder = outboxOf(context.config)
  const mails: ReadMail[] = []
  for (const file of readOutbox(folder)) {
    const mail = await PostalMime.parse(readFileSync(join(folder, file)))
    const [to] = mail.to ?? []
    const text = mail.text ?? ''
    mails.push({
      to: to?.address ?? '',
      subject: mail.subject ?? '',
      text,
      html: mail.html ?? '',
      headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
      code: /^\d{6}$/m.exec(text)?.[0] ?? '',
      link: /^https?:\S+\/verify\S+$/m.exec(text)?.[0] ?? '',
    })
  }
  return mails.filter(({ to }) => to === address)
}

function outboxOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'outbox')
}

export async function lastMailTo(server: TestServer, address: string): Promise<ReadMail> {
  const mail = (await mailsTo(server, address)).at(-1)
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}

/** File names sort by the time they were made. */
function readOutbox(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** Returns the hash of a mail's link, as an application with a link of its own would send it. */
export function tokenHashOf({ link }: Pick<ReadMail, 'link'>): string {
  return new URL(link).searchParams.get('token') ?? ''
}

/** Sends a call as it goes over the wire. */
export async function call(
  { url, context }: Pick<TestServer, 'url' | 'context'>,
  method: string,
  path: string,
  {
    body,
    token = context.keys.anonKey,
    headers = {},
  }: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; json: Record<string, unknown>; text: string }> {
  const response = await fetch(`${url}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: context.keys.anonKey,
      authorization: `Bearer ${token}`,
      'x-supabase-api-version': '2024-01-01',
      ...(body !== undefined && { 'content-type': 'application/json;charset=UTF-8' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, json: readJson(text), text }
}

function readJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Creates a confirmed account, and a client that is signed in to it. */
export async function signUpConfirmed(
  server: AuthServer,
  version: ClientVersion,
  { email, password }: { email: string; password: string },
): Promise<{ auth: Auth; userId: string; accessToken: string; refreshToken: string }> {
  const auth = openAuthClient(version, server)
  await auth.signUp({ email, password })
  const { code } = await lastMailTo(server, email)
  const answer = await auth.verifyOtp({ type: 'signup', email, token: code })
  return { auth, userId: answer.data.user?.id ?? '', ...sessionOf(answer) }
}
