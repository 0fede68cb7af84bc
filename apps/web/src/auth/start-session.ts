import type { AuthChangeEvent, Session as AuthSession } from '@supabase/supabase-js'
import { queryClient } from '../state/query-client.ts'
import { expectAccessToken, setAccessToken } from './access-token.ts'
import { finishSignIn } from './begun-sign-ins.ts'
import type { Callback } from './callback.ts'
import { setNotice } from './notice.ts'
import { setRecovery } from './recovery.ts'
import { setAccountState, getAccountState } from './account.ts'
import {
  hasCodeVerifier,
  removeStoredSession,
  STORAGE_KEY,
  storedUserId,
} from './stored-session.ts'
import { openSupabase, type Profile, type Supabase } from './supabase.ts'
import { claimVisitorDrafts } from './visitor-drafts.ts'

const REFRESH_EVERY_MS = 30 * 60_000
const EXPIRED_LINK = 'flow_state_expired'
const UNREACHABLE = 'unreachable'

type Tokens = Extract<Callback, { kind: 'tokens' }>

let following: Promise<Supabase> | undefined
let profile: Profile | null = null
let current: AuthSession | null = null

/**
 * Holds the session from here on. A browser without one that arrives by no
 * callback is signed out without asking anyone; the library is fetched when it is needed.
 */
export function startSession(callback: Callback | null): void {
  if (callback?.kind === 'error') setNotice({ kind: 'error', code: callback.code })
  if (callback?.kind === 'halfConfirmed') setNotice(callback)
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) void signInElsewhere()
  })
  if (callback?.kind === 'tokens' || callback?.kind === 'code' || storedUserId() !== null) {
    expectAccessToken()
    void followOrSignOut(callback)
  } else {
    hold(null)
  }
}

/** Creates the client and follows its session changes. */
export function signInService(): Promise<Supabase> {
  return follow(null)
}

/** Forgets the session if the service cannot be reached: the library has its session in the storage only. */
export function forgetSession(): void {
  removeStoredSession()
  hold(null)
}

async function signInElsewhere(): Promise<void> {
  if (!following && storedUserId() !== null) await followOrSignOut(null)
}

async function followOrSignOut(callback: Callback | null): Promise<void> {
  try {
    await follow(callback)
  } catch {
    // The sign-in service can't be reached: signed out until it can.
    hold(null)
    addEventListener('online', () => void signInElsewhere(), { once: true })
  }
}

function follow(callback: Callback | null): Promise<Supabase> {
  following ??= begin(callback).catch((error: unknown) => {
    following = undefined
    throw error
  })
  return following
}

async function begin(callback: Callback | null): Promise<Supabase> {
  const supabase = await openSupabase()
  if (callback) await take(supabase, callback)
  const { auth } = supabase.client
  await new Promise<void>((resolve) => {
    // Nothing is awaited in here: the library waits for it while it holds its lock.
    auth.onAuthStateChange((event, session) => {
      receive(supabase, event, session)
      resolve()
    })
  })
  setInterval(() => {
    if (current) void auth.refreshSession()
  }, REFRESH_EVERY_MS)
  return supabase
}

async function take(supabase: Supabase, callback: Callback): Promise<void> {
  if (callback.kind === 'code') await takeCode(supabase, callback.code)
  if (callback.kind !== 'tokens') return
  const isHash = callback.source === 'hash'
  // The secret ends here in either case.
  if (finishSignIn(callback.signIn) && isHash) return acceptTokens(supabase, callback)
  // Anybody can make a link with a session of their own account, and watch what is done in it.
  const { data, error } = await supabase.client.auth.getUser(callback.accessToken)
  if (error) return setNotice({ kind: 'error', code: codeOfLink(error) })
  const { id, email, phone } = data.user
  if (isHash && id === storedUserId()) return acceptTokens(supabase, callback)
  setNotice({
    kind: 'signInAs',
    name: email || phone || id,
    accept: () => acceptTokens(supabase, callback),
  })
}

function codeOfLink({ name }: Error): string {
  return name === 'AuthRetryableFetchError' ? UNREACHABLE : EXPIRED_LINK
}

async function takeCode({ client }: Supabase, code: string): Promise<void> {
  if (!hasCodeVerifier()) return setNotice({ kind: 'error', code: 'bad_code_verifier' })
  const { error } = await client.auth.exchangeCodeForSession(code)
  if (error) setNotice({ kind: 'error', code: codeOfLink(error) })
}

async function acceptTokens({ client: { auth } }: Supabase, callback: Tokens): Promise<void> {
  setNotice(null)
  const { data, error } = await auth.setSession({
    access_token: callback.accessToken,
    refresh_token: callback.refreshToken,
  })
  if (error) return setNotice({ kind: 'error', code: error.code ?? 'unknown' })
  if (callback.isStale) setNotice({ kind: 'stale' })
  if (callback.type === 'recovery') setRecovery(data.user?.id ?? null)
}

function receive(supabase: Supabase, event: AuthChangeEvent, session: AuthSession | null): void {
  if (event === 'PASSWORD_RECOVERY') setRecovery(session?.user.id ?? null)
  hold(session)
  if (session && profile?.id !== session.user.id) void loadProfile(supabase, session.user.id)
}

/** Refetches the profile after a change. */
export async function reloadProfile(): Promise<void> {
  if (current) await loadProfile(await signInService(), current.user.id)
}

async function loadProfile(supabase: Supabase, userId: string): Promise<void> {
  const found = await findProfile(supabase, userId)
  if (current?.user.id !== userId) return
  if (found === 'gone') return forgetSession()
  profile = found ?? { id: userId, username: null, avatar_url: null }
  hold(current)
}

function hold(session: AuthSession | null): void {
  if (session?.user.id !== current?.user.id && getAccountState().kind !== 'loading') {
    // What one reader may see, the next one may not.
    void queryClient.resetQueries()
  }
  current = session
  if (session === null) {
    profile = null
    setRecovery(null)
    setAccessToken(null)
    return setAccountState({ kind: 'signedOut' })
  }
  const { user, access_token: accessToken, expires_at: expiresAt = 0 } = session
  setAccessToken({ value: accessToken, expiresAtMs: expiresAt * 1000 })
  const claims = readClaims(accessToken)
  const factors = (user.factors ?? []).filter(({ status }) => status === 'verified')
  if (factors.length > 0 && claims.aal === 'aal1') {
    return setAccountState({
      kind: 'secondFactor',
      userId: user.id,
      factors: factors.map(({ id, factor_type: kind, friendly_name: name = '' }) => ({
        id,
        kind,
        name,
      })),
    })
  }
  if (profile?.id !== user.id) return setAccountState({ kind: 'loading' })
  claimVisitorDrafts(user.id)
  setAccountState({
    kind: 'signedIn',
    session: {
      userId: user.id,
      signInId: claims.signInId,
      email: user.email ?? '',
      accessToken,
      username: profile.username ?? '',
      avatarUrl: profile.avatar_url,
      provedAt: claims.provedAt,
    },
  })
}

/** An access token says this; the server checks it, the browser only reads it. */
interface Claims {
  readonly aal: string
  readonly signInId: string | null
  /** One of the ways to show who one is was last taken then. */
  readonly provedAt: Date
}

export function readClaims(accessToken: string): Claims {
  const payload = decodePart(accessToken.split('.')[1] ?? '')
  const amr: unknown = payload['amr']
  const times = Array.isArray(amr) ? amr.map(timestampOf) : []
  const signInId = payload['session_id']
  return {
    aal: payload['aal'] === 'aal2' ? 'aal2' : 'aal1',
    signInId: typeof signInId === 'string' ? signInId : null,
    provedAt: new Date(Math.max(0, ...times) * 1000),
  }
}

function timestampOf(entry: unknown): number {
  const time: unknown = typeof entry === 'object' && entry ? Reflect.get(entry, 'timestamp') : 0
  return typeof time === 'number' ? time : 0
}

function decodePart(part: string): Readonly<Record<string, unknown>> {
  try {
    const bytes = Uint8Array.from(
      atob(part.replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.codePointAt(0) ?? 0,
    )
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/**
 * Returns null where it could not be read, which counts as a profile without a name. Then it asks whether the user
 * still exists: `gone` if not.
 */
async function findProfile(
  { client, data: source }: Supabase,
  userId: string,
): Promise<Profile | 'gone' | null> {
  const { data } = await source
    .from('profiles')
    .select('id, username, avatar_url')
    .eq('id', userId)
    .single()
  if (data) return data
  const { error } = await client.auth.getUser()
  return error?.status === 401 || error?.status === 403 ? 'gone' : null
}
