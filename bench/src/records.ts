import { openTestDatabase } from '@pitboard/server/testing/database'
import { openTestServer } from '@pitboard/server/testing/server'
import { measureInLookups, signIn } from './lookups.ts'
import { BUSY_USER, COUNTS, fill, KINDS, sessionId, USUAL_USER } from './record-data.ts'
import { printTable, type Row } from './report.ts'

/** The limit counts lookups of one session by its primary key. */
const LOOKUPS_MAX = 10
const URLS = 60
const conditions = (n: number) =>
  `gameVersion=${2022 + (n % 4)}&sessionKind=${KINDS[n % KINDS.length]}` +
  (n % 6 === 5 ? '&tyreClass=wet&weather=wet' : '&tyreClass=dry&weather=dry')
const category = (n: number) => `trackId=${(n * 7) % 33}&${conditions(n)}`

/** Personal bests are those of a user with about 65 sessions; statistics those of one with 20,000 laps. */
const LISTS: readonly (readonly [what: string, urlOf: (n: number) => string, userId: string])[] = [
  ['records of a track', (n) => `/api/Records?${category(n)}`, USUAL_USER],
  ['records of all tracks', (n) => `/api/Records/tracks?${conditions(n)}`, USUAL_USER],
  ['years with records', () => '/api/Records/versions', USUAL_USER],
  ['personal bests', () => '/api/OwnLaps', USUAL_USER],
  ['own laps of a category', (n) => `/api/OwnLaps/statistics?${category(n)}`, BUSY_USER],
]

const lookup = (n: number) => sessionId(1 + n * 997)

/**
 * Measures records and own laps over a million laps, on the embedded database or, with `DATABASE_URL`, on another
 * server; there it creates a database of its own and drops it afterwards.
 */
export default async function measureRecords(): Promise<void> {
  const database = await openTestDatabase(process.env['DATABASE_URL'])
  const server = await openTestServer({ database })
  try {
    await fill(database.db)
    const tokens = new Map<string, string>()
    for (const userId of [BUSY_USER, USUAL_USER]) tokens.set(userId, await signIn(server, userId))
    const rows: Row[] = []
    for (const [what, urlOf, userId] of LISTS) {
      const authorization = `Bearer ${tokens.get(userId)}`
      const urls = Array.from({ length: URLS }, (_, n) => urlOf(n))
      rows.push(
        await measureInLookups(server, {
          what,
          urls,
          authorization,
          lookup,
          most: LOOKUPS_MAX,
        }),
      )
    }
    printTable(`95 of 100 requests, ${COUNTS.laps} laps, ${COUNTS.users} users`, rows)
  } finally {
    await server.close()
    await database.close()
  }
}
