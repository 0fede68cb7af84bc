import type { ReactionChange } from '@pitboard/contract/leagues/news-reactions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../history/versioned-update.ts'

/** Setting or taking back twice changes nothing. Throws a 404 for what is no news of the league. */
export async function setReaction(
  db: Db,
  leagueId: string,
  { userId }: Caller,
  { kind, id, part, reaction, isSet }: ReactionChange,
): Promise<void> {
  const row = { league_id: leagueId, kind, subject_id: id.toLowerCase(), part, reaction }
  if (!isSet) {
    await db
      .deleteFrom('news_reaction')
      .where('league_id', '=', leagueId)
      .where('kind', '=', kind)
      .where('subject_id', '=', row.subject_id)
      .where('part', '=', part)
      .where('reaction', '=', reaction)
      .where('user_id', '=', userId)
      .execute()
    return
  }
  if (!(await isNews(db, leagueId, { kind, id: row.subject_id, part }))) {
    throw new ApiError(404, 'This league has no such news.')
  }
  await db
    .insertInto('news_reaction')
    .values({ ...row, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Item = Pick<ReactionChange, 'kind' | 'id' | 'part'>

async function isNews(db: Db, leagueId: string, item: Item): Promise<boolean> {
  const { rows } = await sql<{ is_news: boolean }>`
    select exists (
      select from league_season
      join season on season.id = league_season.season_id and season.deleted_at is null
      where league_season.league_id = ${leagueId} and ${conditionOf(item)}
    ) as is_news`.execute(db)
  return rows[0]?.is_news === true
}

function conditionOf({ kind, id, part }: Item): RawBuilder<boolean> {
  switch (kind) {
    case 'race':
      return sql`(${part} = '' and jsonb_array_length(tiers) = 0 or tiers ? ${part})
        and exists (select from season_session link join session on session.id = link.session_id
          where link.season_id = season.id and link.session_id = ${id} and link.role = 'race'
            and session.status = 'recorded')`
    case 'published':
      return sql`season.id = ${id} and exists (select from season_publication publication
        where publication.season_id = season.id and publication.version::text = ${part})`
    case 'decision':
      return sql`${part} = '' and exists (select from season_adjustment adjustment
        where adjustment.season_id = season.id and adjustment.id = ${id} and revoked_at is null)`
  }
}
