import { sql } from 'kysely'
import type { Adjustment } from '@pitboard/contract/season'
import type { AdjustmentCreate } from '@pitboard/contract/season-work'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { ApiError, invalidField } from '../errors.ts'
import { nameOf } from '../users/name.ts'
import { changeSeason, type Changing } from './change-season.ts'

const ADJUSTMENTS_MAX = 1_000

/** All that were ever made, in the order of their making. */
export async function readAdjustments(db: Db, seasonId: string): Promise<Adjustment[]> {
  const rows = await db
    .selectFrom('season_adjustment')
    .innerJoin('user', 'user.id', 'author_id')
    .selectAll('season_adjustment')
    .select('username')
    .where('season_id', '=', seasonId)
    .orderBy('season_adjustment.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    sessionId: row.session_id,
    driverIdx: row.driver_idx,
    name: row.name,
    seconds: row.seconds,
    points: row.points,
    reason: row.reason,
    authorId: row.author_id,
    authorName: nameOf(row),
    createdAt: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedReason: row.revoked_reason,
  }))
}

/** Throws a 400 where fields don't belong to the kind, a 404 for a session of no event. */
export async function adjust(
  context: AppContext,
  seasonId: string,
  changing: Changing,
  body: AdjustmentCreate,
): Promise<void> {
  const decision = decisionOf(body)
  await changeSeason(context, seasonId, changing, async (db) => {
    if (decision.sessionId !== null) await checkLinked(db, seasonId, decision.sessionId)
    await checkCount(db, seasonId)
    const id = context.newId()
    const reason = body.reason.trim()
    const { kind, sessionId, driverIdx, name, seconds, points } = decision
    await db
      .insertInto('season_adjustment')
      .values({
        ...{ id, season_id: seasonId, kind, session_id: sessionId, driver_idx: driverIdx },
        ...{ name, seconds, points, reason, author_id: changing.user.userId },
        ...{ revoked_at: null, revoked_reason: null },
      })
      .execute()
    return { action: 'adjusted', details: { adjustmentId: id, ...decision, reason } }
  })
}

/** Throws a 404 for a decision that there is not, a 409 for one that is revoked already. */
export async function revokeAdjustment(
  context: AppContext,
  { id: seasonId, adjustmentId }: { readonly id: string; readonly adjustmentId: string },
  changing: Changing,
  reason: string,
): Promise<void> {
  await changeSeason(context, seasonId, changing, async (db) => {
    const found = await db
      .selectFrom('season_adjustment')
      .select('revoked_at')
      .where('id', '=', adjustmentId)
      .where('season_id', '=', seasonId)
      .executeTakeFirst()
    if (!found) throw new ApiError(404, `There is no decision ${adjustmentId} in this season.`)
    if (found.revoked_at) throw new ApiError(409, 'The decision is revoked already.')
    await db
      .updateTable('season_adjustment')
      .set({ revoked_at: sql<Date>`now()`, revoked_reason: reason.trim() })
      .where('id', '=', adjustmentId)
      .execute()
    return { action: 'adjustmentRevoked', details: { adjustmentId, reason: reason.trim() } }
  })
}

type Decision = Pick<Adjustment, 'kind' | 'sessionId' | 'driverIdx' | 'name' | 'seconds' | 'points'>

/** Only the fields that its kind has. */
function decisionOf(body: AdjustmentCreate): Decision {
  const { kind, sessionId = null, driverIdx = null, seconds = null, points = null } = body
  const name = body.name?.trim() ?? null
  const empty = { sessionId: null, driverIdx: null, name: null, seconds: null, points: null }
  const isOfCar = kind === 'timePenalty' || kind === 'disqualification'
  if (isOfCar && sessionId === null) throw invalidField('/sessionId', 'is missing')
  if ((isOfCar || (kind === 'points' && sessionId !== null)) && driverIdx === null) {
    throw invalidField('/driverIdx', 'is missing')
  }
  if (kind === 'disqualification') return { ...empty, kind, sessionId, driverIdx }
  if (kind === 'timePenalty') {
    if (seconds === null || seconds === 0) throw invalidField('/seconds', 'is missing')
    return { ...empty, kind, sessionId, driverIdx, seconds }
  }
  if (points === null || points === 0) throw invalidField('/points', 'is missing')
  if (kind === 'points' && sessionId !== null) {
    return { ...empty, kind, sessionId, driverIdx, points }
  }
  if (name === null) throw invalidField('/name', 'is missing')
  return { ...empty, kind, name, points }
}

async function checkLinked(db: Db, seasonId: string, sessionId: string): Promise<void> {
  const linked = await db
    .selectFrom('season_session')
    .select('session_id')
    .where('season_id', '=', seasonId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (!linked) throw new ApiError(404, `There is no session ${sessionId} in this season.`)
}

async function checkCount(db: Db, seasonId: string): Promise<void> {
  const { count } = await db
    .selectFrom('season_adjustment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('season_id', '=', seasonId)
    .executeTakeFirstOrThrow()
  if (count < ADJUSTMENTS_MAX) return
  throw new ApiError(409, `A season has at most ${ADJUSTMENTS_MAX} decisions.`)
}
