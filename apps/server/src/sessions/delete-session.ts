import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Db } from '../db/tables.ts'
import { ApiError } from '../errors.ts'
import { unlinkSession } from '../seasons/event-sessions.ts'
import { noteLost } from '../seasons/lost-sessions.ts'
import { preserveResults } from '../seasons/preserve-results.ts'
import { lockLinks } from './link.ts'
import { deleteSession, lockSession } from './store-recording.ts'
import { checkTag } from './wanted-tag.ts'

interface Deleting {
  readonly user: { readonly userId: string }
  readonly force: boolean
  readonly ifMatch: string | null
}

/**
 * Deletes the caller's recorded session; its capture follows. Seasons of others keep its result.
 * Throws a 409 where it counts in the caller's own seasons, unless they force it: then it leaves
 * them. Throws a 412 where it was changed meanwhile.
 */
export async function deleteOwnSession(
  context: AppContext,
  id: string,
  deleting: Deleting,
): Promise<void> {
  // Only the owner may make others wait for the locks.
  await getOwnSession(context.db, id, deleting)
  await inTransaction(context.db, async (db) => {
    // Before any row: `linkSession` waits for rows while it holds the lock of all links.
    await lockSession(db, id)
    await lockLinks(db)
    const session = await getOwnSession(db, id, deleting)
    const { user, force } = deleting
    const uses = await seasonsOf(db, id)
    const own = uses.filter(({ owner_id }) => owner_id === user.userId)
    if (own.length > 0 && !force) throw usedError(own)
    for (const { season_id: seasonId, event_id: eventId, deleted_at: deletedAt } of own) {
      if (deletedAt !== null) {
        await noteLost(context, db, [{ seasonId, eventId, sessionId: id }])
        continue
      }
      const changing = { user, wanted: null }
      await unlinkSession({ ...context, db }, { seasonId, eventId, sessionId: id }, changing)
    }
    const others = uses.filter(({ owner_id }) => owner_id !== user.userId)
    await preserveResults(context, db, { id, detail: session.detail }, others)
    await deleteSession(db, id)
  })
}

async function getOwnSession(db: Db, id: string, { user, ifMatch }: Deleting) {
  const query = db
    .selectFrom('session')
    .select(['user_id', 'detail_etag', 'detail'])
    .where('id', '=', id)
    .where('status', '=', 'recorded')
  // Locked, nobody adds it to a season meanwhile.
  const session = await (db.isTransaction ? query.forUpdate() : query).executeTakeFirst()
  if (!session) throw new ApiError(404, `There is no recorded session ${id}.`)
  if (session.user_id !== user.userId) {
    throw new ApiError(403, 'Only the user who recorded a session can delete it.')
  }
  checkTag(session.detail_etag, ifMatch)
  return session
}

function usedError(seasons: readonly { name: string; deleted_at: Date | null }[]): ApiError {
  const names = seasons.map(({ name, deleted_at }) =>
    deleted_at === null ? `"${name}"` : `"${name}" (can be restored)`,
  )
  const list = [...new Set(names)].join(', ')
  return new ApiError(
    409,
    `The session counts in your seasons: ${list}. With force=true it is removed from them and deleted.`,
  )
}

/** Deleted seasons too: they can be restored. */
async function seasonsOf(db: Db, sessionId: string) {
  return db
    .selectFrom('season_session')
    .innerJoin('season', 'season.id', 'season_session.season_id')
    .select(['season_id', 'event_id', 'name', 'owner_id', 'deleted_at'])
    .where('session_id', '=', sessionId)
    .orderBy('season_id')
    .execute()
}
