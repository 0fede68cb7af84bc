import type { CountingSeasons } from '@pitboard/contract/sessions/counting-seasons'
import { sql } from 'kysely'

const SEASONS_MAX = 3

/** Selects the seasons of a row of `session` that everybody may see, and those of the viewer. */
export function countingSeasonsOf(viewerId: string | null) {
  return sql<CountingSeasons>`coalesce((
    select jsonb_agg(jsonb_build_object('id', counting.id, 'name', counting.name)) from (
      select season.id, season.name from season_session
      join season on season.id = season_id
      where session_id = session.id and deleted_at is null
        and (visibility = 'listed' or owner_id = ${viewerId}::uuid)
      order by season.id limit ${sql.lit(SEASONS_MAX)}) as counting), '[]')`
}
