import { presentAuthor } from '../../history/changes.ts'
import type { ChangeRequest } from '../../history/versioned-update.ts'
import type { Adjustment, AdjustmentTerms } from '@pitboard/contract/seasons/adjustment'
import type { AdjustmentCreate } from '@pitboard/contract/seasons/season-management'
import { sql } from 'kysely'
import type { AppContext } from '../../../context.ts'
import { countRows } from '../../../platform/db/count-rows.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../../platform/http/api-error.ts'
import { readMultilineText } from '../../../platform/http/sanitize-text.ts'
import { parseAdjustment } from '../../standings/adjustment-rules.ts'
import type { SeasonInput } from '../../standings/input.ts'
import { findUnknownSubject } from '../../standings/standings.ts'
import { ownedSeasons } from '../store/queries.ts'

const ADJUSTMENTS_MAX = 1_000
/** The same adjustment again within this time is a repeated request. */
const SENT_AGAIN_MINUTES = 10

const UNKNOWN = {
  driverIdx: 'is not a car of this session',
  name: 'is not in the standings',
} as const

/** Reads them with revoked ones, oldest first. */
export async function readAdjustments(db: Db, seasonId: string): Promise<Adjustment[]> {
  const rows = await db
    .selectFrom('season_adjustment')
    .innerJoin('user', 'user.id', 'season_adjustment.author_id')
    .leftJoin('steward_decision', 'steward_decision.id', 'decision_id')
    .selectAll('season_adjustment')
    .select(['username', 'steward_decision.number as decisionNumber', 'replaced_by as replacedBy'])
    .where('season_adjustment.season_id', '=', seasonId)
    .orderBy('season_adjustment.created_at')
    .orderBy('season_adjustment.id')
    .execute()
  return rows.map(({ session_id: sessionId, driver_idx: driverIdx, ...row }) => ({
    id: row.id,
    ...parseAdjustment({ ...row, sessionId, driverIdx }),
    reason: row.reason,
    ...presentAuthor(row),
    createdAt: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedReason: row.revoked_reason,
    decision:
      row.decision_id !== null && row.decisionNumber !== null
        ? { id: row.decision_id, number: row.decisionNumber, replacedBy: row.replacedBy }
        : null,
  }))
}

/**
 * An adjustment that is sent again applies once: one with the id of another, and without an id one with
 * the same terms and reason within minutes. Throws a 400 for an unknown car, driver or team and for a
 * missing field, a 404 for a session that is in no event, a 409 for an id in use.
 */
export async function adjust(
  context: AppContext,
  seasonId: string,
  change: ChangeRequest,
  { season, body }: { readonly season: SeasonInput; readonly body: AdjustmentCreate },
): Promise<void> {
  const terms = readTerms(body)
  const target = { id: seasonId, action: 'editAdjustments' } as const
  await ownedSeasons.change(context, target, change, async (db) => {
    if (terms.sessionId !== null) await checkLinked(db, seasonId, terms.sessionId)
    const unknown = findUnknownSubject(season, terms)
    if (unknown) throw invalidField(`/${unknown}`, UNKNOWN[unknown])
    const reason = readMultilineText('/reason', body.reason)
    const wanted = { id: body.id?.toLowerCase() ?? null, terms, reason }
    if (await isSentAgain(db, seasonId, change.user, wanted)) return null
    const id = wanted.id ?? context.newId()
    await insertAdjustments(db, seasonId, [
      { id, terms, reason, authorId: change.user.userId, decisionId: null },
    ])
    return { action: 'adjusted', details: { adjustmentId: id, ...terms, reason } }
  })
}

interface NewAdjustment {
  readonly id: string
  readonly terms: AdjustmentTerms
  readonly reason: string
  readonly authorId: string
  readonly decisionId: string | null
}

/** Runs within a change of the season. Throws a 409 for too many. */
export async function insertAdjustments(
  db: Db,
  seasonId: string,
  added: readonly NewAdjustment[],
): Promise<void> {
  if (added.length === 0) return
  const adjustments = db.selectFrom('season_adjustment').where('season_id', '=', seasonId)
  if ((await countRows(adjustments)) + added.length > ADJUSTMENTS_MAX) {
    throw new ApiError(409, `A season has at most ${ADJUSTMENTS_MAX} adjustments.`)
  }
  const rows = added.map(({ id, terms, reason, authorId, decisionId }) => {
    const { kind, sessionId, driverIdx, name, seconds, points, places } = terms
    return {
      id,
      season_id: seasonId,
      kind,
      session_id: sessionId,
      driver_idx: driverIdx,
      name,
      seconds,
      points,
      places,
      reason,
      author_id: authorId,
      decision_id: decisionId,
      revoked_at: null,
      revoked_reason: null,
    }
  })
  await db.insertInto('season_adjustment').values(rows).execute()
}

/** Revokes the adjustments that still apply, without a reason. */
export async function revokeAdjustments(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('season_adjustment')
    .set({ revoked_at: sql<Date>`now()`, revoked_reason: '' })
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute()
}

function readTerms(body: AdjustmentCreate): AdjustmentTerms {
  const { kind, driverIdx = null, seconds = null, points = null, places = null } = body
  const sessionId = body.sessionId?.toLowerCase() ?? null
  return parseAdjustment({
    kind,
    sessionId,
    driverIdx,
    seconds,
    points,
    places,
    name: body.name?.trim() ?? null,
  })
}

/** Throws a 404 for an unknown adjustment, a 409 for one that is revoked already or belongs to a decision. */
export async function revokeAdjustment(
  context: AppContext,
  { seasonId, adjustmentId }: { readonly seasonId: string; readonly adjustmentId: string },
  change: ChangeRequest,
  reason: string,
): Promise<void> {
  const words = readMultilineText('/reason', reason)
  const target = { id: seasonId, action: 'editAdjustments' } as const
  await ownedSeasons.change(context, target, change, async (db) => {
    const found = await db
      .selectFrom('season_adjustment')
      .select(['revoked_at', 'decision_id'])
      .where('id', '=', adjustmentId)
      .where('season_id', '=', seasonId)
      .executeTakeFirst()
    if (!found) throw new ApiError(404, `There is no adjustment ${adjustmentId} in this season.`)
    if (found.decision_id !== null) {
      throw new ApiError(409, 'The adjustment belongs to a decision: revoke the decision.')
    }
    if (found.revoked_at) throw new ApiError(409, 'The adjustment has already been revoked.')
    await db
      .updateTable('season_adjustment')
      .set({ revoked_at: sql<Date>`now()`, revoked_reason: words })
      .where('id', '=', adjustmentId)
      .execute()
    return { action: 'adjustmentRevoked', details: { adjustmentId, reason: words } }
  })
}

async function isSentAgain(
  db: Db,
  seasonId: string,
  { userId }: ChangeRequest['user'],
  { id, terms, reason }: { id: string | null; terms: AdjustmentTerms; reason: string },
): Promise<boolean> {
  const { kind, sessionId, driverIdx, name, seconds, points, places } = terms
  const isSame = sql<boolean>`season_id = ${seasonId} and author_id = ${userId}
    and kind = ${kind} and reason = ${reason}
    and session_id is not distinct from ${sessionId}::uuid
    and driver_idx is not distinct from ${driverIdx}::smallint
    and name is not distinct from ${name}::text
    and seconds is not distinct from ${seconds}::double precision
    and points is not distinct from ${points}::double precision
    and places is not distinct from ${places}::smallint and decision_id is null`
  const known = await db
    .selectFrom('season_adjustment')
    .select(isSame.as('isSame'))
    .where(
      id === null
        ? sql<boolean>`${isSame} and revoked_at is null
            and created_at > now() - ${SENT_AGAIN_MINUTES} * interval '1 minute'`
        : sql<boolean>`id = ${id}`,
    )
    .executeTakeFirst()
  if (known && !known.isSame) throw new ApiError(409, `The id ${id} belongs to another adjustment.`)
  return known !== undefined
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
