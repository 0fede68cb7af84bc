import type { Penalty } from '@pitboard/contract/stewards/penalty'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { changedAgain } from '../history/changes.ts'
import type { ChangeRequest } from '../history/versioned-update.ts'
import { insertAdjustments, revokeAdjustments } from '../seasons/edit/adjustments.ts'
import { ownedSeasons, type SeasonRecord } from '../seasons/store/queries.ts'
import { getJudgedCase } from './find-case.ts'
import { listGridPenalties } from './grid-penalties.ts'
import { type ImposedPenalty, readImposedPenalties } from './imposed-penalties.ts'
import { effectOf } from './penalties.ts'
import type { PenaltyEvent, StewardDecisionRow } from './steward-tables.ts'
import { readRules } from './steward-rules.ts'
import { listSuspendedPenalties } from './suspended-penalties.ts'

interface PenaltyIds {
  readonly seasonId: string
  readonly decisionId: string
  /** It is its index among the penalties of the decision. */
  readonly place: number
}

/**
 * Activates a suspended penalty, or confirms that a grid penalty was served. Throws a 404 for an unknown penalty, a 403 to a
 * steward who is involved in its case, a 409 for one that is not in the state for it.
 */
export async function updatePenalty(
  context: AppContext,
  { seasonId, decisionId, place }: PenaltyIds,
  change: ChangeRequest,
  state: PenaltyEvent['kind'],
): Promise<void> {
  const { events, newId, now } = context
  const target = { id: seasonId, action: 'editAdjustments' } as const
  await ownedSeasons.change(context, target, change, async (db, season) => {
    const { row, penalty } = await getPenalty(db, season, { seasonId, decisionId, place })
    await getJudgedCase(db, season, row.case_id, change.user)
    if (row.revoked_at) throw new ApiError(409, 'The decision does not apply any more.')
    const imposed = await readImposedPenalties(db, season, [penalty.kind])
    const isIt = (one: { readonly decisionId: string; readonly place: number }) =>
      one.decisionId === decisionId && one.place === place
    const own = imposed.penalties.find(isIt)
    if (!own) throw unknownPenalty()
    if (state === 'activated') {
      const suspended = listSuspendedPenalties(imposed).find(isIt)
      if (!suspended) throw new ApiError(409, 'The penalty is not suspended.')
      if (suspended.hasLapsed) throw new ApiError(409, 'The suspended penalty has lapsed.')
    } else {
      const grid = listGridPenalties(imposed, await readRules(db, seasonId)).find(isIt)
      if (!grid) throw new ApiError(409, 'This is not a grid penalty that has taken effect.')
      if (grid.isServed) throw new ApiError(409, 'The grid penalty was served already.')
    }
    const added =
      state === 'activated'
        ? pointsOf(own).map((terms) => ({
            id: newId(),
            terms,
            reason: row.reason,
            authorId: change.user.userId,
            decisionId,
          }))
        : []
    await insertAdjustments(db, seasonId, added)
    const adjustmentIds = added.map(({ id }) => id)
    const event = { place, kind: state, at: now().toISOString(), adjustmentIds }
    await storeEvents(db, decisionId, [...row.penalty_events, event])
    if (state === 'activated') await events.publish(db, 'bansChanged', { seasonId })
    const { number } = row
    return {
      action: state === 'activated' ? 'penaltyActivated' : 'penaltyServed',
      details: { decisionId, number, place, kind: penalty.kind, driver: own.name, adjustmentIds },
    }
  })
}

/** The penalty is suspended, or to be served, as before. Throws a 409 if the decision does not apply any more. */
export async function revertPenalty(
  { events }: Pick<AppContext, 'events'>,
  db: Db,
  season: SeasonRecord,
  { decisionId, place, state }: Omit<PenaltyIds, 'seasonId'> & { state: PenaltyEvent['kind'] },
): Promise<void> {
  const { row } = await getPenalty(db, season, { decisionId, place, seasonId: season.id })
  const event = row.penalty_events.find((one) => one.place === place && one.kind === state)
  if (!event || row.revoked_at) throw changedAgain()
  await storeEvents(
    db,
    decisionId,
    row.penalty_events.filter((one) => one !== event),
  )
  await revokeAdjustments(db, event.adjustmentIds)
  await events.publish(db, 'bansChanged', { seasonId: season.id })
}

async function getPenalty(
  db: Db,
  season: SeasonRecord,
  { decisionId, place }: PenaltyIds,
): Promise<{ readonly row: StewardDecisionRow; readonly penalty: Penalty }> {
  const row = await db
    .selectFrom('steward_decision')
    .selectAll()
    .where('id', '=', decisionId)
    .where('season_id', '=', season.id)
    .executeTakeFirst()
  const penalty = row?.penalties[place]
  if (!row || !penalty) throw unknownPenalty()
  return { row, penalty }
}

function unknownPenalty(): ApiError {
  return new ApiError(404, 'There is no such penalty in this season.')
}

/** Points are deducted from the driver from now on, whatever the session of the incident. */
function pointsOf(penalty: ImposedPenalty) {
  const { terms } = effectOf(penalty, penalty.sessionId)
  if (terms?.kind !== 'points') return []
  const { points } = terms
  const { name } = penalty
  return [
    {
      kind: 'points',
      sessionId: null,
      driverIdx: null,
      name,
      seconds: null,
      places: null,
      points,
    } as const,
  ]
}

async function storeEvents(
  db: Db,
  decisionId: string,
  penaltyEvents: readonly PenaltyEvent[],
): Promise<void> {
  await db
    .updateTable('steward_decision')
    .set({ penalty_events: JSON.stringify(penaltyEvents) })
    .where('id', '=', decisionId)
    .execute()
}
