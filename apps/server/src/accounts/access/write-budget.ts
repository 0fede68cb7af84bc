import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { createTokenBuckets } from '../../platform/limits/token-buckets.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call of a user that may change something. Throws a 429 where there were too many. */
    takeWrite(userId: string): void
    /** Throws a 507 where the disk has no room for a change. */
    requireSpace(): void
  }
}

/**
 * One account must neither keep the database busy nor fill it: all calls other than GET share one budget. It is far
 * above what people and their programs do: an import of a league's past makes some thousand calls.
 */
export function registerWriteBudget(
  app: FastifyInstance,
  { config: { writesPerHour }, disk, now }: Pick<AppContext, 'config' | 'disk' | 'now'>,
): void {
  const limit = { calls: writesPerHour, seconds: 3_600, burst: writesPerHour }
  const writes = createTokenBuckets(limit, () => now().getTime())
  app.decorate('requireSpace', () => {
    if (disk.isLow()) {
      throw new ApiError(507, 'The disk of the server is full. Nothing was changed.')
    }
  })
  app.decorate('takeWrite', (userId: string) => {
    if (writes.take(userId)) return
    throw new ApiError(429, 'You have made too many changes. Wait a moment.', {
      headers: { 'retry-after': '1' },
    })
  })
}
