import type { ChangeRequest } from '../../history/versioned-update.ts'
import { Publication } from '@pitboard/contract/seasons/season'
import type {
  PublicationCreate,
  PublishedStandings,
} from '@pitboard/contract/seasons/season-management'
import type { Standings } from '@pitboard/contract/seasons/standings'
import { mapTables } from '@pitboard/contract/seasons/tiers'
import type { AppContext } from '../../../context.ts'
import { presentFields } from '../../../platform/db/field-columns.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { gunzip, gzip } from '../../../platform/http/compression.ts'
import { nameResults } from './preserved-sessions.ts'
import { ownedSeasons } from './queries.ts'

const PUBLICATIONS_MAX = 200

/** Lists the newest first. */
export async function listPublications(db: Db, seasonId: string): Promise<Publication[]> {
  const rows = await db
    .selectFrom('season_publication')
    .select(['version', 'status', 'note', 'published_at'])
    .where('season_id', '=', seasonId)
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => presentFields(Publication, row))
}

export async function findPublication(db: Db, seasonId: string): Promise<Publication | null> {
  const row = await db
    .selectFrom('season_publication')
    .select(['version', 'status', 'note', 'published_at'])
    .where('season_id', '=', seasonId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? presentFields(Publication, row) : null
}

export async function getPublished(
  db: Db,
  seasonId: string,
  version: number,
): Promise<PublishedStandings> {
  const row = await db
    .selectFrom('season_publication')
    .selectAll()
    .where('season_id', '=', seasonId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw new ApiError(404, `There are no results of version ${version}.`)
  const published = (await gunzip(row.standings)).toString('utf8')
  const standings: Standings = JSON.parse(await nameResults(db, seasonId, published))
  return { publication: presentFields(Publication, row), standings }
}

/** Stores these standings as the next version. */
export async function publish(
  context: AppContext,
  seasonId: string,
  change: ChangeRequest,
  { status, note = '', standings }: PublicationCreate & { readonly standings: Standings },
): Promise<void> {
  const packed = await gzip(JSON.stringify(withoutReferences(standings)))
  const target = { id: seasonId, action: 'editResults' } as const
  await ownedSeasons.change(context, target, change, async (db) => {
    const before = (await findPublication(db, seasonId))?.version ?? 0
    if (before >= PUBLICATIONS_MAX) {
      throw new ApiError(409, `A season is published at most ${PUBLICATIONS_MAX} times.`)
    }
    const version = before + 1
    await db
      .insertInto('season_publication')
      .values({ season_id: seasonId, version, status, note: note.trim(), standings: packed })
      .execute()
    return { action: 'published', details: { publication: version, status } }
  })
}

/** Published results stay as they are, also after a driver has deleted their account or a picture was removed. */
function withoutReferences(standings: Standings): Standings {
  return mapTables(standings, ({ drivers, teams }) => ({
    drivers: drivers.map(({ userId: _userId, ...driver }) => driver),
    teams: teams.map(({ picture: _picture, ...team }) => team),
  }))
}
