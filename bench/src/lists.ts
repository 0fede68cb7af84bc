import { signToken } from '@pitboard/server/testing/account'
import { openTestDatabase } from '@pitboard/server/testing/database'
import { openTestServer, type TestServer } from '@pitboard/server/testing/server'
import { BUSY_USER, COUNTS, fill } from './lists/fill.ts'
import { median, printTable, type Row } from './report.ts'

const LIMIT_MS = 30
const WARM_CALLS = 30
const CALLS = 100
/** The quietest counts: other programs of the machine are not what is measured. */
const ROUNDS = 3

/** What is asked for the n-th time. */
type Ask = (n: number) => string

const WORDS = [
  ...['friends', 'midnigth', 'malmo', 'endurance cup', 'sliver', 'pole', 'pit', 'zzzz'],
  ...['racing league', 'p', 'kosice', 'frmula raceing'],
]
const TRACK_WORDS = ['spa', 'monza race', 'interlagso', 'quali silverstone', 'amber imola']

const ASKED: readonly (readonly [what: string, ask: Ask])[] = [
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
 * Lists and searches of a large installation, on the embedded database or, with `DATABASE_URL`, on
 * another server; there it makes a database of its own, which goes when it is done.
 */
export default async function benchLists(): Promise<void> {
  const url = process.env['DATABASE_URL']
  const database = await openTestDatabase(url)
  const server = await openTestServer({ database })
  try {
    await fill(database.db)
    const authorization = `Bearer ${await signInBusyUser(server)}`
    const rows: Row[] = []
    for (const [what, ask] of ASKED) {
      const { p50, p95 } = await measure(async (n) => {
        const { statusCode, body } = await server.app.inject({
          url: ask(n),
          headers: { authorization },
        })
        if (statusCode !== 200) throw new Error(`${ask(n)}: ${statusCode} ${body}`)
      })
      rows.push({
        ...{ what, value: `p95 ${p95.toFixed(1)} ms`, compared: `p50 ${p50.toFixed(1)} ms` },
        ...{ limit: `< ${LIMIT_MS} ms`, holds: p95 < LIMIT_MS },
      })
    }
    const counts = Object.entries(COUNTS).map(([noun, count]) => `${count} ${noun}`)
    const where = url === undefined ? 'the embedded database' : 'DATABASE_URL'
    printTable(`Lists of ${counts.join(', ')} on ${where}`, rows)
    if (rows.some(({ holds }) => !holds)) process.exitCode = 1
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

async function measure(
  once: (n: number) => Promise<void>,
): Promise<{ readonly p50: number; readonly p95: number }> {
  for (let n = 0; n < WARM_CALLS; n++) await once(n)
  let best = { p50: Number.POSITIVE_INFINITY, p95: Number.POSITIVE_INFINITY }
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = []
    for (let n = 0; n < CALLS; n++) {
      const begunMs = performance.now()
      await once(WARM_CALLS + round * CALLS + n)
      times.push(performance.now() - begunMs)
    }
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(CALLS * 0.95)] ?? Number.NaN
    if (p95 < best.p95) best = { p50: median(times), p95 }
  }
  return best
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

function hex(index: number): string {
  return index.toString(16).padStart(12, '0')
}
