import { captureUploads } from '@pitboard/contract/ingest/capture-upload'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { createCaptureRetention, measureCaptures, readCaptureLimits } from './capture-retention.ts'
import { createCaptureStore } from '../captures/capture-store.ts'

const NEXT_MAX = 5
const DAY_MS = 24 * 60 * 60_000

/** Serves what the captures of users take, and how long they stay (docs/scaling.md). */
export function registerCaptureRetention(app: FastifyInstance, context: AppContext): void {
  const { db, config, files } = context
  const captures = createCaptureStore(files)
  const limits = readCaptureLimits(config)
  const retention = createCaptureRetention(context, captures)
  app.addHook('onReady', async () => retention.start())
  app.addHook('preClose', () => retention.stop())

  route(app, captureUploads.usage, async ({ user: { userId }, reply }) => {
    reply.header('cache-control', 'no-store')
    await measureCaptures(db, captures, userId)
    const own = db
      .selectFrom('session')
      .innerJoin('capture_size', 'capture_size.session_id', 'session.id')
      .where('session.user_id', '=', userId)
      .where('session.status', '=', 'recorded')
      .where('session.capture_key', 'is not', null)
    const { captures: count, bytes } = await own
      .select(({ fn }) => [
        fn.countAll<number>().as('captures'),
        sql<number>`coalesce(sum(capture_size.bytes), 0)::float8`.as('bytes'),
      ])
      .executeTakeFirstOrThrow()
    const { days, userBytes, totalBytes } = limits
    const isLimited = days !== null || userBytes !== null || totalBytes !== null
    const oldest = isLimited
      ? await own
          .select(['session.id', 'track_name', 'started_at', 'capture_size.bytes'])
          .orderBy('started_at')
          .limit(NEXT_MAX)
          .execute()
      : []
    return {
      count,
      usedBytes: bytes,
      allowedBytes: userBytes,
      daysMax: days,
      next: oldest.map(({ id, track_name, started_at, bytes: size }) => ({
        sessionId: id,
        trackName: track_name,
        bytes: size,
        sessionStartTime: started_at.toISOString(),
        removedAt:
          days === null ? null : new Date(started_at.getTime() + days * DAY_MS).toISOString(),
      })),
    }
  })
}
