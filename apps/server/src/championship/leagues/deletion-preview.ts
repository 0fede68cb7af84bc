import type { AccountDeletion } from '@pitboard/contract/accounts/accounts'
import { sql } from 'kysely'
import { findUser, nameOf } from '../../accounts/users/queries.ts'
import type { Db } from '../../platform/db/tables.ts'
import { findHeir } from './ownership.ts'
import { readOnlyRow } from '../../platform/db/only-row.ts'

/** Returns what `handOverLeagues` and the copies of results will do. */
export async function previewDeletion(db: Db, userId: string): Promise<AccountDeletion> {
  const owned = await db
    .selectFrom('league')
    .select(['id', 'name'])
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const leagues: AccountDeletion['leagues'] = []
  for (const { id, name } of owned) {
    const heirId = await findHeir(db, id)
    const heir = heirId === undefined ? undefined : await findUser(db, heirId)
    leagues.push({ name, heirName: heir ? nameOf(heir) : null })
  }
  return { leagues, resultCount: await countResults(db, userId) }
}

/** Counts the results in seasons that will not be deleted with the user. */
async function countResults(db: Db, userId: string): Promise<number> {
  const { count } = await readOnlyRow(
    db,
    sql<{ count: number }>`
    select count(distinct session_id)::int as count
    from session
    join season_session on session_id = session.id
    join season on season.id = season_id
    where session.user_id = ${userId} and (season.owner_id <> ${userId} or exists (
      select from league_season join league on league.id = league_id
      where league_season.season_id = season.id and league.deleted_at is null
        and (league.owner_id <> ${userId}
          or exists (select from league_member where league_member.league_id = league.id))))`,
  )
  return count
}
