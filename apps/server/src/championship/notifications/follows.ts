import {
  type FollowedItem,
  FOLLOWS_MAX,
  type FollowState,
} from '@pitboard/contract/notifications/notifications'
import { sql } from 'kysely'
import { lockUser } from '../../accounts/users/queries.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { readOnlyRow } from '../../platform/db/only-row.ts'

type Followed =
  | { readonly kind: 'league'; readonly id: string }
  | { readonly kind: 'season'; readonly id: string }

/** A user drives in these seasons, and follows them until they choose otherwise. */
const DRIVEN = (userId: string) => sql`
  select season_id from season_claim where user_id = ${userId} and status = 'approved'
  union
  select platform.season_id from season_driver_platform platform
  join season_driver driver on driver.season_id = platform.season_id and driver.id = platform.driver_id
  where user_id = ${userId}`

export async function readFollow(
  db: Db,
  userId: string,
  { kind, id }: Followed,
): Promise<FollowState> {
  const chosen = await db
    .selectFrom('follow')
    .select('is_following')
    .where('user_id', '=', userId)
    .where(kind === 'league' ? 'league_id' : 'season_id', '=', id)
    .executeTakeFirst()
  if (chosen) return { isFollowing: chosen.is_following, isAutomatic: false }
  const { isFollowing } = await readOnlyRow(
    db,
    sql<{ isFollowing: boolean }>`
    select exists (
      select from (${DRIVEN(userId)}) as driven
      where ${
        kind === 'season'
          ? sql`season_id = ${id}`
          : sql`season_id in (select season_id from league_season where league_id = ${id})`
      }) as "isFollowing"`,
  )
  return { isFollowing, isAutomatic: true }
}

/** Throws a 409 for a user who follows enough. */
export async function setFollow(
  db: Db,
  userId: string,
  { kind, id }: Followed,
  isFollowing: boolean,
): Promise<FollowState> {
  await inTransaction(db, async (transaction) => {
    await lockUser(transaction, userId)
    const column = kind === 'league' ? 'league_id' : 'season_id'
    const others = transaction
      .selectFrom('follow')
      .where('user_id', '=', userId)
      .where((where) => where.or([where(column, 'is', null), where(column, '<>', id)]))
    if ((await countRows(others)) >= FOLLOWS_MAX) {
      throw new ApiError(409, `You can follow at most ${FOLLOWS_MAX} leagues and seasons.`)
    }
    await transaction
      .insertInto('follow')
      .values({ user_id: userId, [column]: id, is_following: isFollowing })
      .onConflict((conflict) =>
        conflict.columns(['user_id', column]).doUpdateSet({ is_following: isFollowing }),
      )
      .execute()
  })
  return { isFollowing, isAutomatic: false }
}

/** Lists them by name. Items that are deleted or that the user may not see any more are left out. */
export async function listFollows(db: Db, userId: string): Promise<FollowedItem[]> {
  const { rows } = await sql<FollowedItem>`
    select league.id as "leagueId", null as "seasonId", name, false as "isAutomatic"
    from follow join league on league.id = follow.league_id and deleted_at is null
    where user_id = ${userId} and is_following and (is_public or owner_id = ${userId} or exists (
      select from league_member member where member.league_id = league.id and member.user_id = ${userId}))
    union all
    select null, season.id, name, follow.id is null
    from season
    left join follow on follow.season_id = season.id and follow.user_id = ${userId}
    where deleted_at is null
      and (follow.is_following or follow.id is null and season.id in (${DRIVEN(userId)}))
      and (visibility <> 'private' or owner_id = ${userId} or exists (
        select from league_season join league_member member using (league_id)
        where season_id = season.id and member.user_id = ${userId}))
    order by name, 1, 2 limit ${FOLLOWS_MAX}`.execute(db)
  return rows
}

/**
 * Selects the users who follow a season, as a query with `user_id`. A choice for the season counts before those for its
 * leagues, and drivers follow without one.
 */
export function selectFollowers(seasonId: string) {
  return sql`
    select user_id from (
      select user_id, is_following, 0 as place from follow where season_id = ${seasonId}
      union all
      select follow.user_id, bool_or(is_following), 1
      from league_season
      join league on league.id = league_season.league_id and league.deleted_at is null
      join follow on follow.league_id = league.id
      where league_season.season_id = ${seasonId}
      group by follow.user_id
      union all
      select user_id, true, 2 from season_claim
      where season_id = ${seasonId} and status = 'approved'
      union all
      select platform.user_id, true, 2 from season_driver_platform platform
      join season_driver driver
        on driver.season_id = platform.season_id and driver.id = platform.driver_id
      where platform.season_id = ${seasonId} and platform.user_id is not null
    ) as choice
    group by user_id having (array_agg(is_following order by place))[1]`
}
