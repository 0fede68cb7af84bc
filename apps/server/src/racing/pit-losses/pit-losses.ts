import { median } from '@pitboard/analysis/statistics/quantile'
import { measurePitLosses } from '@pitboard/analysis/outlook/session-pit-losses'
import type {
  KnownPitLoss,
  PitLossFlag,
  TrackPitLoss,
} from '@pitboard/contract/pit-losses/track-pit-loss'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'

/** Only the newest sessions of each user count, so that nobody outvotes others by many sessions. */
const SESSIONS_PER_USER_MAX = 5
const ROWS_MAX = 500
/** With at least two users, one alone cannot decide what others see. */
const USERS_MIN = 2

/** Stores what the stops of a session cost, instead of what was stored of it before. */
export async function storePitLosses(db: Db, session: SessionDetail): Promise<void> {
  const { id, trackId, gameVersion, trackLength } = session
  await db.deleteFrom('session_pit_loss').where('session_id', '=', id).execute()
  if (gameVersion === null || !trackLength) return
  const rows = measurePitLosses(session).map(({ flag, lowMs, medianMs, highMs, stops }) => ({
    session_id: id,
    flag,
    track_id: trackId,
    game_version: gameVersion,
    track_length: trackLength,
    low_ms: lowMs,
    median_ms: medianMs,
    high_ms: highMs,
    stops,
  }))
  if (rows.length > 0) await db.insertInto('session_pit_loss').values(rows).execute()
}

interface Driven {
  readonly trackId: number
  readonly gameVersion: number
  readonly trackLength: number
  readonly userId?: string | undefined
}

/**
 * Returns what the user's own sessions show if there are any, and otherwise the median over the users who
 * drove there.
 */
export async function findPitLoss(db: Db, driven: Driven): Promise<TrackPitLoss> {
  const rows = await findRows(db, driven)
  const lossAt = (flag: PitLossFlag) => {
    const users = Map.groupBy(
      rows.filter((row) => row.flag === flag),
      ({ userId }) => userId,
    )
    const own = driven.userId === undefined ? undefined : users.get(driven.userId)
    if (own) return averageOf(own)
    const averages = [...users.values()].map(averageOf)
    return averages.length < USERS_MIN ? null : averageOf(averages)
  }
  return {
    racing: lossAt('racing'),
    virtualSafetyCar: lossAt('virtualSafetyCar'),
    safetyCar: lossAt('safetyCar'),
  }
}

async function findRows(db: Db, { trackId, gameVersion, trackLength, userId }: Driven) {
  const { rows } = await sql<KnownPitLoss & { flag: PitLossFlag; userId: string }>`
    select flag, user_id as "userId", low_ms as "lowMs", median_ms as "medianMs",
      high_ms as "highMs", stops, 1 as sessions
    from (
      select loss.*, session.user_id,
        row_number() over (partition by session.user_id, flag order by session_id desc) as newest
      from session_pit_loss as loss join session on session.id = loss.session_id
      where loss.track_id = ${trackId} and loss.game_version = ${gameVersion}
        and loss.track_length = ${trackLength} and session.status = 'recorded'
    ) as ranked
    where newest <= ${SESSIONS_PER_USER_MAX}
    order by user_id = ${userId ?? null} desc nulls last, newest
    limit ${ROWS_MAX}`.execute(db)
  return rows
}

function averageOf(losses: readonly KnownPitLoss[]): KnownPitLoss {
  const medianOf = (read: (loss: KnownPitLoss) => number) => Math.round(median(losses.map(read)))
  const sumOf = (read: (loss: KnownPitLoss) => number) =>
    losses.reduce((sum, loss) => sum + read(loss), 0)
  return {
    lowMs: medianOf(({ lowMs }) => lowMs),
    medianMs: medianOf(({ medianMs }) => medianMs),
    highMs: medianOf(({ highMs }) => highMs),
    stops: sumOf(({ stops }) => stops),
    sessions: sumOf(({ sessions }) => sessions),
  }
}
