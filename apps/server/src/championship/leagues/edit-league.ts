import {
  type LeagueCreate,
  LeagueFields,
  type LeagueUpdate,
} from '@pitboard/contract/leagues/league'
import { checkHasUsername, lockUser } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { toColumns } from '../../platform/db/field-columns.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { readLink, readName } from '../../platform/http/sanitize-text.ts'
import { changedFields, recordChange } from '../history/changes.ts'
import { readFields } from '../history/editable-fields.ts'
import { type ChangeRequest, checkOwnedCount } from '../history/versioned-update.ts'
import { toPictureFile, type UploadedPictures } from '../pictures/uploaded-pictures.ts'
import { setPicture, SIDE_PIXELS_MAX } from './pictures.ts'
import { type LeagueRecord, ownedLeagues, presentLeague } from './queries.ts'

const READERS = {
  name: readName,
  description: (_path: string, text: string | null) => text ?? '',
  discord: readOptionalLink,
  website: readOptionalLink,
  links: (path: string, links: readonly string[] | null) =>
    (links ?? []).map((link, index) => readLink(`${path}/${index}`, link)),
  accentColour: (_path: string, colour: string | null) => colour?.toLowerCase() ?? null,
}

function readOptionalLink(path: string, link: string | null): string {
  return readLink(path, link ?? '')
}

/** Omitted fields stay; null empties a text. */
export async function updateLeague(
  context: AppContext,
  id: string,
  change: ChangeRequest,
  body: LeagueUpdate,
): Promise<LeagueRecord> {
  const target = { id, action: 'editLeague' } as const
  return ownedLeagues.change(context, target, change, async (_db, league) => {
    const values = readFields(LeagueFields, body, READERS)
    const details = changedFields(presentLeague(league), values)
    if (Object.keys(details).length === 0) return null
    return { action: 'updated', details, set: toColumns(values) }
  })
}

const BLANK = {
  description: '',
  discord: '',
  website: '',
  links: [],
  accentColour: null,
  isPublic: false,
  hasRatings: true,
}

/** Throws a 403 for a user without a username, a 409 for one with too many leagues. */
export async function createLeague(
  { db, newId }: AppContext,
  pictures: UploadedPictures,
  { userId, network }: { readonly userId: string; readonly network: string },
  { thumbnailBase64, ...body }: LeagueCreate,
): Promise<LeagueRecord> {
  await checkHasUsername(db, userId)
  const values = { ...BLANK, ...readFields(LeagueFields, body, READERS) }
  const picture = thumbnailBase64
    ? await pictures.write(
        {
          base64: thumbnailBase64,
          field: '/thumbnailBase64',
          sidePixelsMax: SIDE_PIXELS_MAX.thumbnail,
        },
        { network, userId },
      )
    : null
  const id = newId()
  try {
    return await inTransaction(db, async (transaction) => {
      await lockUser(transaction, userId)
      await checkOwnedCount(transaction, 'league', userId)
      await transaction
        .insertInto('league')
        .values({ id, owner_id: userId, ...toColumns(values) })
        .execute()
      if (picture) {
        await setPicture(transaction, { id, kind: 'thumbnail' }, toPictureFile(picture))
      }
      const noted = { id: newId(), version: 1, authorId: userId, action: 'created', details: {} }
      await recordChange(transaction, { kind: 'league', id }, noted)
      return ownedLeagues.getVisible(transaction, id, { userId })
    })
  } catch (error) {
    if (picture) await pictures.discard(picture)
    throw error
  }
}
