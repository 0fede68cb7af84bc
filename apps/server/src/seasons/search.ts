import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { nameMatches, nameRank } from '../search/name-match.ts'
import { nameOf } from '../users/name.ts'

const CANDIDATES_MAX = 2_000

/** Seasons that the viewer finds in lists, by what somebody typed, the best first. */
export async function searchSeasons(db: Db, words: string, viewerId: string | null, limit: number) {
  const name = sql.ref<string>('name')
  const candidates = db
    .selectFrom('season')
    .select(['id', 'name', 'owner_id'])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(visibility = 'listed' or owner_id = ${viewerId})`)
    .where(nameMatches(name, words))
    .limit(CANDIDATES_MAX)
  const best = db
    .selectFrom(candidates.as('candidate'))
    .selectAll()
    .select(nameRank(name, words).as('rank'))
    .orderBy('rank', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  const rows = await db
    .selectFrom(best.as('best'))
    .innerJoin('user', 'user.id', 'owner_id')
    .select(['best.id', 'best.name', 'username'])
    .select(
      sql<string | null>`(
        select league.name from league_season
        join league on league.id = league_id and deleted_at is null
        where season_id = best.id and (is_public or league.owner_id = ${viewerId})
        order by is_public desc, league.id limit 1)`.as('leagueName'),
    )
    .orderBy('rank', 'desc')
    .orderBy('best.id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name },
    ...{ ownerName: nameOf(row), leagueName: row.leagueName },
  }))
}
