import type { Insertable } from 'kysely'
import type { LeaguePictureTable } from '../../platform/db/season-tables.ts'
import type { Db } from '../../platform/db/tables.ts'

/** Of the acts on a league, the last ones. */
const KEPT_MAX = 10

type PictureFile = Omit<Insertable<LeaguePictureTable>, 'league_id'>

const COLUMNS = ['file_key', 'content_type', 'bytes', 'etag'] as const

/** Makes a file the league's picture; what was it before is left to the clean-up. */
export async function putPicture(db: Db, leagueId: string, file: PictureFile): Promise<void> {
  await db
    .insertInto('league_picture')
    .values({ league_id: leagueId, ...file })
    .onConflict((conflict) => conflict.column('league_id').doUpdateSet(file))
    .execute()
  await holdFile(db, file.file_key)
}

/** Takes the league's picture away and keeps it for an undo of the act that makes `version`. */
export async function keepPicture(db: Db, leagueId: string, version: number): Promise<boolean> {
  const file = await db
    .deleteFrom('league_picture')
    .where('league_id', '=', leagueId)
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
    .limit(KEPT_MAX)
  await db
    .deleteFrom('league_picture_kept')
    .where('league_id', '=', leagueId)
    .where('version', 'not in', newest)
    .execute()
  return true
}

/** What the act that made a version took away; undefined where it is not kept any more. */
export async function takeKept(
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

/** A trigger has given it to the clean-up, as the row that held it before went. */
async function holdFile(db: Db, fileKey: string): Promise<void> {
  await db.deleteFrom('storage_leftover').where('file_key', '=', fileKey).execute()
}
