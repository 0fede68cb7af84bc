import { completedLapsOf } from '@pitboard/analysis/laps/completed-laps'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import {
  agreeOutlines,
  averageOutlines,
  isPlausibleOutline,
  isPlausiblePitLane,
  type Outline,
  type TrackLines,
} from './compare-outlines.ts'

/** This many users' outlines of a track are compared. */
const COMPARED_MAX = 30
/** An outline goes on learning from new sessions. */
const SESSIONS_MAX = 10
const LAPS_MIN = 2

interface Drive {
  readonly trackId: number
  readonly gameVersion: number | null
  readonly userId: string
  /** The length distinguishes layouts; it is left out for that of the newest outline. */
  readonly trackLength?: number | null
}

/**
 * Returns the outline and pit lane of a track before anybody has driven it in this session; null if it is
 * unknown. A user's own sessions come first, then what most users agree on: one user cannot spoil a track for
 * others.
 */
export async function findTrack(db: Db, drive: Drive): Promise<TrackLines | null> {
  const { trackId, gameVersion, trackLength, userId } = drive
  if (gameVersion === null) return null
  let query = db
    .selectFrom('track_outline')
    .select(['user_id', 'points', 'pit_lane'])
    .where('track_id', '=', trackId)
    .where('game_version', '=', gameVersion)
  if (trackLength) query = query.where('track_length', '=', trackLength)
  const rows = await query
    .orderBy(sql`user_id = ${userId}`, 'desc')
    .orderBy('created_at')
    .limit(COMPARED_MAX)
    .execute()
  const stored = rows.map((row) => ({
    userId: row.user_id,
    trackOutline: parseOutline(row.points),
    pitLane: row.pit_lane === null ? [] : parseOutline(row.pit_lane),
  }))
  const track = stored.find((own) => own.userId === userId) ?? mostAgreed(stored, 'trackOutline')
  if (!track) return null
  const { trackOutline } = track
  if (track.pitLane.length > 0) return { trackOutline, pitLane: track.pitLane }
  // A user who has not seen the pit lane has that of others who draw the same track.
  const lanes = stored.filter(
    (other) => other.pitLane.length > 0 && agreeOutlines(other.trackOutline, trackOutline),
  )
  return { trackOutline, pitLane: mostAgreed(lanes, 'pitLane')?.pitLane ?? [] }
}

/** Returns the outline that most users agree on; null where nobody has drawn the track. */
export async function findSharedOutline(db: Db, trackId: number): Promise<Outline | null> {
  const rows = await db
    .selectFrom('track_outline')
    .select('points')
    .where('track_id', '=', trackId)
    .orderBy('game_version', 'desc')
    .orderBy('created_at')
    .limit(COMPARED_MAX)
    .execute()
  const drawn = rows.map(({ points }) => ({ trackOutline: parseOutline(points), pitLane: [] }))
  return mostAgreed(drawn, 'trackOutline')?.trackOutline ?? null
}

/** Returns the outline with most votes, and the oldest of several with equally many. */
function mostAgreed<T extends TrackLines>(stored: readonly T[], line: keyof TrackLines): T | null {
  const rated = stored.map((track) => ({
    track,
    agreeing: stored.filter((other) => agreeOutlines(track[line], other[line])).length,
  }))
  return rated.toSorted((a, b) => b.agreeing - a.agreeing)[0]?.track ?? null
}

/** Remembers what a session has drawn, if it is the whole track. */
export async function learnTrack(db: Db, session: SessionDetail, drawn: Outline): Promise<void> {
  const { trackId, gameVersion, trackLength, userId, trackOutline, drivers } = session
  if (gameVersion === null || !trackLength) return
  if (!drivers.some((driver) => completedLapsOf(driver) >= LAPS_MIN)) return
  if (!isPlausibleOutline(trackOutline, trackLength)) return
  const isLane = isPlausiblePitLane({ trackOutline, pitLane: drawn }, trackLength)
  const pitLane = isLane ? drawn : null
  const key = {
    track_id: trackId,
    game_version: gameVersion,
    track_length: trackLength,
    user_id: userId,
  }
  await inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('track_outline')
      .select(['points', 'pit_lane', 'sessions'])
      .where('track_id', '=', trackId)
      .where('game_version', '=', gameVersion)
      .where('track_length', '=', trackLength)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    const before = row && parseOutline(row.points)
    // The track may have been wrong, while the newest session is right about what its user drives.
    const isSame = before !== undefined && agreeOutlines(before, trackOutline)
    const drives = isSame ? (row?.sessions ?? 1) : 0
    const points = JSON.stringify(
      isSame ? averageOutlines(before, drives, trackOutline) : trackOutline,
    )
    const lane = joinPitLanes(isSame ? row?.pit_lane : null, drives, pitLane)
    const values = { points, pit_lane: lane, sessions: Math.min(drives + 1, SESSIONS_MAX) }
    await transaction
      .insertInto('track_outline')
      .values({ ...key, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['track_id', 'game_version', 'track_length', 'user_id'])
          .doUpdateSet({ ...values, updated_at: new Date() }),
      )
      .execute()
  })
}

/** Returns the pit lane with what a session adds to it; a session that contradicts it replaces it. */
function joinPitLanes(
  stored: string | null | undefined,
  sessions: number,
  added: Outline | null,
): string | null {
  if (!stored || !added) return added ? JSON.stringify(added) : (stored ?? null)
  const before = parseOutline(stored)
  if (!agreeOutlines(before, added)) return JSON.stringify(added)
  return JSON.stringify(averageOutlines(before, sessions, added))
}

/** Parses points that only `learnTrack` writes. */
function parseOutline(points: string): Outline {
  const outline: Outline = JSON.parse(points)
  return outline
}
