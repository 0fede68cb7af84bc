import {
  type LeagueMember,
  type LeagueTeam,
  MEMBERS_MAX,
} from '@pitboard/contract/leagues/league-members'
import type { Membership } from '@pitboard/contract/leagues/memberships'
import {
  assigningAction,
  type GivenRole,
  isAllowed,
  MEMBER_ROLES,
} from '@pitboard/contract/leagues/league-roles'
import { nameOf } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import type { Caller, ChangeRequest } from '../history/versioned-update.ts'
import { type LeagueRecord, ownedLeagues } from './queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** Lists the leagues of others in which the user has a role. */
export async function listMemberships(db: Db, userId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('league_member')
    .innerJoin('league', 'league.id', 'league_id')
    .innerJoin('user', 'user.id', 'league.owner_id')
    .select(['league.id', 'league.name', 'owner_id', 'username', 'role', 'season_ids', 'added_at'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('league.id', 'desc')
    .execute()
  return rows.map((row) => ({
    leagueId: row.id,
    leagueName: row.name,
    ownerId: row.owner_id,
    ownerName: nameOf(row),
    role: row.role,
    seasonIds: row.season_ids,
    since: row.added_at.toISOString(),
  }))
}

/** Returns what the caller may see of those who run the league. */
export async function readTeam(
  { db, now }: Context,
  league: LeagueRecord,
  caller: Caller,
): Promise<LeagueTeam> {
  const mayInvite = isAllowed(ownedLeagues.rolesOf(league, caller), 'manageMembers')
  const [members, invitations, links] = await Promise.all([
    listMembers(db, league.id),
    mayInvite ? listInvitations({ db, now }, league.id) : [],
    mayInvite ? listLinks({ db, now }, league.id) : [],
  ])
  const owner = { userId: league.owner_id, username: nameOf(league) }
  return { owner, members, invitations, links }
}

async function listMembers(db: Db, leagueId: string): Promise<LeagueMember[]> {
  const rows = await db
    .selectFrom('league_member')
    .innerJoin('user', 'user.id', 'user_id')
    .select(['user_id', 'username', 'role', 'season_ids', 'added_at'])
    .where('league_id', '=', leagueId)
    .orderBy('added_at')
    .orderBy('user_id')
    .execute()
  return rows
    .map((row) => ({
      userId: row.user_id,
      username: nameOf(row),
      role: row.role,
      seasonIds: row.season_ids,
      since: row.added_at.toISOString(),
    }))
    .toSorted((a, b) => MEMBER_ROLES.indexOf(a.role) - MEMBER_ROLES.indexOf(b.role))
}

async function listInvitations({ db, now }: Context, leagueId: string) {
  const rows = await db
    .selectFrom('league_invitation')
    .innerJoin('user', 'user.id', 'user_id')
    .innerJoin('user as author', 'author.id', 'invited_by')
    .select(['league_invitation.id', 'user_id', 'user.username', 'author.username as author'])
    .select(['role', 'season_ids', 'league_invitation.created_at', 'expires_at'])
    .where('league_id', '=', leagueId)
    .where('expires_at', '>', now())
    .orderBy('league_invitation.created_at')
    .orderBy('league_invitation.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    username: nameOf(row),
    role: row.role,
    seasonIds: row.season_ids,
    ...presentInvitation({ ...row, username: row.author }),
  }))
}

async function listLinks({ db, now }: Context, leagueId: string) {
  const rows = await db
    .selectFrom('league_invitation_link')
    .innerJoin('user', 'user.id', 'invited_by')
    .select(['role', 'season_ids', 'uses_left', 'username', 'expires_at'])
    .select('league_invitation_link.created_at')
    .where('league_id', '=', leagueId)
    .where('expires_at', '>', now())
    .orderBy('role')
    .execute()
  return rows.map((row) => ({
    role: row.role,
    seasonIds: row.season_ids,
    usesLeft: row.uses_left,
    ...presentInvitation(row),
  }))
}

/** The row has the username of the user who invites. */
export function presentInvitation(row: {
  readonly username: string | null
  readonly created_at: Date
  readonly expires_at: Date
}) {
  return {
    invitedByName: nameOf(row),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}

/** Runs within a change of the league. Throws a 409 for a user with a role, and for too many members. */
export async function insertMember(
  db: Db,
  { id: leagueId, owner_id, roles }: LeagueRecord,
  { userId, role, seasonIds }: GivenRole & { readonly userId: string },
): Promise<void> {
  if (userId === owner_id || roles[userId] !== undefined) {
    throw new ApiError(409, 'You have a role in this league already.')
  }
  const members = db.selectFrom('league_member').where('league_id', '=', leagueId)
  if ((await countRows(members)) >= MEMBERS_MAX) {
    throw new ApiError(409, `A league has at most ${MEMBERS_MAX} members.`)
  }
  await db
    .insertInto('league_member')
    .values({ league_id: leagueId, user_id: userId, role, season_ids: copyIds(seasonIds) })
    .execute()
  await db
    .deleteFrom('league_invitation')
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .execute()
}

interface Ids {
  readonly leagueId: string
  readonly userId: string
}

/** A role that comes without seasons stays limited as it was: clients from before do not know them. */
export async function changeRole(
  context: AppContext,
  { leagueId, userId }: Ids,
  change: ChangeRequest,
  wanted: Pick<GivenRole, 'role'> & Partial<GivenRole>,
): Promise<LeagueRecord> {
  const target = { id: leagueId, action: 'manageMembers' } as const
  return ownedLeagues.change(context, target, change, async (db, league) => {
    const before = getRole(league, userId)
    const given = readGivenRole({ seasonIds: before.seasonIds, ...wanted })
    for (const { role } of [before, given]) {
      ownedLeagues.checkAllowed(league, change.user, assigningAction(role))
    }
    if (isSameRole(before, given)) return null
    checkSeasons(league, given, before.seasonIds ?? [])
    await setRole(db, { leagueId, userId }, given)
    const details = {
      userId,
      before: before.role,
      after: given.role,
      ...(before.seasonIds && { beforeSeasonIds: before.seasonIds }),
      ...(given.seasonIds && { afterSeasonIds: given.seasonIds }),
    }
    return { action: 'memberRoleChanged', details }
  })
}

export function isSameRole(a: GivenRole, b: GivenRole): boolean {
  const [ofA, ofB] = [a, b].map(({ seasonIds }) => seasonIds?.toSorted().join(' '))
  return a.role === b.role && ofA === ofB
}

/** Returns the fields of a history entry that say where a role counts; a role in the whole league has none. */
export function noteSeasons({ seasonIds }: Pick<GivenRole, 'seasonIds'>) {
  return seasonIds === null ? {} : { seasonIds }
}

/** Reads a role from a request. */
export function readGivenRole<Role>({
  role,
  seasonIds = null,
}: {
  readonly role: Role
  readonly seasonIds?: readonly string[] | null
}) {
  return { role, seasonIds: seasonIds && seasonIds.map((id) => id.toLowerCase()) }
}

/** Throws a 400 for seasons that are neither in the league nor already in the role. */
export function checkSeasons(
  { season_ids: known }: LeagueRecord,
  { seasonIds }: Pick<GivenRole, 'seasonIds'>,
  before: readonly string[] = [],
): void {
  if (seasonIds === null || seasonIds.every((id) => [...known, ...before].includes(id))) return
  throw invalidField('/seasonIds', 'names seasons that are not in the league.')
}

export function copyIds(seasonIds: readonly string[] | null): string[] | null {
  return seasonIds && [...seasonIds]
}

/** Sets the role, and withdraws what the member has offered to others, because the new role may not allow it. */
export async function setRole(
  db: Db,
  { leagueId, userId }: Ids,
  { role, seasonIds }: GivenRole,
): Promise<void> {
  await db
    .updateTable('league_member')
    .set({ role, season_ids: copyIds(seasonIds) })
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .execute()
  await withdrawOffers(db, { leagueId, userId })
}

/** Members may leave; others need the right to remove them. Throws a 404 for a user without a role. */
export async function removeMember(
  context: AppContext,
  { leagueId, userId }: Ids,
  change: ChangeRequest,
): Promise<LeagueRecord> {
  const target = { id: leagueId, action: 'viewTeam' } as const
  return ownedLeagues.change(context, target, change, async (db, league) => {
    const isLeaving = userId === change.user.userId
    if (!isLeaving) ownedLeagues.checkAllowed(league, change.user, 'manageMembers')
    const given = getRole(league, userId)
    const { role } = given
    if (!isLeaving) ownedLeagues.checkAllowed(league, change.user, assigningAction(role))
    await deleteMember(db, { leagueId, userId })
    const details = { userId, role, ...noteSeasons(given) }
    return { action: isLeaving ? 'memberLeft' : 'memberRemoved', details }
  })
}

/**
 * Deletes the member and what they have offered to others, and an offer of the league to them: it is for members only.
 */
export async function deleteMember(db: Db, { leagueId, userId }: Ids): Promise<void> {
  for (const table of ['league_member', 'league_invitation'] as const) {
    await db
      .deleteFrom(table)
      .where('league_id', '=', leagueId)
      .where('user_id', '=', userId)
      .execute()
  }
  await withdrawOffers(db, { leagueId, userId })
}

function getRole({ roles }: LeagueRecord, userId: string): GivenRole {
  const given = roles[userId]
  if (given === undefined) throw new ApiError(404, `The user ${userId} has no role in this league.`)
  return given
}

async function withdrawOffers(db: Db, { leagueId, userId }: Ids): Promise<void> {
  for (const table of ['league_invitation', 'league_invitation_link'] as const) {
    await db
      .deleteFrom(table)
      .where('league_id', '=', leagueId)
      .where('invited_by', '=', userId)
      .execute()
  }
}
