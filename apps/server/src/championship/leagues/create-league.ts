import type { LeagueCreate } from '@pitboard/contract/league'
import { checkHasUsername, lockUser } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { readLink, readName } from '../../platform/http/sanitize-text.ts'
import { noteChange } from '../history/changes.ts'
import type { LeaguePictures } from './pictures.ts'
import { noLeague } from './policy.ts'
import { findLeague, type ListedLeague } from './queries.ts'

const LEAGUES_MAX = 100

/** Throws a 403 for a user without a username, a 409 for one who has as many leagues as there may be. */
export async function createLeague(
  { db, newId }: AppContext,
  pictures: LeaguePictures,
  { userId, network }: { readonly userId: string; readonly network: string },
  { thumbnailBase64, ...body }: LeagueCreate,
): Promise<ListedLeague> {
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
      await checkCount(transaction, userId)
      await transaction
        .insertInto('league')
        .values({
          ...{ id, owner_id: userId, name },
          description: body.description ?? '',
          ...{ discord, website },
          is_public: body.isPublic ?? false,
          deleted_at: null,
        })
        .execute()
      if (picture) await pictures.keep(transaction, id, picture)
      const noted = { id: newId(), version: 1, authorId: userId, action: 'created', details: {} }
      await noteChange(transaction, { kind: 'league', id }, noted)
      const league = await findLeague(transaction, id)
      if (!league) throw noLeague(id)
      return league
    })
  } catch (error) {
    if (picture) await pictures.drop(picture)
    throw error
  }
}

async function checkCount(db: Db, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom('league')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count < LEAGUES_MAX) return
  throw new ApiError(409, `There are ${LEAGUES_MAX} leagues of yours already: delete one first.`)
}
