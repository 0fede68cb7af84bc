import { createHash, randomBytes } from 'node:crypto'
import { pathOf } from '@pitboard/contract/wire/client'
import { calendarFeeds } from '@pitboard/contract/seasons/calendar-feed'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { contentTag, setAnswerTag } from '../../platform/http/etags.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import { type CalendarFileEvent, toCalendarFile } from '../seasons/calendar-file.ts'

const SECRET_BYTES = 32
const EVENTS_MAX = 1000
const RENEWALS: RateLimit = { name: 'calendars of a user', calls: 20, seconds: 3600, burst: 10 }

/** Serves a calendar of all seasons that a user owns or drives in, behind a secret address. */
export function registerCalendarFeeds(app: FastifyInstance, context: AppContext): void {
  const { db, rateLimits, publicUrl } = context

  route(app, calendarFeeds.get, async ({ user: { userId } }) => {
    const row = await db
      .selectFrom('calendar_feed')
      .select('created_at')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return { createdAt: row?.created_at.toISOString() ?? null, url: null }
  })

  route(app, calendarFeeds.renew, async ({ user: { userId }, reply }) => {
    const seconds = await rateLimits.take({ limit: RENEWALS, key: userId })
    if (seconds > 0) {
      throw new ApiError(429, 'The address was renewed too often. Try again later.', {
        headers: { 'retry-after': String(Math.ceil(seconds)) },
      })
    }
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    const values = { secret_hash: hashOf(secret), created_at: context.now() }
    await db
      .insertInto('calendar_feed')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
    reply.header('cache-control', 'no-store')
    const path = pathOf(calendarFeeds.file, { secret })
    return { createdAt: values.created_at.toISOString(), url: `${publicUrl()}${path}` }
  })

  route(app, calendarFeeds.remove, async ({ user: { userId } }) => {
    await db.deleteFrom('calendar_feed').where('user_id', '=', userId).execute()
    return null
  })

  route(app, calendarFeeds.file, async ({ params: { secret }, request, reply }) => {
    const found = await db
      .selectFrom('calendar_feed')
      .select('user_id')
      .where('secret_hash', '=', hashOf(secret))
      .executeTakeFirst()
    if (!found) throw new ApiError(404, 'This address of a calendar does not exist any more.')
    const file = toCalendarFile('Pitboard', await readEvents(db, found.user_id), publicUrl())
    reply.header('cache-control', 'private, no-cache')
    if (setAnswerTag(request, reply, contentTag(file))) return reply.send()
    return reply.type('text/calendar; charset=utf-8').send(file)
  })
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/**
 * Reads the events of the last months and all to come. Private seasons need the owner or a member of their
 * league.
 */
async function readEvents(db: Db, userId: string): Promise<CalendarFileEvent[]> {
  const { rows } = await sql<{
    id: string
    track: number
    name: string
    starts_at: Date
    season_id: string
    season_name: string
    version: number
    updated_at: Date
  }>`
    select event.id, event.track, event.name, event.starts_at,
      season.id as season_id, season.name as season_name, season.version, season.updated_at
    from season join season_event event on event.season_id = season.id
    where season.deleted_at is null and event.starts_at > now() - interval '180 days'
      and season.id in (
        select id from season where owner_id = ${userId}
        union
        select season_id from season_claim join season claimed on claimed.id = season_id
        where user_id = ${userId} and status = 'approved' and (
          claimed.visibility <> 'private' or exists (
            select from league_season
            join league on league.id = league_season.league_id
            left join league_member member
              on member.league_id = league.id and member.user_id = ${userId}
            where league_season.season_id = claimed.id and league.deleted_at is null
              and (league.owner_id = ${userId} or member.user_id is not null))))
    order by event.starts_at, event.id
    limit ${EVENTS_MAX}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    track: row.track,
    name: row.name,
    startsAt: row.starts_at,
    season: {
      id: row.season_id,
      name: row.season_name,
      version: row.version,
      updatedAt: row.updated_at,
    },
  }))
}
