import type { ImportedResult } from '@pitboard/contract/seasons/result-import'
import type { EventSessionFields } from '@pitboard/contract/seasons/season'
import type { AppContext } from '../../../context.ts'
import { countRows } from '../../../platform/db/count-rows.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../../platform/http/api-error.ts'
import { createManualResult } from '../../../racing/sessions/manual-results/create-manual-result.ts'
import { originOf } from '../../../racing/sessions/manual-results/manual-result-detail.ts'
import type { ChangeRequest } from '../../history/versioned-update.ts'
import { getEvent } from '../edit/events.ts'
import { ownedSeasons } from '../store/queries.ts'
import { checkTier, putSessions } from './event-sessions.ts'

/**
 * Stores all results and links them to their events, or none. They belong to the caller, like each result that is entered
 * by hand. Throws what `createManualResult` and `linkSessions` throw, and a 409 for an event that has such a result.
 */
export async function importResults(
  context: AppContext,
  seasonId: string,
  change: ChangeRequest,
  results: readonly ImportedResult[],
): Promise<void> {
  const target = { id: seasonId, action: 'editResults' } as const
  await ownedSeasons.change(context, target, change, async (db, { tiers }) => {
    const sessions = []
    for (const [index, { eventId, tier = '', document }] of results.entries()) {
      const at = `/results/${index}`
      const ids = { seasonId, eventId }
      await getEvent(db, ids)
      checkTier({ tier }, tiers, at)
      if (originOf(document) !== 'hand') {
        throw invalidField(`${at}/document/drivers`, 'has laps: a table has places alone')
      }
      const storing = { ...context, db }
      const { id: sessionId } = await createManualResult(
        storing,
        change.user,
        document,
        `${at}/document`,
      )
      const { links } = await putSessions(db, ids, [{ sessionId, update: { tier } }])
      for (const link of links) await checkOnlyOne(db, ids, link)
      if (links.length > 0) sessions.push({ eventId, links })
    }
    if (sessions.length === 0) return null
    return { action: 'weekendsLinked', details: { events: [], sessions } }
  })
}

/** Of two organisers who import the same table, the second one would count every race twice. */
async function checkOnlyOne(
  db: Db,
  { seasonId, eventId }: { readonly seasonId: string; readonly eventId: string },
  { role, tier }: Pick<EventSessionFields, 'role' | 'tier'>,
): Promise<void> {
  const alike = await countRows(
    db
      .selectFrom('season_session')
      .where('season_id', '=', seasonId)
      .where('event_id', '=', eventId)
      .where('role', '=', role)
      .where('tier', '=', tier),
  )
  if (alike === 1) return
  throw new ApiError(409, `The event ${eventId} already has a result of this kind: ${role}.`)
}
