import { USUAL_CARS } from '@pitboard/contract/records/lap-category'
import { ownLaps, records } from '@pitboard/contract/records/records'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { readLapStatistics } from './lap-statistics.ts'
import { readTrainingLaps } from './training-laps.ts'
import { listGameVersions, listPersonalBests, listRecords, listTrackRecords } from './records.ts'

/** A user who opts out may still be seen for this long. */
const CACHE_SECONDS = 30
const CACHED = `public, max-age=${CACHE_SECONDS}`

export function registerRecords(app: FastifyInstance, { db, now }: AppContext): void {
  route(app, records.track, async ({ query, reply }) => {
    reply.header('cache-control', CACHED)
    return listRecords(db, { ...USUAL_CARS, ...query })
  })

  route(app, records.tracks, async ({ query, reply }) => {
    reply.header('cache-control', CACHED)
    return listTrackRecords(db, { ...USUAL_CARS, ...query })
  })

  route(app, records.versions, async ({ reply }) => {
    reply.header('cache-control', CACHED)
    return listGameVersions(db, now())
  })

  route(app, ownLaps.bests, async ({ user }) => listPersonalBests(db, user.userId))

  route(app, ownLaps.statistics, async ({ user, query }) => {
    return readLapStatistics(db, user.userId, { ...USUAL_CARS, ...query })
  })

  route(app, ownLaps.training, async ({ user, query }) => {
    const { against = null, ...category } = query
    return readTrainingLaps(db, user.userId, { ...USUAL_CARS, ...category }, against)
  })

  route(app, ownLaps.participation, async ({ user }) => readParticipation(db, user.userId))

  route(app, ownLaps.participate, async ({ user, body }) => {
    await db
      .updateTable('user')
      .set({ is_in_records: body.isInRecords })
      .where('id', '=', user.userId)
      .execute()
    return readParticipation(db, user.userId)
  })
}

async function readParticipation(db: Db, userId: string): Promise<{ isInRecords: boolean }> {
  const row = await db
    .selectFrom('user')
    .select('is_in_records')
    .where('id', '=', userId)
    .executeTakeFirst()
  return { isInRecords: row?.is_in_records ?? false }
}
