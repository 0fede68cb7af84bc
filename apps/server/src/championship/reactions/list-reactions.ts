import type { NewsReaction } from '@pitboard/contract/leagues/news-reactions'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import type { Caller } from '../history/versioned-update.ts'

/** More than a reader of the news gets to. */
const ROWS_MAX = 1_000

/** Counts the reactions; those to what is no news any more are counted, too, and shown nowhere. */
export async function listReactions(
  db: Db,
  leagueId: string,
  caller: Caller | null,
): Promise<NewsReaction[]> {
  return db
    .selectFrom('news_reaction')
    .select(['kind', 'subject_id as id', 'part', 'reaction'])
    .select(sql<number>`count(*)::integer`.as('count'))
    .select(sql<boolean>`coalesce(bool_or(user_id = ${caller?.userId ?? null}), false)`.as('isOwn'))
    .where('league_id', '=', leagueId)
    .groupBy(['kind', 'subject_id', 'part', 'reaction'])
    .orderBy(sql`max(created_at)`, 'desc')
    .orderBy('subject_id')
    .orderBy('reaction')
    .limit(ROWS_MAX)
    .execute()
}
