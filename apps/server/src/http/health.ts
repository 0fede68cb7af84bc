import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'

export function registerHealth(app: FastifyInstance, { db, metrics }: AppContext): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (request) => {
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      throw new ApiError(503, 'The database does not answer.')
    }
    return { status: 'ok' }
  })

  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
