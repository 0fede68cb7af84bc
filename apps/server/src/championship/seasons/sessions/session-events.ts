import { isAllowed } from '@pitboard/contract/leagues/league-roles'
import { sql } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { SessionDeleting } from '../../../racing/sessions/delete-session.ts'
import type { SessionReplacing } from '../../../racing/sessions/replace-result.ts'
import type { SessionCorrected } from '../../../racing/sessions/manual-results/correct-manual-result.ts'
import { seasonIdsOfMember } from '../../history/member-roles.ts'
import { ownedSeasons, readSeasons } from '../store/queries.ts'
import { changesResult } from '../store/session-results.ts'
import { unlinkSession } from './event-sessions.ts'
import {
  type FindLive,
  preserveResults,
  preserveResultsOfUser,
  recordDeletedSessions,
} from './preserve-results.ts'

/** The history lists no more changed fields for one correction. */
const LISTED_CHANGES_MAX = 50

export function subscribeToSessions(context: AppContext, findLive: FindLive): void {
  const { events } = context
  events.subscribe('userDeleting', (db, { userId }) =>
    preserveResultsOfUser(context, db, userId, findLive),
  )
  events.subscribe('sessionDeleting', (db, event) => removeFromSeasons(context, db, event))
  events.subscribe('sessionReplacing', (db, event) => preserveReplaced(context, db, event))
  events.subscribe('sessionCorrected', (db, event) => recordCorrection(context, db, event))
}

/**
 * Removes a session from its owner's seasons and leaves its result in those of others. Throws a 409
 * for a session that counts in the owner's seasons, unless they force its deletion.
 */
async function removeFromSeasons(
  context: AppContext,
  db: Db,
  { id, user, force }: SessionDeleting,
): Promise<void> {
  const uses = await seasonsOf(db, id)
  const own = uses.filter(({ owner_id }) => owner_id === user.userId)
  if (own.length > 0 && !force) throw sessionInUse(own)
  for (const { season_id: seasonId, event_id: eventId, deleted_at: deletedAt } of own) {
    if (deletedAt !== null) {
      await recordDeletedSessions(context, db, [{ seasonId, eventId, sessionId: id }])
      continue
    }
    const change = { user, wanted: null }
    await unlinkSession({ ...context, db }, { seasonId, eventId, sessionId: id }, change)
  }
  // What other recordings of it lose counts in the seasons of everybody.
  const spares = (use: { readonly sessionId: string; readonly ownerId: string }) =>
    use.sessionId !== id || use.ownerId !== user.userId
  await preserveResults(context, db, [id], { spares, findLive: async () => null })
}

/**
 * Leaves a result that its user replaces as it was in the seasons whose results they may not edit: a
 * stranger, or a former member of the league.
 */
async function preserveReplaced(
  context: Pick<AppContext, 'newId'>,
  db: Db,
  { id, user, before, after }: SessionReplacing,
): Promise<void> {
  if (after && !changesResult(before, after)) return
  const uses = await seasonsOf(db, id)
  const seasonIds = [...new Set(uses.map(({ season_id: seasonId }) => seasonId))]
  const foreign = new Set(
    (await readSeasons(db, seasonIds))
      .filter((season) => !isAllowed(ownedSeasons.rolesOf(season, user), 'editResults'))
      .map((season) => season.id),
  )
  if (foreign.size === 0) return
  await preserveResults(context, db, [id], {
    spares: ({ sessionId, seasonId }) => sessionId === id && foreign.has(seasonId),
    findLive: async () => null,
    isReplaced: after !== null,
  })
}

function sessionInUse(seasons: readonly { name: string; deleted_at: Date | null }[]): ApiError {
  const names = seasons.map(({ name, deleted_at }) =>
    deleted_at === null ? `"${name}"` : `"${name}" (can be restored)`,
  )
  const list = [...new Set(names)].join(', ')
  return new ApiError(
    409,
    `The session counts in your seasons: ${list}. With force=true it is removed from them and deleted.`,
  )
}

/** Finds the seasons with deleted ones, which can be restored. */
async function seasonsOf(db: Db, sessionId: string) {
  return db
    .selectFrom('season_session')
    .innerJoin('season', 'season.id', 'season_session.season_id')
    .select(['season_id', 'event_id', 'name', 'owner_id', 'deleted_at'])
    .where('session_id', '=', sessionId)
    .orderBy('season_id')
    .execute()
}

/** Records the correction where the user may edit results; all seasons derive their standings again. */
async function recordCorrection(
  context: Pick<AppContext, 'newId'>,
  db: Db,
  { id, user, changes }: SessionCorrected,
): Promise<void> {
  const uses = await db
    .selectFrom('season_session')
    .innerJoin('season', 'season.id', 'season_session.season_id')
    .select(['season_id', 'event_id'])
    .where('session_id', '=', id)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(owner_id = ${user.userId}
        or season_id = any(${seasonIdsOfMember(user.userId)}))`,
    )
    .orderBy('season_id')
    .execute()
  for (const { season_id: seasonId, event_id: eventId } of uses) {
    const season = await ownedSeasons.find(db, seasonId)
    if (!season || !isAllowed(ownedSeasons.rolesOf(season, user), 'editResults')) continue
    const details = { eventId, sessionId: id, changes: changes.slice(0, LISTED_CHANGES_MAX) }
    const target = { id: seasonId, action: 'editResults' } as const
    await ownedSeasons.change({ ...context, db }, target, { user, wanted: null }, async () => {
      return { action: 'sessionCorrected', details }
    })
  }
}
