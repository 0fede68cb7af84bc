import type { GivenRole } from '@pitboard/contract/leagues/league-roles'
import { type RawBuilder, sql } from 'kysely'

/** The keys are the user ids of a league's members. */
export type MemberRoles = Readonly<Record<string, GivenRole>>

/** Selects the `MemberRoles` of a league, as a column of a query. */
export function selectMemberRoles(): RawBuilder<MemberRoles> {
  return sql<MemberRoles>`coalesce((
    select jsonb_object_agg(user_id, jsonb_build_object('role', role, 'seasonIds', season_ids))
    from league_member where league_id = league.id), '{}')`
}

/** Selects the ids of the leagues in which a user is a member. The array is read once for a query. */
export function leagueIdsOfMember(userId: string): RawBuilder<string[]> {
  return sql<string[]>`array(select league_id from league_member where user_id = ${userId})`
}

/** Selects the ids of the seasons in these leagues. */
export function seasonIdsOfMember(userId: string): RawBuilder<string[]> {
  return sql<string[]>`array(
    select season_id from league_season
    join league on league.id = league_id and league.deleted_at is null
    where league_id = any(${leagueIdsOfMember(userId)}))`
}
