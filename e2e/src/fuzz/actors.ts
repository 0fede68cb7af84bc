import type { Random } from '@pitboard/sim/setup/random'
import { memberOf } from './operations.ts'

/** An actor sends requests and has texts that others must never read. */
export interface Actor {
  readonly name: 'stranger' | 'user' | 'other user' | 'operator'
  readonly token: string
  readonly userId: string | null
  /** This actor's requests name these ids, of the actor's own objects and of others. */
  readonly ids: readonly string[]
  /** Only this actor may read these texts. */
  readonly secrets: readonly string[]
}

export interface Site {
  readonly url: string
  readonly anonKey: string
  readonly serviceKey: string
}

/** This person has things that nobody else may see, and sends nothing. */
export interface Victim {
  readonly userId: string
  readonly ids: readonly string[]
  readonly secrets: readonly string[]
}

interface Account {
  readonly userId: string
  readonly token: string
  readonly email: string
}

export async function seedVictim(site: Site, random: Random): Promise<Victim> {
  const account = await signUp(site, random, 'victim')
  const secret = (what: string) => `${what}-${randomWord(random)}`
  const secrets = [account.email, secret('league'), secret('season'), secret('key')]
  const [, leagueName, seasonName, keyName] = secrets
  const create = (path: string, body: object) => post(site, path, body, account.token)
  const league = await create('/api/League', { name: leagueName, isPublic: false })
  const season = await create('/api/Seasons', { name: seasonName })
  const key = await create('/api/RecorderKeys', { name: keyName })
  const [leagueId, seasonId, keyId] = [idOf(league), idOf(season), idOf(key)]
  await post(site, `/api/League/${leagueId}/seasons/${seasonId}`, null, account.token)
  return { userId: account.userId, ids: [account.userId, leagueId, seasonId, keyId], secrets }
}

/** Adds a driver in a live race; returns the key of their recorder. */
export async function seedDriver(site: Site, random: Random) {
  const { userId, token } = await signUp(site, random, 'driver')
  const key = await post(site, '/api/RecorderKeys', { name: 'rig' }, token)
  return { url: site.url, userId, recorderKey: String(memberOf(key, 'key')) }
}

/** A user who may send telemetry was given this for it. */
export interface Console {
  readonly udpPort: number
  readonly tcp: { readonly port: number; readonly token: string }
}

export async function leaseConsole(site: Site, random: Random): Promise<Console> {
  const { userId, recorderKey } = await seedDriver(site, random)
  const register = async (useTcp: boolean): Promise<unknown> => {
    const query = `key=${recorderKey}&useTcp=${useTcp}`
    const address = `${site.url}/api/LiveSession/register/${userId}?${query}`
    return (await fetch(address, { method: 'POST' })).json()
  }
  const [udp, tcp] = [await register(false), await register(true)]
  return {
    udpPort: Number(memberOf(udp, 'port')),
    tcp: { port: Number(memberOf(tcp, 'port')), token: String(memberOf(tcp, 'token')) },
  }
}

export function createStranger(site: Site, victim: Victim): Actor {
  return { name: 'stranger', token: site.anonKey, userId: null, ids: victim.ids, secrets: [] }
}

/** Creates someone with a league, a season and a recorder key of their own. */
export async function createUser(
  site: Site,
  random: Random,
  victim: Victim,
  name: 'user' | 'other user',
): Promise<Actor> {
  const { userId, token, email } = await signUp(site, random, 'user')
  return refreshUser(site, victim, { name, token, userId, ids: [userId], secrets: [email] })
}

/**
 * Returns the user with the ids of what they have now and of what everybody sees: their own requests delete and create
 * things. A league and a season are there again afterwards.
 */
export async function refreshUser(site: Site, victim: Victim, user: Actor): Promise<Actor> {
  const { token } = user
  const own = [
    await post(site, '/api/League', { name: 'Sunday', isPublic: true }, token).catch(() => null),
    await post(site, '/api/Seasons', { name: 'Autumn' }, token).catch(() => null),
  ]
  const sessions = memberOf(await get(site, '/api/Sessions', token), 'sessions')
  const ids = [user.userId ?? '', ...[...own, ...listOf(sessions).slice(0, 8)].map(idOf)]
  return { ...user, ids: [...ids, ...ids, ...victim.ids].filter((id) => id !== 'undefined') }
}

/** The operator may read and change everyone: their requests name the users that send requests too. */
export function createOperator(site: Site, users: readonly Actor[]): Actor {
  const ids = users.flatMap(({ userId }) => userId ?? [])
  return { name: 'operator', token: site.serviceKey, userId: null, ids, secrets: [] }
}

/** Returns false once the account is gone or signed out: its own requests do that too. */
export async function isSignedIn(site: Site, token: string): Promise<boolean> {
  const headers = { apikey: site.anonKey, authorization: `Bearer ${token}` }
  return (await fetch(`${site.url}/auth/v1/user`, { headers })).ok
}

async function signUp(site: Site, random: Random, name: string): Promise<Account> {
  const word = randomWord(random)
  const email = `${name}.${word}@example.com`
  const session = await post(site, '/auth/v1/signup', { email, password: `pass-${word}` })
  const token = String(memberOf(session, 'access_token'))
  const userId = idOf(memberOf(session, 'user'))
  const profile = { id: userId, username: `${name}-${word}`.slice(0, 20) }
  await post(site, '/rest/v1/profiles?on_conflict=id', profile, token)
  return { userId, token, email }
}

async function get({ url, anonKey }: Site, path: string, token: string): Promise<unknown> {
  const headers = { apikey: anonKey, authorization: `Bearer ${token}` }
  return (await fetch(url + path, { headers })).json()
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

async function post(
  { url, anonKey }: Site,
  path: string,
  body: object | null,
  token = anonKey,
): Promise<unknown> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${token}`,
      prefer: 'resolution=merge-duplicates',
      // Set-up is not part of the attack: it comes from addresses that nobody else uses.
      'x-forwarded-for': `198.51.100.${(addresses = (addresses + 1) % 250)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

let addresses = 0

function idOf(value: unknown): string {
  return String(memberOf(value, 'id'))
}

function randomWord(random: Random): string {
  return Array.from({ length: 12 }, () => random.integer(0, 35).toString(36)).join('')
}
