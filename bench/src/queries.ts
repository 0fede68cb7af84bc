import { itemAt } from '@pitboard/contract/wire/item-at'
import { openTestDatabase } from '@pitboard/server/testing/database'
import { openTestServer } from '@pitboard/server/testing/server'
import { measureInLookups, signIn } from './lookups.ts'
import { BUSY_USER, COUNTS, fill } from './query-data.ts'
import { FILTER_KINDS, type FilterQuery } from './query-filters.ts'
import { printTable, type Row } from './report.ts'

/** The unit is a lookup of one session by its primary key on the same server's database connection. */
const LOOKUPS_MAX = { page: 20, search: 50, filters: 40 }
/** README.md says why these rows take more than the others of their kind. */
const LOOKUPS_MAX_OF: Readonly<Record<string, number>> = {
  'leagues, searched': 35,
  'filters: sessionId': 50,
  'filters: lapsMissing': 50,
  'filters: several fields': 50,
  'filters: sorted': 60,
  'filters: deep pages': 60,
}
const LIST_URLS = 60
/** Each kind of filter has this many addresses. */
const FILTER_URLS = 12

/** Returns the n-th address. */
type UrlOf = (n: number) => string

const WORDS = [
  'friends',
  'midnigth',
  'malmo',
  'endurance cup',
  'sliver',
  'pole',
  'pit',
  'zzzz',
  'racing league',
  'p',
  'kosice',
  'frmula raceing',
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
    const authorization = `Bearer ${await signIn(server, BUSY_USER)}`
    const groups = new Map<string, string[]>()
    for (const [what, urlOf] of LISTS) groups.set(what, repeat(LIST_URLS, urlOf))
    for (const { group, query } of FILTER_KINDS) {
      const urls = groups.get(`filters: ${group}`) ?? []
      groups.set(`filters: ${group}`, [...urls, ...repeat(FILTER_URLS, (n) => filterUrl(query(n)))])
    }
    const rows: Row[] = []
    for (const [what, urls] of groups)
      rows.push(
        await measureInLookups(server, {
          what,
          urls,
          authorization,
          lookup: sessionId,
          most: lookupsMaxOf(what),
        }),
      )
    const counts = Object.entries(COUNTS).map(([noun, count]) => `${count} ${noun}`)
    printTable(`95 of 100 requests, ${counts.join(', ')}`, rows)
  } finally {
    await server.close()
    await database.close()
  }
}

function lookupsMaxOf(what: string): number {
  const { page, search, filters } = LOOKUPS_MAX
  const ofKind = what.startsWith('filters') ? filters : what.startsWith('search') ? search : page
  return LOOKUPS_MAX_OF[what] ?? ofKind
}

function filterUrl({ filters, sorts = '', page = 1 }: FilterQuery): string {
  return `/api/Sessions/filters?${new URLSearchParams({ filters, sorts, page: String(page) })}`
}

function repeat(count: number, urlOf: UrlOf): string[] {
  return Array.from({ length: count }, (_, n) => urlOf(n))
}

/** Returns a page somewhere in a list of that many. */
function page(n: number, pages: number): number {
  return 1 + ((n * 7919) % pages)
}

function oneOf(words: readonly string[], n: number): string {
  return encodeURIComponent(itemAt(words, n % words.length))
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
