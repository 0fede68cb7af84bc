import { Client, DatabaseError, type Pool } from 'pg'
import { DatabaseAwayError, errorCode } from '../diagnostics/errors.ts'

/** A query may take longer than this; then PostgreSQL is asked whether it is still at work. */
const SILENCE_MAX_MS = 10_000
const ANSWER_WITHIN_MS = 10_000

interface SilenceLimits {
  readonly silenceMaxMs: number
  readonly answerWithinMs: number
}

/**
 * Ends the connections of a pool on which PostgreSQL answers no more: the system notices after a quarter of an hour that
 * the machine at the other end is gone, and until then each of them would hold a request and a place in the pool.
 * A query that only takes long is left alone. Queries of a connection that breaks fail with a `DatabaseAwayError`.
 */
export function endSilentConnections(
  pool: Pool,
  url: string,
  limits: SilenceLimits = { silenceMaxMs: SILENCE_MAX_MS, answerWithinMs: ANSWER_WITHIN_MS },
): void {
  /** Each connection has owed an answer since this time. */
  const askedAtMs = new Map<Client, number>()
  let timer: NodeJS.Timeout | null = null

  function watch(): void {
    timer ??= setTimeout(() => void check(), limits.silenceMaxMs).unref()
  }

  async function check(): Promise<void> {
    const before = performance.now() - limits.silenceMaxMs
    const silent = [...askedAtMs].filter(([, atMs]) => atMs <= before).map(([client]) => client)
    if (silent.length > 0) {
      const isGone = await findGone(url, limits.answerWithinMs)
      for (const client of silent) {
        // It may have answered meanwhile, and been asked the next thing.
        const isSilent = (askedAtMs.get(client) ?? Infinity) <= before
        if (isSilent && isGone(client)) end(client)
      }
    }
    timer = null
    if (askedAtMs.size > 0) watch()
  }

  pool.on('connect', (client) => {
    if (!(client instanceof Client)) return
    client.query = new Proxy(client.query, {
      apply(query, self, parts: unknown[]): unknown {
        const answer: unknown = Reflect.apply(query, self, parts)
        if (!(answer instanceof Promise)) return answer
        askedAtMs.set(client, performance.now())
        watch()
        return answer.finally(() => askedAtMs.delete(client)).catch(passOn)
      },
    })
  })
}

/** Its query fails, and the pool opens another one. Nobody waits for the goodbye, which may never be answered. */
function end(client: Client): void {
  client.end().catch(() => {})
}

function passOn(error: unknown): never {
  throw isBroken(error) ? new DatabaseAwayError(error) : error
}

/** PostgreSQL ends its connections (57P01 to 57P03), or they broke by themselves. */
function isBroken(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(08|57P0[123])/.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  return (
    /^E(?!RR_)/.test(errorCode(error) ?? '') ||
    error.message.startsWith('Connection terminated') ||
    error.message.endsWith('is not queryable')
  )
}

/** Asks on a connection of its own which of the others PostgreSQL still has. */
async function findGone(url: string, withinMs: number): Promise<(client: Client) => boolean> {
  const own = new Client({
    connectionString: url,
    application_name: 'pitboard presence',
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  })
  own.on('error', () => {})
  try {
    await own.connect()
    const { rows } = await own.query<{ pid: number; own: number }>(
      'select pid, pg_backend_pid() as own from pg_stat_activity where datname = current_database()',
    )
    const known = new Set(rows.map(({ pid }) => pid))
    // A pooler between them would number connections on its own.
    const isDirect = rows.some((row) => row.own === pidOf(own))
    return (client) => {
      const pid = pidOf(client)
      return isDirect && (pid === null || !known.has(pid))
    }
  } catch (error) {
    // It may have no connection left, and says so: then it is there.
    const isThere = error instanceof DatabaseError
    return () => !isThere
  } finally {
    end(own)
  }
}

/** The types of `pg` do not have it. */
function pidOf(client: Client): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null
}
