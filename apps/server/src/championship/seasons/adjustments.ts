import { sql } from 'kysely'
import type { Adjustment } from '@pitboard/contract/season'
import type { AdjustmentCreate } from '@pitboard/contract/season-work'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../platform/diagnostics/errors.ts'
import { readWords } from '../../platform/http/sanitize-text.ts'
import type { SeasonInput } from '../standings/input.ts'
import { unknownSubject } from '../standings/unknown-subject.ts'
import { nameOf } from '../../accounts/users/name.ts'
import { changeSeason, type Changing } from './change-season.ts'
import { decisionOf, type Decided } from './parse-decision.ts'

const ADJUSTMENTS_MAX = 1_000
/** Within these the same words again are one decision that was sent twice. */
const SENT_AGAIN_MINUTES = 10

const UNKNOWN = {
  driverIdx: 'is no car of this session',
  name: 'is nobody in the standings',
} as const

/** All that were ever made, in the order of their making. */
export async function readAdjustments(db: Db, seasonId: string): Promise<Adjustment[]> {
  const rows = await db
    .selectFrom('season_adjustment')
    .innerJoin('user', 'user.id', 'author_id')
    .selectAll('season_adjustment')
    .select('username')
    .where('season_id', '=', seasonId)
    .orderBy('created_at')
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

/**
 * A decision that is sent again counts once: one with the id of another, and without an id one that
 * says the same within minutes. Throws a 400 for a car, driver or team that there is not and where
 * fields don't belong to the kind, a 404 for a session of no event, a 409 for an id in use.
 */
export async function adjust(
  context: AppContext,
  seasonId: string,
  changing: Changing,
  { season, body }: { readonly season: SeasonInput; readonly body: AdjustmentCreate },
): Promise<void> {
  const decision = decisionOf(body)
  await changeSeason(context, seasonId, changing, async (db) => {
    if (decision.sessionId !== null) await checkLinked(db, seasonId, decision.sessionId)
    const unknown = unknownSubject(season, decision)
    if (unknown) throw invalidField(`/${unknown}`, UNKNOWN[unknown])
    const reason = readWords('/reason', body.reason)
    const wanted = { id: body.id?.toLowerCase() ?? null, decision, reason }
    if (await isSentAgain(db, seasonId, changing.user, wanted)) return null
    await checkCount(db, seasonId)
    const id = wanted.id ?? context.newId()
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
  const words = readWords('/reason', reason)
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
      .set({ revoked_at: sql<Date>`now()`, revoked_reason: words })
      .where('id', '=', adjustmentId)
      .execute()
    return { action: 'adjustmentRevoked', details: { adjustmentId, reason: words } }
  })
}

async function isSentAgain(
  db: Db,
  seasonId: string,
  { userId }: Changing['user'],
  { id, decision, reason }: { id: string | null; decision: Decided; reason: string },
): Promise<boolean> {
  const { kind, sessionId, driverIdx, name, seconds, points } = decision
  const saysTheSame = sql<boolean>`season_id = ${seasonId} and author_id = ${userId}
    and kind = ${kind} and reason = ${reason}
    and session_id is not distinct from ${sessionId}::uuid
    and driver_idx is not distinct from ${driverIdx}::smallint
    and name is not distinct from ${name}::text
    and seconds is not distinct from ${seconds}::double precision
    and points is not distinct from ${points}::double precision`
  const known = await db
    .selectFrom('season_adjustment')
    .select(saysTheSame.as('saysTheSame'))
    .where(
      id === null
        ? sql<boolean>`${saysTheSame} and revoked_at is null
            and created_at > now() - ${SENT_AGAIN_MINUTES} * interval '1 minute'`
        : sql<boolean>`id = ${id}`,
    )
    .executeTakeFirst()
  if (known && !known.saysTheSame) throw new ApiError(409, `The id ${id} is another decision's.`)
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

async function checkCount(db: Db, seasonId: string): Promise<void> {
  const { count } = await db
    .selectFrom('season_adjustment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('season_id', '=', seasonId)
    .executeTakeFirstOrThrow()
  if (count < ADJUSTMENTS_MAX) return
  throw new ApiError(409, `A season has at most ${ADJUSTMENTS_MAX} decisions.`)
}
