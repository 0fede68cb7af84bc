import { OPEN_INVITATIONS_MAX, type OwnInvitation } from '@pitboard/contract/leagues/league-members'
import { assigningAction, type MemberRole } from '@pitboard/contract/leagues/league-roles'
import { sql } from 'kysely'
import { checkHasUsername } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import type { Caller, ChangeRequest } from '../history/versioned-update.ts'
import {
  checkSeasons,
  copyIds,
  insertMember,
  noteSeasons,
  presentInvitation,
  readGivenRole,
} from './members.ts'
import { transferLeague } from './ownership.ts'
import { type LeagueRecord, ownedLeagues } from './queries.ts'

declare module '../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /** The user can answer it; published in the transaction that stores the invitation, or the offer of the league. */
    invited: {
      readonly invitationId: string
      readonly leagueId: string
      readonly userId: string
    }
  }
}

export const INVITATION_LIFETIME_MS = 14 * 86_400_000

type OfferedRole = 'owner' | MemberRole

interface Invited {
  readonly username: string
  readonly role: OfferedRole
  readonly seasonIds?: readonly string[] | null
}

/**
 * Invites a user, or offers the league to a member. Throws a 404 for an unknown name, a 409 for a user
 * with an open invitation, for one with a role, and for an offer to somebody else than a member.
 */
export async function inviteUser(
  context: AppContext,
  leagueId: string,
  change: ChangeRequest,
  { username, ...offered }: Invited,
): Promise<LeagueRecord> {
  const given = readGivenRole(offered)
  const { role } = given
  if (role === 'owner' && given.seasonIds) {
    throw invalidField('/seasonIds', 'must be null: an owner has the whole league.')
  }
  const target = { id: leagueId, action: assigningAction(role) } as const
  return ownedLeagues.change(context, target, change, async (db, league) => {
    checkSeasons(league, given)
    const userId = await getUserId(db, username)
    const invitedBy = change.user.userId
    await insertInvitation({ ...context, db }, league, { ...given, userId, invitedBy })
    const action = role === 'owner' ? 'ownershipOffered' : 'memberInvited'
    return { action, details: { userId, role, ...noteSeasons(given) } }
  })
}

interface NewInvitation {
  readonly userId: string
  readonly role: OfferedRole
  readonly seasonIds: readonly string[] | null
  readonly invitedBy: string
}

/** Runs within a change of the league. Throws the 409s of `inviteUser`. */
export async function insertInvitation(
  { db, events, newId, now }: Pick<AppContext, 'db' | 'events' | 'newId' | 'now'>,
  league: LeagueRecord,
  { userId, role, seasonIds, invitedBy }: NewInvitation,
): Promise<void> {
  await checkInvitable(league, userId, role)
  const createdAt = now()
  const invitationId = newId()
  await removeExpired(db, createdAt)
  await checkOpenCount(db, league.id)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('league_invitation')
    .values({
      id: invitationId,
      league_id: league.id,
      user_id: userId,
      role,
      season_ids: copyIds(seasonIds),
      invited_by: invitedBy,
      created_at: createdAt,
      expires_at: new Date(createdAt.getTime() + INVITATION_LIFETIME_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) {
    throw new ApiError(409, 'There is an open invitation already: revoke it first.')
  }
  await events.publish(db, 'invited', { invitationId, leagueId: league.id, userId })
}

/** Throws a 404 for a name that nobody has. */
export async function getUserId(db: Db, username: string): Promise<string> {
  const user = await db
    .selectFrom('user')
    .select('id')
    .where(sql<boolean>`lower(username) = lower(${username.trim()})`)
    .executeTakeFirst()
  if (user) return user.id
  throw new ApiError(404, `There is no user "${username}".`, { kind: 'no-such-user' })
}

async function checkInvitable(
  { owner_id, roles }: LeagueRecord,
  userId: string,
  role: OfferedRole,
): Promise<void> {
  const isMember = roles[userId] !== undefined
  if (role === 'owner') {
    if (isMember) return
    throw new ApiError(409, 'A league can only be offered to one of its members.')
  }
  if (!isMember && userId !== owner_id) return
  throw new ApiError(409, 'This user has a role in the league already.')
}

async function checkOpenCount(db: Db, leagueId: string): Promise<void> {
  const open = db.selectFrom('league_invitation').where('league_id', '=', leagueId)
  if ((await countRows(open)) < OPEN_INVITATIONS_MAX) return
  throw new ApiError(409, `A league has at most ${OPEN_INVITATIONS_MAX} open invitations.`)
}

/** Erases expired invitations to leagues and offers of seasons. */
export async function removeExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('league_invitation').where('expires_at', '<=', now).execute()
}

/** Erases expired invitations and links; returns nothing, because nobody waits for it. */
export async function removeExpiredInvitations({
  db,
  now,
}: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await removeExpired(db, now())
  await db.deleteFrom('league_invitation_link').where('expires_at', '<=', now()).execute()
}

export async function revokeInvitation(
  context: AppContext,
  { leagueId, invitationId }: { readonly leagueId: string; readonly invitationId: string },
  change: ChangeRequest,
): Promise<LeagueRecord> {
  const target = { id: leagueId, action: 'manageMembers' } as const
  return ownedLeagues.change(context, target, change, async (db, league) => {
    const revoked = await db
      .deleteFrom('league_invitation')
      .where('id', '=', invitationId)
      .where('league_id', '=', leagueId)
      .returning(['user_id', 'role', 'season_ids'])
      .executeTakeFirst()
    if (!revoked) throw noSuchInvitation()
    const { user_id: userId, role, season_ids: seasonIds } = revoked
    ownedLeagues.checkAllowed(league, change.user, assigningAction(role))
    return { action: 'invitationRevoked', details: { userId, role, ...noteSeasons({ seasonIds }) } }
  })
}

/** Lists the newest of the user's open invitations. */
export async function listOwnInvitations(
  { db, now }: AppContext,
  userId: string,
): Promise<OwnInvitation[]> {
  const rows = await openInvitations(db, userId, now())
    .innerJoin('user', 'user.id', 'invited_by')
    .select(['league_invitation.id', 'league.id as league_id', 'league.name', 'username', 'role'])
    .select(['season_ids', 'league_invitation.created_at', 'expires_at'])
    .orderBy('league_invitation.created_at', 'desc')
    .orderBy('league_invitation.id')
    .limit(OPEN_INVITATIONS_MAX)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    leagueId: row.league_id,
    leagueName: row.name,
    role: row.role,
    seasonIds: row.season_ids,
    ...presentInvitation(row),
  }))
}

function openInvitations(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('league_invitation')
    .innerJoin('league', 'league.id', 'league_id')
    .where('league_invitation.user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('deleted_at', 'is', null)
}

/** Throws a 404 for an invitation that is not the caller's or no longer open. */
export async function acceptInvitation(
  context: AppContext,
  invitationId: string,
  user: Caller,
): Promise<LeagueRecord> {
  const { userId } = user
  const open = await openInvitations(context.db, userId, context.now())
    .select('league.id as league_id')
    .where('league_invitation.id', '=', invitationId)
    .executeTakeFirst()
  if (!open) throw noSuchInvitation()
  await checkHasUsername(context.db, userId)
  // The lock comes first: the invitation may be revoked meanwhile.
  const target = { id: open.league_id, action: async () => {} }
  return ownedLeagues.change(context, target, { user, wanted: null }, async (db, league) => {
    const taken = await deleteInvitation(db, invitationId, userId)
    if (!taken || taken.expires_at <= context.now()) throw noSuchInvitation()
    const { role, season_ids: seasonIds } = taken
    if (role === 'owner') return transferLeague(db, league, userId)
    await insertMember(db, league, { userId, role, seasonIds })
    return { action: 'memberJoined', details: { userId, role, ...noteSeasons({ seasonIds }) } }
  })
}

export async function declineInvitation(
  { db }: AppContext,
  invitationId: string,
  { userId }: Caller,
): Promise<void> {
  if (!(await deleteInvitation(db, invitationId, userId))) throw noSuchInvitation()
}

/** Deletes an invitation to the user; returns undefined if it is not open. */
export async function deleteInvitation(db: Db, id: string, userId: string) {
  return db
    .deleteFrom('league_invitation')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['role', 'season_ids', 'expires_at'])
    .executeTakeFirst()
}

function noSuchInvitation(): ApiError {
  return new ApiError(404, 'This invitation is no longer open.')
}
