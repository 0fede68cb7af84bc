import {
  type LeagueMember,
  type LeagueTeam,
  MEMBERS_MAX,
} from '@pitboard/contract/leagues/league-members'
import type { Membership } from '@pitboard/contract/leagues/memberships'
import {
  assigningAction,
  isAllowed,
  MEMBER_ROLES,
  type MemberRole,
} from '@pitboard/contract/leagues/league-roles'
import { nameOf } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller, ChangeRequest } from '../history/versioned-update.ts'
import { type LeagueRecord, ownedLeagues } from './queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** Lists the leagues of others in which the user has a role. */
export async function listMemberships(db: Db, userId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('league_member')
    .innerJoin('league', 'league.id', 'league_id')
    .innerJoin('user', 'user.id', 'league.owner_id')
    .select(['league.id', 'league.name', 'owner_id', 'username', 'role', 'added_at'])
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
    .select(['user_id', 'username', 'role', 'added_at'])
    .where('league_id', '=', leagueId)
    .orderBy('added_at')
    .orderBy('user_id')
    .execute()
  return rows
    .map((row) => ({
      userId: row.user_id,
      username: nameOf(row),
      role: row.role,
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
    .select(['role', 'league_invitation.created_at', 'expires_at'])
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
    ...presentInvitation({ ...row, username: row.author }),
  }))
}

async function listLinks({ db, now }: Context, leagueId: string) {
  const rows = await db
    .selectFrom('league_invitation_link')
    .innerJoin('user', 'user.id', 'invited_by')
    .select(['role', 'uses_left', 'username', 'league_invitation_link.created_at', 'expires_at'])
    .where('league_id', '=', leagueId)
    .where('expires_at', '>', now())
    .orderBy('role')
    .execute()
  return rows.map((row) => ({
    role: row.role,
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
  { userId, role }: { readonly userId: string; readonly role: MemberRole },
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
    .values({ league_id: leagueId, user_id: userId, role })
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

export async function changeRole(
  context: AppContext,
  { leagueId, userId }: Ids,
  change: ChangeRequest,
  role: MemberRole,
): Promise<LeagueRecord> {
  const target = { id: leagueId, action: 'manageMembers' } as const
  return ownedLeagues.change(context, target, change, async (db, league) => {
    const before = getRole(league, userId)
    ownedLeagues.checkAllowed(league, change.user, assigningAction(before))
    ownedLeagues.checkAllowed(league, change.user, assigningAction(role))
    if (before === role) return null
    await setRole(db, { leagueId, userId }, role)
    return { action: 'memberRoleChanged', details: { userId, before, after: role } }
  })
}

/** Sets the role, and withdraws what the member has offered to others, because the new role may not allow it. */
export async function setRole(db: Db, { leagueId, userId }: Ids, role: MemberRole): Promise<void> {
  await db
    .updateTable('league_member')
    .set({ role })
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
    const role = getRole(league, userId)
    if (!isLeaving) ownedLeagues.checkAllowed(league, change.user, assigningAction(role))
    await deleteMember(db, { leagueId, userId })
    return { action: isLeaving ? 'memberLeft' : 'memberRemoved', details: { userId, role } }
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

function getRole({ roles }: LeagueRecord, userId: string): MemberRole {
  const role = roles[userId]
  if (role === undefined) throw new ApiError(404, `The user ${userId} has no role in this league.`)
  return role
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
