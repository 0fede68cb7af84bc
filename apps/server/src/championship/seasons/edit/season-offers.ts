import { OPEN_INVITATIONS_MAX } from '@pitboard/contract/leagues/league-members'
import type { OwnSeasonOffer, SeasonOffer } from '@pitboard/contract/seasons/season-offer'
import { checkHasUsername, lockUser, nameOf } from '../../../accounts/users/queries.ts'
import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import {
  deleteInvitation,
  getUserId,
  INVITATION_LIFETIME_MS,
  removeExpired,
} from '../../leagues/invitations.ts'
import { type Caller, type ChangeRequest, checkOwnedCount } from '../../history/versioned-update.ts'
import { ownedSeasons, type SeasonRecord } from '../store/queries.ts'

declare module '../../../platform/events/domain-events.ts' {
  interface DomainEvents {
    /** The user can take the season over; published in the transaction that stores the offer. */
    seasonOffered: {
      readonly offerId: string
      readonly seasonId: string
      readonly userId: string
    }
  }
}

/** Returns the open offer, for the owner of the season alone. */
export async function readSeasonOffer(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  seasonId: string,
  user: Caller,
): Promise<SeasonOffer | null> {
  await ownedSeasons.getAllowed(db, seasonId, user, 'transferLeague')
  const row = await db
    .selectFrom('league_invitation')
    .innerJoin('user', 'user.id', 'user_id')
    .select(['league_invitation.id', 'user_id', 'username'])
    .select(['league_invitation.created_at', 'expires_at'])
    .where('season_id', '=', seasonId)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!row) return null
  return { id: row.id, userId: row.user_id, username: nameOf(row), ...timesOf(row) }
}

/**
 * Offers the season to a user. Throws a 404 for an unknown name, and a 409 for a season of a league, for its owner and for
 * a season that is offered already.
 */
export async function offerSeason(
  context: AppContext,
  seasonId: string,
  change: ChangeRequest,
  username: string,
): Promise<SeasonRecord> {
  const target = { id: seasonId, action: 'transferLeague' } as const
  return ownedSeasons.change(context, target, change, async (db, season) => {
    checkNoLeague(season)
    const userId = await getUserId(db, username)
    if (userId === season.owner_id) throw new ApiError(409, 'The season is yours already.')
    const createdAt = context.now()
    const offerId = context.newId()
    await removeExpired(db, createdAt)
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('league_invitation')
      .values({
        id: offerId,
        league_id: null,
        season_id: seasonId,
        user_id: userId,
        role: 'owner',
        invited_by: season.owner_id,
        created_at: createdAt,
        expires_at: new Date(createdAt.getTime() + INVITATION_LIFETIME_MS),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) {
      throw new ApiError(409, 'The season is offered to somebody already: revoke that first.')
    }
    await context.events.publish(db, 'seasonOffered', { offerId, seasonId, userId })
    return { action: 'seasonOffered', details: { userId } }
  })
}

export async function revokeSeasonOffer(
  context: AppContext,
  seasonId: string,
  change: ChangeRequest,
): Promise<SeasonRecord> {
  const target = { id: seasonId, action: 'transferLeague' } as const
  return ownedSeasons.change(context, target, change, async (db) => {
    const revoked = await db
      .deleteFrom('league_invitation')
      .where('season_id', '=', seasonId)
      .returning('user_id')
      .executeTakeFirst()
    if (!revoked) throw noSuchOffer()
    return { action: 'seasonOfferRevoked', details: { userId: revoked.user_id } }
  })
}

/** Lists the offers of seasons to the user, the newest first. */
export async function listOwnSeasonOffers(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: string,
): Promise<OwnSeasonOffer[]> {
  const rows = await openOffers(db, userId, now())
    .innerJoin('user', 'user.id', 'invited_by')
    .select(['league_invitation.id', 'season.id as season_id', 'season.name', 'username'])
    .select(['league_invitation.created_at', 'expires_at'])
    .orderBy('league_invitation.created_at', 'desc')
    .orderBy('league_invitation.id')
    .limit(OPEN_INVITATIONS_MAX)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    seasonId: row.season_id,
    seasonName: row.name,
    offeredByName: nameOf(row),
    ...timesOf(row),
  }))
}

function openOffers(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('league_invitation')
    .innerJoin('season', 'season.id', 'season_id')
    .where('league_invitation.user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('deleted_at', 'is', null)
}

/**
 * Makes the caller the owner. Throws a 404 for an offer that is not the caller's or no longer open, and a 409 for a season
 * that was added to a league meanwhile and for a caller with too many seasons.
 */
export async function acceptSeasonOffer(
  context: AppContext,
  offerId: string,
  user: Caller,
): Promise<SeasonRecord> {
  const { userId } = user
  const open = await openOffers(context.db, userId, context.now())
    .select('season.id')
    .where('league_invitation.id', '=', offerId)
    .executeTakeFirst()
  if (!open) throw noSuchOffer()
  await checkHasUsername(context.db, userId)
  // The lock comes first: the offer may be revoked meanwhile.
  const target = { id: open.id, action: async () => {} }
  return ownedSeasons.change(context, target, { user, wanted: null }, async (db, season) => {
    const taken = await deleteInvitation(db, offerId, userId)
    if (!taken || taken.expires_at <= context.now()) throw noSuchOffer()
    checkNoLeague(season)
    await lockUser(db, userId)
    await checkOwnedCount(db, 'season', userId)
    return {
      action: 'seasonTransferred',
      details: { userId, previousId: season.owner_id },
      set: { owner_id: userId },
    }
  })
}

export async function declineSeasonOffer(
  { db }: AppContext,
  offerId: string,
  { userId }: Caller,
): Promise<void> {
  if (!(await deleteInvitation(db, offerId, userId))) throw noSuchOffer()
}

/** The seasons of a league go with the league, and its roles count only in seasons of its owner. */
function checkNoLeague({ leagues }: SeasonRecord): void {
  if (leagues.length === 0) return
  throw new ApiError(409, 'The season is in a league: it goes with the league to another owner.')
}

function timesOf(row: { readonly created_at: Date; readonly expires_at: Date }) {
  return { createdAt: row.created_at.toISOString(), expiresAt: row.expires_at.toISOString() }
}

function noSuchOffer(): ApiError {
  return new ApiError(404, 'This offer is no longer open.')
}
