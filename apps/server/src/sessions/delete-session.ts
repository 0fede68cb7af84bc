import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { SeasonRow } from '../db/season-tables.ts'
import type { Db } from '../db/tables.ts'
import { ApiError } from '../errors.ts'
import { unlinkSession } from '../seasons/event-sessions.ts'
import { noteLost } from '../seasons/lost-sessions.ts'
import { maySee } from '../seasons/policy.ts'
import { deleteSession } from './store-recording.ts'
import { checkTag } from './wanted-tag.ts'

interface Deleting {
  readonly user: { readonly userId: string }
  readonly force: boolean
  readonly ifMatch: string | null
}

/**
 * Deletes the caller's recorded session; its capture follows. Throws a 409 where it counts in a
 * season, unless the caller owns all of those and forces it: then they lose it with it. Throws a
 * 412 where it was changed meanwhile.
 */
export async function deleteOwnSession(
  context: AppContext,
  id: string,
  { user, force, ifMatch }: Deleting,
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const session = await db
      .selectFrom('session')
      .select(['user_id', 'detail_etag'])
      .where('id', '=', id)
      .where('status', '=', 'recorded')
      // Nobody puts it into a season meanwhile.
      .forUpdate()
      .executeTakeFirst()
    if (!session) throw new ApiError(404, `There is no recorded session ${id}.`)
    if (session.user_id !== user.userId) {
      throw new ApiError(403, 'Only who recorded a session can delete it.')
    }
    checkTag(session.detail_etag, ifMatch)
    const uses = await seasonsOf(db, id)
    const areOwn = uses.every(({ owner_id }) => owner_id === user.userId)
    if (uses.length > 0 && !(force && areOwn)) {
      const list = [...new Set(uses.map((season) => nameFor(season, user)))].join(', ')
      throw new ApiError(409, `The session counts in seasons: ${list}.`)
    }
    for (const { season_id: seasonId, event_id: eventId, deleted_at: deletedAt } of uses) {
      if (deletedAt !== null) {
        await noteLost(context, db, seasonId, [{ eventId, sessionId: id }])
        continue
      }
      const changing = { user, wanted: null }
      await unlinkSession({ ...context, db }, { seasonId, eventId, sessionId: id }, changing)
    }
    await deleteSession(db, id)
  })
}

/** What the caller may be told of a season; of what others deleted, no more than that. */
function nameFor(
  season: Pick<SeasonRow, 'name' | 'owner_id' | 'visibility' | 'deleted_at'>,
  user: Deleting['user'],
): string {
  const isOwn = season.owner_id === user.userId
  if (season.deleted_at !== null && !isOwn) return 'a deleted one that can be restored'
  if (!maySee(season, user)) return 'a private one'
  return season.deleted_at === null ? `"${season.name}"` : `"${season.name}" (can be restored)`
}

/** Also those that are deleted and can be restored: they would come back without it. */
async function seasonsOf(db: Db, sessionId: string) {
  return db
    .selectFrom('season_session')
    .innerJoin('season', 'season.id', 'season_session.season_id')
    .select(['season_id', 'event_id', 'name', 'owner_id', 'visibility', 'deleted_at'])
    .where('session_id', '=', sessionId)
    .orderBy('season_id')
    .execute()
}
