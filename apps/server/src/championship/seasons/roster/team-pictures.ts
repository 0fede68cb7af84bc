import type { Db } from '../../../platform/db/tables.ts'
import { holdFile } from '../../../accounts/storage/files.ts'
import type { PictureFile } from '../../pictures/uploaded-pictures.ts'

/** A season retains this many pictures that changes have taken away, and those of teams that have left the roster. */
const UNUSED_MAX = 10

interface TeamPlace {
  readonly seasonId: string
  readonly teamId: string
}

/** Pictures of teams that have left the roster are not among them. */
function picturesInRoster(db: Db, seasonId: string) {
  return db
    .selectFrom('season_team_picture as picture')
    .innerJoin('season_team as team', (join) =>
      join
        .onRef('team.season_id', '=', 'picture.season_id')
        .onRef('team.id', '=', 'picture.team_id'),
    )
    .where('picture.season_id', '=', seasonId)
    .where('archived_version', 'is', null)
}

export async function readTeamPictures(db: Db, seasonId: string) {
  return picturesInRoster(db, seasonId)
    .select(['team.id as teamId', 'team.name', 'picture.etag as pictureId'])
    .execute()
}

/** Returns undefined for a team that has none, or that is not in the roster. */
export async function findTeamPicture(db: Db, { seasonId, teamId }: TeamPlace) {
  return picturesInRoster(db, seasonId)
    .select(['file_key', 'content_type', 'bytes', 'etag'])
    .where('team.id', '=', teamId)
    .executeTakeFirst()
}

/**
 * Gives a team another picture, or none. The former one is stored to undo the change that makes
 * `version`.
 */
export async function setTeamPicture(
  db: Db,
  place: TeamPlace,
  version: number,
  file: PictureFile | null,
): Promise<void> {
  await archiveCurrent(db, place, version)
  if (file) {
    const { seasonId: season_id, teamId: team_id } = place
    await db
      .insertInto('season_team_picture')
      .values({ ...file, season_id, team_id, archived_version: null })
      .execute()
    await holdFile(db, file.file_key)
  }
  await removeUnused(db, place.seasonId)
}

/** Restores the picture that the change of `archived` took away; returns false if it is no longer stored. */
export async function restoreTeamPicture(
  db: Db,
  place: TeamPlace,
  { archived, version }: { readonly archived: number; readonly version: number },
): Promise<boolean> {
  await archiveCurrent(db, place, version)
  const { numUpdatedRows } = await db
    .updateTable('season_team_picture')
    .set({ archived_version: null })
    .where('season_id', '=', place.seasonId)
    .where('team_id', '=', place.teamId)
    .where('archived_version', '=', archived)
    .executeTakeFirst()
  await removeUnused(db, place.seasonId)
  return numUpdatedRows > 0n
}

async function archiveCurrent(
  db: Db,
  { seasonId, teamId }: TeamPlace,
  version: number,
): Promise<void> {
  await db
    .updateTable('season_team_picture')
    .set({ archived_version: version })
    .where('season_id', '=', seasonId)
    .where('team_id', '=', teamId)
    .where('archived_version', 'is', null)
    .execute()
}

/** The clean-up removes their files. */
async function removeUnused(db: Db, seasonId: string): Promise<void> {
  const pictures = db.selectFrom('season_team_picture').where('season_id', '=', seasonId)
  const archived = pictures
    .select('file_key')
    .where('archived_version', 'is not', null)
    .orderBy('archived_version', 'desc')
    .offset(UNUSED_MAX)
  const withoutTeam = pictures
    .select('file_key')
    .where('archived_version', 'is', null)
    .where('team_id', 'not in', (from) =>
      from.selectFrom('season_team').select('id').where('season_id', '=', seasonId),
    )
    .orderBy('file_key', 'desc')
    .offset(UNUSED_MAX)
  for (const unused of [archived, withoutTeam]) {
    await db.deleteFrom('season_team_picture').where('file_key', 'in', unused).execute()
  }
}
