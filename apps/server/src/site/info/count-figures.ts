import { FIGURES_MAX, type SiteFigures } from '@pitboard/contract/site/site'
import { RACE_TYPES } from '@pitboard/contract/wire/enumerations'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/tables.ts'
import { createCachedCount } from '../../platform/http/cached-count.ts'

/** Counts what everybody can see. A long count is cached, and each ends at `FIGURES_MAX`. */
export function createCountFigures({
  db,
  now,
}: Pick<AppContext, 'db' | 'now'>): () => Promise<SiteFigures> {
  const cachedCount = createCachedCount(() => now().getTime())
  const count = <Database, Table extends keyof Database, Row>(
    name: keyof SiteFigures,
    query: SelectQueryBuilder<Database, Table, Row>,
  ) => cachedCount(name, () => countUpToMax(db, query))
  return async () => {
    const [races, laps, drivers, leagues] = await Promise.all([
      count('races', recordedRaces(db)),
      count('laps', db.selectFrom('driven_lap')),
      count('drivers', usersWithSession(db)),
      count('leagues', publicLeagues(db)),
    ])
    return { races, laps, drivers, leagues }
  }
}

function countUpToMax<Database, Table extends keyof Database, Row>(
  db: Db,
  query: SelectQueryBuilder<Database, Table, Row>,
): Promise<number> {
  const bounded = query
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(FIGURES_MAX)
  return countRows(db.selectFrom(bounded.as('counted')))
}

function recordedRaces(db: Db) {
  return db
    .selectFrom('session')
    .where('status', '=', 'recorded')
    .where(sql<boolean>`session_type = any(${RACE_TYPES}::int[])`)
}

function usersWithSession(db: Db) {
  return db
    .selectFrom('user')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session')
          .select('session.id')
          .whereRef('session.user_id', '=', 'user.id')
          .where('status', '=', 'recorded'),
      ),
    )
}

/** A private league is counted nowhere, so that no number tells of one. */
function publicLeagues(db: Db) {
  return db.selectFrom('league').where('deleted_at', 'is', null).where('is_public', '=', true)
}
