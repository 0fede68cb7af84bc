import type { HistoryChange } from '@pitboard/contract/wire/history'
import type { DecisionPreview } from '@pitboard/contract/stewards/decision'
import type { Penalty } from '@pitboard/contract/stewards/penalty'
import type { DecisionDraft } from '@pitboard/contract/stewards/steward-case'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { versionConflict } from '../../platform/http/etags.ts'
import { readMultilineText } from '../../platform/http/sanitize-text.ts'
import { listChanges } from '../history/changes.ts'
import type { ChangeRequest } from '../history/versioned-update.ts'
import { insertAdjustments } from '../seasons/edit/adjustments.ts'
import { ownedSeasons, type SeasonRecord } from '../seasons/store/queries.ts'
import type { SeasonInput } from '../standings/input.ts'
import { previewAdjustments } from '../standings/preview-adjustments.ts'
import { findUnknownSubject } from '../standings/standings.ts'
import { type CaseIds, type FoundCase, getJudgedCase, lockCase } from './find-case.ts'
import { effectOf, readPenalties } from './penalties.ts'
import { isWaitingForResponse, readStatements } from './read-cases.ts'

declare module '../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /**
     * Other decisions apply than before, so the bans may be others, too. It is published in the transaction that
     * changes them.
     */
    bansChanged: { readonly seasonId: string }
  }
}

/**
 * Publishes a decision with its effects in one change of the season. `If-Match` has the version of the
 * case, so that changes of the season by others do not disturb. Throws a 412 for another version, a 409
 * for a case that is decided or waits for a response.
 */
export async function publishDecision(
  context: AppContext,
  { seasonId, caseId }: CaseIds,
  { user, wanted }: ChangeRequest,
  { input, draft }: { readonly input: SeasonInput; readonly draft: DecisionDraft },
): Promise<void> {
  const { newId, now } = context
  const penalties = readPenalties(draft.penalties)
  const reason = readMultilineText('/reason', draft.reason)
  const target = { id: seasonId, action: 'editAdjustments' } as const
  await ownedSeasons.change(context, target, { user, wanted: null }, async (db, season) => {
    const { row, cars } = await getLocked(db, season, caseId, { user, wanted })
    if (row.state === 'decided') throw new ApiError(409, 'The case has been decided already.')
    const statements = (await readStatements(db, [caseId])).get(caseId) ?? []
    if (row.state === 'open' && isWaitingForResponse({ row, cars }, statements, now())) {
      const until = row.respond_until.toISOString()
      throw new ApiError(409, `A reported driver can respond until ${until}.`)
    }
    const effects = toEffects(input, row.session_id, penalties)
    const decisions = db.selectFrom('steward_decision').where('season_id', '=', seasonId)
    const number = 1 + (await countRows(decisions))
    const replaced = await revokeCurrent(db, caseId, {
      reason: `Replaced by decision ${number}`,
      replacedBy: number,
    })
    const id = newId()
    await db
      .insertInto('steward_decision')
      .values({
        id,
        season_id: seasonId,
        case_id: caseId,
        number,
        reason,
        author_id: user.userId,
        penalties: JSON.stringify(penalties),
        published_at: now(),
        revoked_at: null,
        revoked_reason: null,
        replaced_by: null,
      })
      .execute()
    const added = effects.map((terms) => {
      const authorId = user.userId
      return { id: newId(), terms, reason, authorId, decisionId: id }
    })
    await insertAdjustments(db, seasonId, added)
    await setState(db, caseId, 'decided')
    const adjustmentIds = added.map((one) => one.id)
    await context.events.publish(db, 'bansChanged', { seasonId })
    const details = { decisionId: id, number, reason, penalties, adjustmentIds }
    return { action: 'decisionPublished', details: { ...details, replaces: replaced } }
  })
}

/** Throws a 404 for an unknown decision, a 409 for one that does not apply any more. */
export async function revokeDecision(
  context: AppContext,
  { seasonId, caseId, decisionId }: CaseIds & { readonly decisionId: string },
  { user, wanted }: ChangeRequest,
  typedReason: string,
): Promise<void> {
  const reason = readMultilineText('/reason', typedReason)
  const target = { id: seasonId, action: 'editAdjustments' } as const
  await ownedSeasons.change(context, target, { user, wanted: null }, async (db, season) => {
    await getLocked(db, season, caseId, { user, wanted })
    const decision = await db
      .selectFrom('steward_decision')
      .select(['number', 'revoked_at'])
      .where('id', '=', decisionId)
      .where('case_id', '=', caseId)
      .executeTakeFirst()
    if (!decision) throw new ApiError(404, `There is no decision ${decisionId} in this case.`)
    if (decision.revoked_at) throw new ApiError(409, 'The decision does not apply any more.')
    const adjustmentIds = await revokeEffects(db, decisionId, reason)
    await revokeCurrent(db, caseId, { reason, replacedBy: null })
    await setState(db, caseId, 'open')
    await context.events.publish(db, 'bansChanged', { seasonId })
    const details = { decisionId, number: decision.number, reason, adjustmentIds }
    return { action: 'decisionRevoked', details }
  })
}

/** Returns what the penalties would change, instead of those of the decision that applies. */
export async function previewDecision(
  db: Db,
  { row }: FoundCase,
  input: SeasonInput,
  penalties: readonly Penalty[],
): Promise<DecisionPreview> {
  const effects = toEffects(input, row.session_id, readPenalties(penalties))
  const current = await db
    .selectFrom('season_adjustment')
    .innerJoin('steward_decision', 'steward_decision.id', 'decision_id')
    .select('season_adjustment.id')
    .where('case_id', '=', row.id)
    .execute()
  const replaced = new Set(current.map(({ id }) => id))
  const added = effects.map((terms, index) => ({ ...terms, id: `preview ${index}` }))
  const adjustments = [...input.adjustments.filter(({ id }) => !replaced.has(id)), ...added]
  return previewAdjustments(input, adjustments, row.session_id)
}

/** Returns the terms of those that change the standings now. Throws a 400 for a car that is not in the session. */
function toEffects(input: SeasonInput, sessionId: string, penalties: readonly Penalty[]) {
  return penalties.flatMap((penalty, index) => {
    const about = { kind: 'disqualification', sessionId, driverIdx: penalty.driverIdx } as const
    const car = { ...about, name: null, seconds: null, points: null, places: null }
    if (findUnknownSubject(input, car)) {
      throw invalidField(`/penalties/${index}/driverIdx`, 'is not a car of this session')
    }
    return penalty.suspendedRounds === undefined ? (effectOf(penalty, sessionId).terms ?? []) : []
  })
}

async function getLocked(
  db: Db,
  season: SeasonRecord,
  caseId: string,
  { user, wanted }: Pick<ChangeRequest, 'user' | 'wanted'>,
): Promise<FoundCase> {
  await getJudgedCase(db, season, caseId, user)
  await lockCase(db, caseId)
  const found = await getJudgedCase(db, season, caseId, user)
  const { version } = found.row
  if (wanted === null || wanted.includes(version)) return found
  throw versionConflict(version, await listCaseChanges(db, found))
}

/** Lists decisions and revocations of the case, newest first. */
async function listCaseChanges(db: Db, { row }: FoundCase): Promise<HistoryChange[]> {
  const changes = await listChanges(db, { kind: 'season', id: row.season_id })
  const decisions = await db
    .selectFrom('steward_decision')
    .select('id')
    .where('case_id', '=', row.id)
    .execute()
  const ids = new Set<unknown>(decisions.map(({ id }) => id))
  return changes.filter(({ details }) => 'decisionId' in details && ids.has(details.decisionId))
}

/** Returns the number of the decision that applied, if there was one. */
async function revokeCurrent(
  db: Db,
  caseId: string,
  { reason, replacedBy }: { readonly reason: string; readonly replacedBy: number | null },
): Promise<number | null> {
  const current = await db
    .updateTable('steward_decision')
    .set({ revoked_at: sql<Date>`now()`, revoked_reason: reason, replaced_by: replacedBy })
    .where('case_id', '=', caseId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'number'])
    .executeTakeFirst()
  if (!current) return null
  await revokeEffects(db, current.id, reason)
  return current.number
}

async function revokeEffects(db: Db, decisionId: string, reason: string): Promise<string[]> {
  const rows = await db
    .updateTable('season_adjustment')
    .set({ revoked_at: sql<Date>`now()`, revoked_reason: reason })
    .where('decision_id', '=', decisionId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function setState(db: Db, caseId: string, state: 'open' | 'decided'): Promise<void> {
  await db
    .updateTable('steward_case')
    .set({ state, version: sql<number>`version + 1` })
    .where('id', '=', caseId)
    .execute()
}
