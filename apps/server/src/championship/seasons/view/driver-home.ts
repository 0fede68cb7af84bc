import {
  DRIVEN_SEASONS_MAX,
  type DriverHome,
  PACE_RACES_MAX,
  type RacePace,
} from '@pitboard/contract/seasons/driver-home'
import { sql } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { Caller } from '../../history/versioned-update.ts'
import { ownedSeasons, readSeasons } from '../store/queries.ts'

/** Only the newest claims of a driver are looked at: those of earlier years have seldom an event to come. */
const CLAIMS_MAX = 50

/** Returns what a driver comes back for; the page reads the rest of the first season as everybody does. */
export async function readDriverHome(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  caller: Caller,
): Promise<DriverHome> {
  const rows = await readClaimed(db, caller.userId, now())
  const records = await readSeasons(
    db,
    rows.map(({ id }) => id),
  )
  const visible = new Set(
    records.filter((season) => ownedSeasons.maySee(season, caller)).map(({ id }) => id),
  )
  const shown = rows.filter(({ id }) => visible.has(id)).slice(0, DRIVEN_SEASONS_MAX)
  const [first] = shown
  return {
    seasons: shown.map(({ id, name, event_id: eventId, starts_at: startsAt, ...event }) => ({
      seasonId: id,
      seasonName: name,
      nextEvent:
        eventId === null || event.event_name === null || startsAt === null || event.track === null
          ? null
          : {
              eventId,
              name: event.event_name,
              track: event.track,
              startsAt: startsAt.toISOString(),
            },
    })),
    races: first ? await readPaces(db, first.id) : [],
  }
}

/** Reads the seasons in which the user is a driver, the one that races next first. */
async function readClaimed(db: Db, userId: string, now: Date) {
  const claims = db
    .selectFrom('season_claim')
    .innerJoin('season', 'season.id', 'season_claim.season_id')
    .select(['season.id', 'season.name', 'season.updated_at'])
    .where('user_id', '=', userId)
    .where('status', '=', 'approved')
    .where('season.deleted_at', 'is', null)
    .orderBy('season_claim.created_at', 'desc')
    .orderBy('season_claim.id')
    .limit(CLAIMS_MAX)
  return db
    .selectFrom(claims.as('own'))
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('season_event as event')
          .select(['event.id as event_id', 'event.name as event_name', 'track', 'starts_at'])
          .whereRef('event.season_id', '=', 'own.id')
          .where('starts_at', '>', sql<Date>`${now}::timestamptz - interval '3 hours'`)
          .where(
            sql<boolean>`not exists (select from season_session
              where event_id = event.id and role = 'race')`,
          )
          .orderBy('starts_at')
          .orderBy('event.id')
          .limit(1)
          .as('next'),
      (join) => join.onTrue(),
    )
    .select(['own.id', 'own.name', 'event_id', 'event_name', 'track', 'starts_at'])
    .orderBy(sql`starts_at asc nulls last`)
    .orderBy('own.updated_at', 'desc')
    .orderBy('own.id')
    .execute()
}

/** Reads the paces from the results that the standings are made of. */
async function readPaces(db: Db, seasonId: string): Promise<RacePace[]> {
  const rows = await db
    .selectFrom('season_session as linked')
    .innerJoin('session', 'session.id', 'linked.session_id')
    .innerJoin('session_result', 'session_result.session_id', 'session.id')
    .select(['session.id', 'result'])
    .where('season_id', '=', seasonId)
    .where('role', '=', 'race')
    .where('status', '=', 'recorded')
    .orderBy('started_at', 'desc')
    .orderBy('session.id')
    .limit(PACE_RACES_MAX)
    .execute()
  return rows.toReversed().map(({ id, result }) => ({
    sessionId: id,
    bestLaps: result.cars.flatMap(({ driverIdx, bestLapTimeMs }) =>
      bestLapTimeMs === null ? [] : [{ driverIdx, lapTimeMs: bestLapTimeMs }],
    ),
  }))
}
