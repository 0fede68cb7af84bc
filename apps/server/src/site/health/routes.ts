import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { roleOfKey } from '../../accounts/access/api-key-caller.ts'
import { bearerOf } from '../../accounts/access/caller.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Log } from '../../platform/diagnostics/log.ts'
import { registerQueueMetrics } from './queue-metrics.ts'

const CHECKED_EVERY_MS = 1_000

/** The probes are public and say nothing but their status; `/metrics` needs the service key. */
export function registerHealth(
  app: FastifyInstance,
  context: AppContext,
  stopping: AbortSignal,
): void {
  const { db, disk, keys, log, metrics } = context
  registerQueueMetrics(context)
  const isReady = createDatabaseCheck(db, log)

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    if (stopping.aborted || !(await isReady())) throw new ApiError(503, 'The server is not ready.')
    if (disk.isLow()) throw new ApiError(503, 'The disk of the server is nearly full.')
    return { status: 'ok' }
  })

  app.get('/metrics', async (request, reply) => {
    const { apikey } = request.headers
    const given = [bearerOf(request), typeof apikey === 'string' ? apikey : null]
    if (!given.some((key) => roleOfKey(keys, key) === 'service')) {
      throw new ApiError(
        401,
        'The metrics need the service key, as bearer token or apikey header.',
        {
          headers: { 'www-authenticate': 'Bearer' },
        },
      )
    }
    return reply
      .type(metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.registry.metrics())
  })
}

/** Asks the database once a second at most, however many probes there are. */
function createDatabaseCheck(db: Db, log: Log): () => Promise<boolean> {
  let answer: Promise<boolean> = Promise.resolve(false)
  let askedMs = -Infinity
  let isAsking = false

  async function ask(): Promise<boolean> {
    isAsking = true
    try {
      await sql`select 1`.execute(db)
      return true
    } catch (error) {
      log.warn({ err: error }, 'the database does not answer')
      return false
    } finally {
      isAsking = false
    }
  }
  return () => {
    const nowMs = performance.now()
    if (!isAsking && nowMs - askedMs >= CHECKED_EVERY_MS) {
      askedMs = nowMs
      answer = ask()
    }
    return answer
  }
}
