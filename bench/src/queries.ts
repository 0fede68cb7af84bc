import { signToken } from '@pitboard/server/testing/account'
import { openTestDatabase } from '@pitboard/server/testing/database'
import { openTestServer, type TestServer } from '@pitboard/server/testing/server'
import { BUSY_USER, COUNTS, fill } from './query-data.ts'
import { FILTER_KINDS, type FilterQuery } from './query-filters.ts'
import { median, percentile } from './reference.ts'
import { printTable, type Row } from './report.ts'

/** In lookups of one session by its primary key on the same server's database connection. */
const LOOKUPS_MAX = 60
const LIST_URLS = 60
/** Of each kind. */
const FILTER_URLS = 12
/** The quietest counts: other programs slow down some of the rounds. */
const ROUNDS = 3
const WARM_UP = 10

/** The n-th address. */
type UrlOf = (n: number) => string

const WORDS = [
  ...['friends', 'midnigth', 'malmo', 'endurance cup', 'sliver', 'pole', 'pit', 'zzzz'],
  ...['racing league', 'p', 'kosice', 'frmula raceing'],
]
const TRACK_WORDS = ['spa', 'monza race', 'interlagso', 'quali silverstone', 'amber imola']

const LISTS: readonly (readonly [what: string, url: UrlOf])[] = [
  ['leagues, first page', () => '/api/League'],
  ['leagues, any page', (n) => `/api/League?page=${page(n, 4500)}`],
  ['leagues, searched', (n) => `/api/League?search=${oneOf(WORDS, n)}`],
  ['leagues of a user', (n) => `/api/League/user/${userId(n)}`],
  ['seasons, first page', () => '/api/Seasons'],
  ['seasons, any page', (n) => `/api/Seasons?page=${page(n, 6500)}`],
  ['seasons of a user', (n) => `/api/Seasons/user/${userId(n)}`],
  ['one season', (n) => `/api/Seasons/0190a000-0003-7000-8000-${hex(1 + n * 10)}`],
  ['sessions, first page', () => '/api/Sessions'],
  ['sessions, any page', (n) => `/api/Sessions?page=${page(n, 50_000)}`],
  ['sessions of a user, any page', (n) => `/api/Sessions/user/${BUSY_USER}?page=${page(n, 1000)}`],
  ['own sessions, first page', () => '/api/Sessions/currentUser'],
  ['own sessions, any page', (n) => `/api/Sessions/currentUser?page=${page(n, 1000)}`],
  [
    'own sessions, filtered, any page',
    (n) => `/api/Sessions/currentUser?TrackIds=${n % 33}&TrackIds=7&page=${page(n, 50)}`,
  ],
  [
    'own sessions, filtered twice',
    (n) => `/api/Sessions/currentUser?TrackIds=${n % 33}&SessionTypes=10&page=${page(n, 9)}`,
  ],
  ['search, a word', (n) => `/api/Search?q=${oneOf(WORDS, n)}`],
  ['search, a track', (n) => `/api/Search?q=${oneOf(TRACK_WORDS, n)}`],
]

/**
 * Lists, searches and filters of a large installation, on the embedded database or, with `DATABASE_URL`,
 * on another server; there it creates a database of its own and drops it afterwards.
 */
export default async function measureQueries(): Promise<void> {
  const database = await openTestDatabase(process.env['DATABASE_URL'])
  const server = await openTestServer({ database })
  try {
    await fill(database.db)
    const authorization = `Bearer ${await signInBusyUser(server)}`
    const groups = new Map<string, string[]>()
    for (const [what, urlOf] of LISTS) groups.set(what, repeat(LIST_URLS, urlOf))
    for (const { group, query } of FILTER_KINDS) {
      const urls = groups.get(`filters: ${group}`) ?? []
      groups.set(`filters: ${group}`, [...urls, ...repeat(FILTER_URLS, (n) => filterUrl(query(n)))])
    }
    const rows: Row[] = []
    for (const [what, urls] of groups)
      rows.push(await measure(server, what, urls, { authorization }))
    const counts = Object.entries(COUNTS).map(([noun, count]) => `${count} ${noun}`)
    printTable(`95 of 100 requests, ${counts.join(', ')}`, rows)
  } finally {
    await server.close()
    await database.close()
  }
}

/** Returns the user's access token. */
async function signInBusyUser({ context }: TestServer): Promise<string> {
  const { db, newId } = context
  const sessionId = newId()
  await db.insertInto('auth.users').values({ id: BUSY_USER, email: 'busy@example.com' }).execute()
  await db.insertInto('auth.sessions').values({ id: sessionId, user_id: BUSY_USER }).execute()
  return signToken(context, { userId: BUSY_USER, sessionId, lifeSeconds: 3600 })
}

/** After every request comes a lookup. Each counts with the time of its quietest round. */
async function measure(
  { app, context }: TestServer,
  what: string,
  urls: readonly string[],
  headers: { readonly authorization: string },
): Promise<Row> {
  const requestMs = async (url: string) => {
    const startedAt = performance.now()
    const { statusCode, body } = await app.inject({ url, headers })
    if (statusCode === 200) return performance.now() - startedAt
    // The server stops a filter that takes too long, as one may while other programs run.
    if (statusCode === 400) return Number.POSITIVE_INFINITY
    throw new Error(`${url}: ${statusCode} ${body}`)
  }
  const lookupMs = async (n: number) => {
    const startedAt = performance.now()
    await context.db.selectFrom('session').select('status').where('id', '=', sessionId(n)).execute()
    return performance.now() - startedAt
  }
  for (const url of urls.slice(0, WARM_UP)) await requestMs(url)
  const ours = urls.map(() => Number.POSITIVE_INFINITY)
  const lookups = [...ours]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [n, url] of urls.entries()) {
      ours[n] = Math.min(ours[n] ?? 0, await requestMs(url))
      lookups[n] = Math.min(lookups[n] ?? 0, await lookupMs(n))
    }
  }
  return {
    what,
    value: percentile(ours, 0.95) / median(lookups),
    unit: 'lookups by primary key',
    limit: { atMost: LOOKUPS_MAX },
    details: `${percentile(ours, 0.95).toFixed(1)} ms, half ${median(ours).toFixed(1)} ms, lookup ${median(lookups).toFixed(2)} ms`,
  }
}

function filterUrl({ filters, sorts = '', page = 1 }: FilterQuery): string {
  return `/api/Sessions/filters?${new URLSearchParams({ filters, sorts, page: String(page) })}`
}

function repeat(count: number, urlOf: UrlOf): string[] {
  return Array.from({ length: count }, (_, n) => urlOf(n))
}

/** A page somewhere in a list of so many. */
function page(n: number, pages: number): number {
  return 1 + ((n * 7919) % pages)
}

function oneOf(words: readonly string[], n: number): string {
  return encodeURIComponent(words[n % words.length] ?? '')
}

function userId(n: number): string {
  return `0190a000-0001-7000-8000-${hex(1 + n * 97)}`
}

function sessionId(n: number): string {
  return `0190a000-0004-7000-8000-${hex(1 + n * 7919)}`
}

function hex(index: number): string {
  return index.toString(16).padStart(12, '0')
}
