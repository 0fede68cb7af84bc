import type { NameClaim } from '@pitboard/contract/roster/roster'
import { sql } from 'kysely'
import { checkHasUsername, nameOf } from '../../../accounts/users/queries.ts'
import type { AppContext } from '../../../context.ts'
import { countRows } from '../../../platform/db/count-rows.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { ChangeRequest } from '../../history/versioned-update.ts'
import { createResolveName } from '../../standings/identify-drivers.ts'
import { ownedSeasons } from '../store/queries.ts'
import { linkDrivers, readApprovedClaims } from './driver-users.ts'

declare module '../../../platform/db/tables.ts' {
  interface Refinements {
    season_claim: {
      status: NameClaim['status']
    }
  }
}

const CLAIMS_MAX = 1_000

interface Ids {
  readonly seasonId: string
  readonly claimId: string
}

/** Lists the claims, the oldest first; if a user is named, only theirs. */
export async function listClaims(
  db: Db,
  seasonId: string,
  userId: string | null,
): Promise<NameClaim[]> {
  const rows = await claimsOf(db, seasonId)
    .where((where) => where.and(userId === null ? {} : { user_id: userId }))
    .orderBy('season_claim.created_at')
    .orderBy('season_claim.id')
    .execute()
  return rows.map(toClaim)
}

function claimsOf(db: Db, seasonId: string) {
  return db
    .selectFrom('season_claim')
    .innerJoin('user', 'user.id', 'user_id')
    .select(['season_claim.id', 'name', 'user_id', 'status', 'username'])
    .where('season_id', '=', seasonId)
}

function toClaim({
  id,
  name,
  user_id,
  status,
  ...row
}: {
  id: string
  name: string
  user_id: string
  status: NameClaim['status']
  username: string | null
}): NameClaim {
  return { id, name, userId: user_id, username: nameOf(row), status }
}

/**
 * A user has one claim in a season: another name replaces it while it is pending. Throws a 404 for a name
 * that is not in the season, a 409 after the organiser's decision.
 */
export async function claimName(
  { db, newId }: AppContext,
  seasonId: string,
  userId: string,
  { name, isKnown }: { readonly name: string; readonly isKnown: boolean },
): Promise<NameClaim> {
  await checkHasUsername(db, userId)
  if (!isKnown) throw new ApiError(404, `There is no driver "${name}" in this season.`)
  return inTransaction(db, async (transaction) => {
    await sql`select from season where id = ${seasonId} for update`.execute(transaction)
    const own = await claimsOf(transaction, seasonId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (own?.status === 'refused') {
      throw new ApiError(409, 'The organiser has refused your claim.')
    }
    if (own?.status === 'approved') {
      throw new ApiError(409, 'You already have a name in this season: withdraw it first.')
    }
    if (own) {
      await transaction.updateTable('season_claim').set({ name }).where('id', '=', own.id).execute()
      return toClaim({ ...own, name })
    }
    const claims = transaction.selectFrom('season_claim').where('season_id', '=', seasonId)
    if ((await countRows(claims)) >= CLAIMS_MAX) {
      throw new ApiError(409, `A season has at most ${CLAIMS_MAX} claims.`)
    }
    const id = newId()
    await transaction
      .insertInto('season_claim')
      .values({ id, season_id: seasonId, user_id: userId, name, status: 'pending' })
      .execute()
    const claim = await claimsOf(transaction, seasonId)
      .where('season_claim.id', '=', id)
      .executeTakeFirstOrThrow()
    return toClaim(claim)
  })
}

/** Throws a 404 for an unknown claim, a 409 if another user has the name. */
export async function decideClaim(
  context: AppContext,
  { seasonId, claimId }: Ids,
  change: ChangeRequest,
  status: 'approved' | 'refused',
): Promise<NameClaim> {
  const target = { id: seasonId, action: 'manageSeasons' } as const
  await ownedSeasons.change(context, target, change, async (db, season) => {
    const claim = await getClaim(db, { seasonId, claimId })
    if (claim.status === status) return null
    if (status === 'approved') {
      const resolveName = createResolveName(season.aliases)
      const taken = (await readApprovedClaims(db, seasonId)).some(
        ({ name }) => resolveName(name) === resolveName(claim.name),
      )
      if (taken) throw new ApiError(409, `"${claim.name}" belongs to another user already.`)
    }
    await db.updateTable('season_claim').set({ status }).where('id', '=', claimId).execute()
    await linkDrivers(db, season)
    const action = status === 'approved' ? 'claimApproved' : 'claimRefused'
    return { action, details: { claimId, userId: claim.userId, driver: claim.name } }
  })
  return getClaim(context.db, { seasonId, claimId })
}

async function getClaim(db: Db, { seasonId, claimId }: Ids): Promise<NameClaim> {
  const claim = await claimsOf(db, seasonId)
    .where('season_claim.id', '=', claimId)
    .executeTakeFirst()
  if (claim) return toClaim(claim)
  throw new ApiError(404, `There is no claim ${claimId} in this season.`)
}

/** A refused claim stays, so that it is not made again. */
export async function withdrawClaim(db: Db, ids: Ids, userId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('season_claim')
    .where('id', '=', ids.claimId)
    .where('season_id', '=', ids.seasonId)
    .where('user_id', '=', userId)
    .where('status', '<>', 'refused')
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new ApiError(404, `You have no claim ${ids.claimId}.`)
}
