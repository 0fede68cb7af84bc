import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import { lockUser } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import type { LeagueTable } from './league-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { RecordedAction } from '../history/changes.ts'
import { checkOwnedCount } from '../history/versioned-update.ts'
import { type LeagueRecord, ownedLeagues } from './queries.ts'

type OwnerChange = RecordedAction & { readonly set: Updateable<LeagueTable> }

/**
 * Runs within a change of the league: a member becomes the owner, and the owner an admin. Throws a 409
 * for somebody else, and for a member with too many leagues.
 */
export async function transferLeague(
  db: Db,
  league: LeagueRecord,
  userId: string,
): Promise<OwnerChange> {
  if (league.roles[userId] === undefined) {
    throw new ApiError(409, 'A league can only be taken over by one of its members.')
  }
  await lockUser(db, userId)
  await checkOwnedCount(db, 'league', userId)
  await replaceOwner(db, league, userId)
  const previousId = league.owner_id
  await db
    .insertInto('league_member')
    .values({ league_id: league.id, user_id: previousId, role: 'admin' })
    .execute()
  return {
    action: 'ownershipTransferred',
    details: { userId, previousId },
    set: { owner_id: userId },
  }
}

/**
 * Seasons follow the league unless they are in another league of the previous owner. What only an owner
 * may offer ends.
 */
async function replaceOwner(db: Db, { id, owner_id: before }: LeagueRecord, after: string) {
  await sql`
    update season set owner_id = ${after}
    where owner_id = ${before} and id in (select season_id from league_season where league_id = ${id})
      and not exists (
        select from league_season other join league on league.id = other.league_id
        where other.season_id = season.id and league.id <> ${id}
          and league.owner_id = ${before} and league.deleted_at is null)`.execute(db)
  await db
    .deleteFrom('league_member')
    .where('league_id', '=', id)
    .where('user_id', '=', after)
    .execute()
  for (const table of ['league_invitation', 'league_invitation_link'] as const) {
    await sql`delete from ${sql.table(table)}
      where league_id = ${id} and role in ('owner', 'admin')`.execute(db)
  }
}

/**
 * Before a user's account is deleted, the member who has served longest takes over each of their leagues,
 * an admin before the others, and those whose role is limited to seasons last. What the user did in leagues that stay remains without their name.
 */
export async function handOverLeagues(
  context: Pick<AppContext, 'newId'>,
  db: Db,
  userId: string,
): Promise<void> {
  const leagues = await db
    .selectFrom('league')
    .select('id')
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of leagues) {
    const heir = await findHeir(db, id)
    if (heir === undefined) continue
    const user = { userId: heir }
    const target = { id, action: async () => {} }
    const change = { user, wanted: null }
    await ownedLeagues.change({ ...context, db }, target, change, async (_transaction, league) => {
      await replaceOwner(db, league, heir)
      return {
        action: 'ownershipInherited',
        details: { userId: heir },
        set: { owner_id: heir },
      }
    })
  }
  await handOverSeasons(db, userId)
  await releaseAuthorship(db, userId)
  await db.deleteFrom('league_member').where('user_id', '=', userId).execute()
  for (const table of ['league_invitation', 'league_invitation_link'] as const) {
    await db.deleteFrom(table).where('invited_by', '=', userId).execute()
  }
  await db.deleteFrom('league_invitation').where('user_id', '=', userId).execute()
}

/** Finds the member who takes over a league of an owner who leaves. */
export async function findHeir(db: Db, leagueId: string): Promise<string | undefined> {
  const heir = await db
    .selectFrom('league_member')
    .select('user_id')
    .where('league_id', '=', leagueId)
    .orderBy(sql`season_ids is null`, 'desc')
    .orderBy(sql`role = 'admin'`, 'desc')
    .orderBy('added_at')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  return heir?.user_id
}

/** Hands over the seasons of the user that are left in leagues of others. */
async function handOverSeasons(db: Db, userId: string): Promise<void> {
  await sql`
    update season set owner_id = heir.owner_id
    from (
      select distinct on (season_id) season_id, league.owner_id
      from league_season join league on league.id = league_id
      where league.owner_id <> ${userId} and league.deleted_at is null
      order by season_id, league_id
    ) as heir
    where heir.season_id = season.id and season.owner_id = ${userId}`.execute(db)
}

async function releaseAuthorship(db: Db, userId: string): Promise<void> {
  for (const kind of ['league', 'season'] as const) {
    await sql`
      update owner_change set author_id = owner_id, is_author_deleted = true
      from ${sql.table(kind)} as subject
      where subject.id = ${sql.ref(`${kind}_id`)} and author_id = ${userId}
        and owner_id <> ${userId}`.execute(db)
  }
  await sql`
    update season_adjustment set author_id = owner_id, is_author_deleted = true
    from season where season.id = season_id and author_id = ${userId}
      and owner_id <> ${userId}`.execute(db)
}
