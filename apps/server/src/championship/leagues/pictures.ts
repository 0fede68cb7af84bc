import type { LeaguePictureKind } from '@pitboard/contract/leagues/league-pictures'
import type { Db } from '../../platform/db/tables.ts'
import { holdFile } from '../../accounts/storage/files.ts'
import type { PictureFile } from '../pictures/uploaded-pictures.ts'

/** No side of a stored picture is larger. A banner fills the width of a page. */
export const SIDE_PIXELS_MAX: Readonly<Record<LeaguePictureKind, number>> = {
  thumbnail: 1280,
  banner: 1920,
}

export interface PicturePlace {
  readonly id: string
  readonly kind: LeaguePictureKind
}

/** The pictures of this many latest changes of a league are retained. */
const ARCHIVED_MAX = 10

const COLUMNS = ['file_key', 'content_type', 'bytes', 'etag'] as const

/** Makes a file the league's picture of a kind. The clean-up removes the previous file. */
export async function setPicture(
  db: Db,
  { id, kind }: PicturePlace,
  file: PictureFile,
): Promise<void> {
  await db
    .insertInto('league_picture')
    .values({ league_id: id, kind, ...file })
    .onConflict((conflict) => conflict.columns(['league_id', 'kind']).doUpdateSet(file))
    .execute()
  await holdFile(db, file.file_key)
}

/** Removes a picture of the league, but stores it to undo the change that makes `version`. */
export async function archivePicture(
  db: Db,
  { id: leagueId, kind }: PicturePlace,
  version: number,
): Promise<boolean> {
  const file = await db
    .deleteFrom('league_picture')
    .where('league_id', '=', leagueId)
    .where('kind', '=', kind)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!file) return false
  await db
    .insertInto('league_picture_kept')
    .values({ league_id: leagueId, version, ...file })
    .execute()
  await holdFile(db, file.file_key)
  const newest = db
    .selectFrom('league_picture_kept')
    .select('version')
    .where('league_id', '=', leagueId)
    .orderBy('version', 'desc')
    .limit(ARCHIVED_MAX)
  await db
    .deleteFrom('league_picture_kept')
    .where('league_id', '=', leagueId)
    .where('version', 'not in', newest)
    .execute()
  return true
}

/** Returns the picture that the change of a version removed; undefined if it is no longer stored. */
export async function takeArchivedPicture(
  db: Db,
  leagueId: string,
  version: number,
): Promise<PictureFile | undefined> {
  return db
    .deleteFrom('league_picture_kept')
    .where('league_id', '=', leagueId)
    .where('version', '=', version)
    .returning(COLUMNS)
    .executeTakeFirst()
}
