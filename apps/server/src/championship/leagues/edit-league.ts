import type { LeagueCreate, LeagueUpdate } from '@pitboard/contract/leagues/league'
import { checkHasUsername, lockUser } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { readLink, readName } from '../../platform/http/sanitize-text.ts'
import { changedFields, recordChange } from '../history/changes.ts'
import { type ChangeRequest, checkOwnedCount } from '../history/versioned-update.ts'
import { ownedLeagues } from './queries.ts'
import type { LeaguePictures } from './pictures.ts'
import { type LeagueRecord, presentLeague } from './queries.ts'

/** Omitted fields stay; null empties a text. */
export async function updateLeague(
  context: AppContext,
  id: string,
  change: ChangeRequest,
  body: LeagueUpdate,
): Promise<LeagueRecord> {
  return ownedLeagues.change(context, id, change, async (_db, league) => {
    const { name, description, discord, website, isPublic } = body
    const wanted = {
      ...(name !== undefined && { name: readName('/name', name) }),
      ...(description !== undefined && { description: description ?? '' }),
      ...(discord !== undefined && { discord: readLink('/discord', discord ?? '') }),
      ...(website !== undefined && { website: readLink('/website', website ?? '') }),
      ...(isPublic !== undefined && { isPublic }),
    }
    const details = changedFields(presentLeague(league), wanted)
    if (Object.keys(details).length === 0) return null
    const { isPublic: is_public = league.is_public, ...texts } = wanted
    return { action: 'updated', details, set: { ...texts, is_public } }
  })
}

const LEAGUES_MAX = 100

/** Throws a 403 for a user without a username, a 409 for one with too many leagues. */
export async function createLeague(
  { db, newId }: AppContext,
  pictures: LeaguePictures,
  { userId, network }: { readonly userId: string; readonly network: string },
  { thumbnailBase64, ...body }: LeagueCreate,
): Promise<LeagueRecord> {
  await checkHasUsername(db, userId)
  const name = readName('/name', body.name)
  const [discord, website] = [
    readLink('/discord', body.discord ?? ''),
    readLink('/website', body.website ?? ''),
  ]
  const picture = thumbnailBase64
    ? await pictures.write(thumbnailBase64, { network, userId })
    : null
  const id = newId()
  try {
    return await inTransaction(db, async (transaction) => {
      await lockUser(transaction, userId)
      await checkOwnedCount(transaction, 'league', userId, LEAGUES_MAX)
      await transaction
        .insertInto('league')
        .values({
          ...{ id, owner_id: userId, name },
          description: body.description ?? '',
          ...{ discord, website },
          is_public: body.isPublic ?? false,
        })
        .execute()
      if (picture) await pictures.attach(transaction, id, picture)
      const noted = { id: newId(), version: 1, authorId: userId, action: 'created', details: {} }
      await recordChange(transaction, { kind: 'league', id }, noted)
      return ownedLeagues.getOwn(transaction, id, { userId })
    })
  } catch (error) {
    if (picture) await pictures.discard(picture)
    throw error
  }
}
