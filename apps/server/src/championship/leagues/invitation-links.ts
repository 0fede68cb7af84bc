import { createHash, randomBytes } from 'node:crypto'
import type { LinkPreview } from '@pitboard/contract/leagues/league-members'
import { assigningAction, type MemberRole } from '@pitboard/contract/leagues/league-roles'
import { sql } from 'kysely'
import { checkHasUsername } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller, ChangeRequest } from '../history/versioned-update.ts'
import {
  checkSeasons,
  copyIds,
  insertMember,
  noteSeasons,
  presentInvitation,
  readGivenRole,
} from './members.ts'
import { type LeagueRecord, ownedLeagues } from './queries.ts'

const DAY_MS = 86_400_000

interface Ids {
  readonly leagueId: string
  readonly role: MemberRole
}

interface NewLink {
  readonly days: number
  readonly uses: number
  readonly seasonIds?: readonly string[] | null
}

/** Returns the code of the new link, which is stored as a hash. An earlier link of the role ends. */
export async function createLink(
  context: AppContext,
  { leagueId, role }: Ids,
  change: ChangeRequest,
  { days, uses, seasonIds: wanted }: NewLink,
): Promise<{ code: string; league: LeagueRecord }> {
  const code = randomBytes(32).toString('base64url')
  const target = { id: leagueId, action: assigningAction(role) } as const
  const given = readGivenRole({ role, seasonIds: wanted ?? null })
  const league = await ownedLeagues.change(context, target, change, async (db, before) => {
    checkSeasons(before, given)
    const createdAt = context.now()
    const link = {
      code_hash: hashCode(code),
      invited_by: change.user.userId,
      season_ids: copyIds(given.seasonIds),
      uses_left: uses,
      created_at: createdAt,
      expires_at: new Date(createdAt.getTime() + days * DAY_MS),
    }
    await db
      .insertInto('league_invitation_link')
      .values({ league_id: leagueId, role, ...link })
      .onConflict((conflict) => conflict.columns(['league_id', 'role']).doUpdateSet(link))
      .execute()
    return { action: 'linkCreated', details: { role, days, uses, ...noteSeasons(given) } }
  })
  return { code, league }
}

export async function revokeLink(
  context: AppContext,
  { leagueId, role }: Ids,
  change: ChangeRequest,
): Promise<LeagueRecord> {
  const target = { id: leagueId, action: assigningAction(role) } as const
  return ownedLeagues.change(context, target, change, async (db) => {
    if (!(await deleteLink(db, { leagueId, role }))) throw noSuchLink()
    return { action: 'linkRevoked', details: { role } }
  })
}

/** Returns false for a role without a link. */
export async function deleteLink(db: Db, { leagueId, role }: Ids): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('league_invitation_link')
    .where('league_id', '=', leagueId)
    .where('role', '=', role)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Throws a 404 for a link that is unknown, used up, revoked or expired. */
export async function previewLink(
  { db, now }: AppContext,
  code: string,
  { userId }: Caller,
): Promise<LinkPreview> {
  const link = await validLink(db, code, now())
    .innerJoin('league', 'league.id', 'league_id')
    .innerJoin('user', 'user.id', 'invited_by')
    .select(['league_id', 'league.name', 'role', 'season_ids', 'username', 'owner_id'])
    .select(['league_invitation_link.created_at', 'expires_at'])
    .select(
      sql<boolean>`exists (select from league_member
        where league_id = league.id and user_id = ${userId})`.as('is_member'),
    )
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!link) throw noSuchLink()
  return {
    leagueId: link.league_id,
    leagueName: link.name,
    role: link.role,
    seasonIds: link.season_ids,
    ...presentInvitation(link),
    isMember: link.is_member || link.owner_id === userId,
  }
}

/** Throws a 404 as `previewLink` does, and a 409 for a user with a role in the league. */
export async function acceptLink(
  context: AppContext,
  code: string,
  user: Caller,
): Promise<LeagueRecord> {
  const { userId } = user
  const { leagueId } = await previewLink(context, code, user)
  await checkHasUsername(context.db, userId)
  // The lock comes first: the link may be revoked or used up meanwhile.
  const target = { id: leagueId, action: async () => {} }
  return ownedLeagues.change(context, target, { user, wanted: null }, async (db, league) => {
    const link = await validLink(db, code, context.now())
      .select(['role', 'season_ids'])
      .executeTakeFirst()
    if (!link) throw noSuchLink()
    const { role, season_ids: seasonIds } = link
    await insertMember(db, league, { userId, role, seasonIds })
    await countUse(db, { leagueId, role })
    const details = { userId, role, byLink: true, ...noteSeasons({ seasonIds }) }
    return { action: 'memberJoined', details }
  })
}

async function countUse(db: Db, { leagueId, role }: Ids): Promise<void> {
  await db
    .updateTable('league_invitation_link')
    .set({ uses_left: sql<number>`uses_left - 1` })
    .where('league_id', '=', leagueId)
    .where('role', '=', role)
    .execute()
}

function validLink(db: Db, code: string, now: Date) {
  return db
    .selectFrom('league_invitation_link')
    .where('code_hash', '=', hashCode(code))
    .where('uses_left', '>', 0)
    .where('expires_at', '>', now)
}

/** The code has 256 random bits: a fast hash cannot be reversed. */
function hashCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

function noSuchLink(): ApiError {
  return new ApiError(404, 'This invitation link is no longer valid.')
}
