import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tables.ts'
import type { SessionRow } from '../store/session-tables.ts'
import { CLOCKS_APART_MS } from './match-cars.ts'

/** A lobby has 24 players; more recordings than twice as many are not matched. */
export const GROUP_MAX = 48
/** The candidates are sessions at the same time on the same track with most equal laps. */
const SIMILAR_MAX = 24
const MARKS_EQUAL_MIN = 2
/** No session is longer, so older ones are no candidates. */
const SESSION_MS_MAX = 24 * 3_600_000

type About = Pick<
  SessionRow,
  | 'id'
  | 'game_session_id'
  | 'track_id'
  | 'session_type'
  | 'started_at'
  | 'ended_at'
  | 'is_multiplayer'
  | 'group_id'
  | 'lap_marks'
>

/** Returns the ids of recorded sessions that may be recordings of the same session as this one. */
export async function findCandidates(db: Db, about: About): Promise<string[]> {
  const likely = await db
    .selectFrom('session')
    .select('id')
    .where('status', '=', 'recorded')
    .where('origin', 'is', null)
    .where('id', '<>', about.id)
    .where('track_id', '=', about.track_id)
    .where('session_type', '=', about.session_type)
    .where('game_session_id', '=', about.game_session_id)
    .orderBy('id')
    .limit(GROUP_MAX)
    .execute()
  const similar = about.is_multiplayer ? await findSimilar(db, about) : []
  return [...new Set([...likely, ...similar].map(({ id }) => id))]
}

async function findSimilar(db: Db, about: About): Promise<{ id: string }[]> {
  const from = new Date(about.started_at.getTime() - CLOCKS_APART_MS)
  const to = new Date((about.ended_at ?? about.started_at).getTime() + CLOCKS_APART_MS)
  const equal = sql<number>`(
    select count(*) from unnest(lap_marks) mark where mark = any(${about.lap_marks}::integer[])
  )`
  return db
    .selectFrom('session')
    .select('id')
    .where('status', '=', 'recorded')
    .where('origin', 'is', null)
    .where('is_multiplayer', '=', true)
    .where('id', '<>', about.id)
    .where('track_id', '=', about.track_id)
    .where('session_type', '=', about.session_type)
    .where('started_at', '>=', new Date(from.getTime() - SESSION_MS_MAX))
    .where('started_at', '<=', to)
    .where(sql<boolean>`coalesce(ended_at, started_at) >= ${from}`)
    .where(sql<boolean>`${equal} >= ${MARKS_EQUAL_MIN}`)
    .orderBy(equal, 'desc')
    .orderBy('id')
    .limit(SIMILAR_MAX)
    .execute()
}

/** Returns every recording in one group with one of these, the oldest first. */
export async function findGroups(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where('status', '=', 'recorded')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', 'in', ids),
        eb(
          'group_id',
          'in',
          selectFrom('session as member')
            .select('member.group_id')
            .where('member.id', 'in', ids)
            .where('member.group_id', 'is not', null),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
