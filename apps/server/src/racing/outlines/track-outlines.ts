import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import {
  agreeOutlines,
  averageOutlines,
  isPlausibleOutline,
  type Outline,
} from './compare-outlines.ts'

/** So many users' outlines of a track are compared. */
const COMPARED_MAX = 30
/** An outline goes on learning from new sessions. */
const SESSIONS_MAX = 10
const LAPS_MIN = 2

interface Drive {
  readonly trackId: number
  readonly gameVersion: number | null
  readonly userId: string
  /** Distinguishes layouts; left out for that of the newest outline. */
  readonly trackLength?: number | null
}

/**
 * The outline of a track before anybody has driven it in this session; null if it is unknown. A user's
 * own sessions come first, then what most users agree on: one user cannot spoil a track for others.
 */
export async function findOutline(db: Db, drive: Drive): Promise<Outline | null> {
  const { trackId, gameVersion, trackLength, userId } = drive
  if (gameVersion === null) return null
  let query = db
    .selectFrom('track_outline')
    .select(['user_id', 'points'])
    .where('track_id', '=', trackId)
    .where('game_version', '=', gameVersion)
  if (trackLength) query = query.where('track_length', '=', trackLength)
  const rows = await query
    .orderBy(sql`user_id = ${userId}`, 'desc')
    .orderBy('created_at')
    .limit(COMPARED_MAX)
    .execute()
  const stored = rows.map(({ user_id, points }) => ({ user_id, outline: parseOutline(points) }))
  const own = stored.find(({ user_id }) => user_id === userId)
  if (own) return own.outline
  const rated = stored.map(({ outline }) => ({
    outline,
    agreeing: stored.filter((other) => agreeOutlines(outline, other.outline)).length,
  }))
  return rated.toSorted((a, b) => b.agreeing - a.agreeing)[0]?.outline ?? null
}

/** Remembers what a session has drawn, if it is the whole track. */
export async function learnOutline(db: Db, session: SessionDetail): Promise<void> {
  const { trackId, gameVersion, trackLength, userId, trackOutline, drivers } = session
  if (gameVersion === null || !trackLength) return
  if (!drivers.some(({ numberOfLaps }) => (numberOfLaps ?? 0) >= LAPS_MIN)) return
  if (!isPlausibleOutline(trackOutline, trackLength)) return
  const key = {
    ...{ track_id: trackId, game_version: gameVersion },
    ...{ track_length: trackLength, user_id: userId },
  }
  await inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('track_outline')
      .select(['points', 'sessions'])
      .where('track_id', '=', trackId)
      .where('game_version', '=', gameVersion)
      .where('track_length', '=', trackLength)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    const before = row && parseOutline(row.points)
    // The track may have been wrong: the newest session is right about what its user drives.
    const isSame = before !== undefined && agreeOutlines(before, trackOutline)
    const points = JSON.stringify(
      isSame ? averageOutlines(before, row?.sessions ?? 1, trackOutline) : trackOutline,
    )
    const sessions = isSame ? Math.min((row?.sessions ?? 1) + 1, SESSIONS_MAX) : 1
    await transaction
      .insertInto('track_outline')
      .values({ ...key, points, sessions })
      .onConflict((conflict) =>
        conflict
          .columns(['track_id', 'game_version', 'track_length', 'user_id'])
          .doUpdateSet({ points, sessions, updated_at: new Date() }),
      )
      .execute()
  })
}

/** The edge: only `learnOutline` writes these. */
function parseOutline(points: string): Outline {
  const outline: Outline = JSON.parse(points)
  return outline
}
