import { itemAt } from '@pitboard/contract/wire/item-at'
import { signToken } from '@pitboard/server/testing/account'
import type { TestServer } from '@pitboard/server/testing/server'
import { median, percentile } from './reference.ts'
import type { Row } from './report.ts'

/** Only the quietest counts matter, since other programs slow down some of the rounds. */
const ROUNDS = 3
const WARM_UP = 10

interface Requests {
  readonly what: string
  readonly urls: readonly string[]
  readonly authorization: string
  /** Returns the id of the n-th session that is looked up. */
  readonly lookup: (n: number) => string
  /** The limit is in lookups. */
  readonly most: number
}

/**
 * Measures the time of requests in lookups of a session by its primary key on the same database connection. After every
 * request comes a lookup. Each counts with the time of its quietest round.
 */
export async function measureInLookups(
  { app, context }: TestServer,
  { what, urls, authorization, lookup, most }: Requests,
): Promise<Row> {
  const requestMs = async (url: string) => {
    const startedAt = performance.now()
    const { statusCode, body } = await app.inject({ url, headers: { authorization } })
    if (statusCode === 200) return performance.now() - startedAt
    // The server stops a filter that takes too long, as one may while other programs run.
    if (statusCode === 400) return Number.POSITIVE_INFINITY
    throw new Error(`${url}: ${statusCode} ${body}`)
  }
  const lookupMs = async (n: number) => {
    const startedAt = performance.now()
    await context.db.selectFrom('session').select('status').where('id', '=', lookup(n)).execute()
    return performance.now() - startedAt
  }
  for (const url of urls.slice(0, WARM_UP)) await requestMs(url)
  const ours = urls.map(() => Number.POSITIVE_INFINITY)
  const lookups = [...ours]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [n, url] of urls.entries()) {
      ours[n] = Math.min(itemAt(ours, n), await requestMs(url))
      lookups[n] = Math.min(itemAt(lookups, n), await lookupMs(n))
    }
  }
  return {
    what,
    value: percentile(ours, 0.95) / median(lookups),
    unit: 'lookups by primary key',
    limit: { atMost: most },
    details: `${percentile(ours, 0.95).toFixed(1)} ms, half ${median(ours).toFixed(1)} ms, lookup ${median(lookups).toFixed(2)} ms`,
  }
}

/** Returns an access token of a user who has no account yet. */
export async function signIn({ context }: TestServer, userId: string): Promise<string> {
  const { db, newId } = context
  const sessionId = newId()
  await db
    .insertInto('auth.users')
    .values({ id: userId, email: `${userId}@example.com` })
    .execute()
  await db.insertInto('auth.sessions').values({ id: sessionId, user_id: userId }).execute()
  return signToken(context, { userId, sessionId, lifeSeconds: 3600 })
}
