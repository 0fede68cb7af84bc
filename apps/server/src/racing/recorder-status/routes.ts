import {
  type RecorderReport,
  REPORT_INTERVAL_MS,
  recorderStatus,
} from '@pitboard/contract/ingest/recorder-status'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { createTokenBuckets } from '../../platform/limits/token-buckets.ts'
import { findLiveSessionOf } from '../ownership/live-sessions.ts'

const REPORT_LIFETIME_MS = 3 * REPORT_INTERVAL_MS
/** The size bounds it: a cache with `max` would reserve the memory of all reports at the start. */
const CAPACITY = { maxSize: 20_000, sizeCalculation: () => 1 }
const REPORTS_OF_USER = { calls: 60, seconds: 60, burst: 20 }

/** Serves the status of recorders: the first steps show users what their own recorder does. */
export function registerRecorderStatus(app: FastifyInstance, { db, now }: AppContext): void {
  const nowMs = () => now().getTime()
  const reports = new LRUCache<string, { report: RecorderReport; atMs: number }>(CAPACITY)
  const limit = createTokenBuckets(REPORTS_OF_USER, nowMs)

  route(app, recorderStatus.report, async ({ user, body }) => {
    if (!limit.take(user.userId)) {
      throw new ApiError(429, 'Too many reports. Send one every few seconds.', {
        headers: { 'retry-after': '5' },
      })
    }
    reports.set(user.userId, { report: body, atMs: nowMs() })
    return null
  })

  route(app, recorderStatus.get, async ({ user: { userId }, reply }) => {
    reply.header('cache-control', 'no-store')
    const newest = reports.get(userId)
    const isFresh = newest !== undefined && nowMs() - newest.atMs <= REPORT_LIFETIME_MS
    return {
      ...(await findProgress(db, userId)),
      report: isFresh ? newest.report : null,
      liveSessionId: await findLiveSessionOf(db, userId),
    }
  })
}

async function findProgress(db: Db, userId: string) {
  const { is_paired: isPaired, has_recorded: hasRecorded } = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(
        selectFrom('recorder_key')
          .select('id')
          .where('user_id', '=', userId)
          .where('last_used_at', 'is not', null),
      ).as('is_paired'),
      exists(
        selectFrom('session')
          .select('id')
          .where('user_id', '=', userId)
          .where('origin', 'is', null),
      ).as('has_recorded'),
    ])
    .executeTakeFirstOrThrow()
  return { isPaired: isPaired === true, hasRecorded: hasRecorded === true }
}
