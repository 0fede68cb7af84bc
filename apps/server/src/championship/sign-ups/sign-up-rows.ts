import type { SignUp, SignUpStatus } from '@pitboard/contract/sign-ups/sign-ups'
import { sql } from 'kysely'
import { nameOf } from '../../accounts/users/queries.ts'
import type { SignUpRow } from './sign-up-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { contentTag } from '../../platform/http/etags.ts'

interface SignUpFilter {
  readonly status?: SignUpStatus
  readonly tier?: string
}

export interface NamedSignUp extends SignUpRow {
  readonly username: string | null
  /** It is the place among all that wait in the season, from 1. */
  readonly waiting_place: number | null
}

/** Selects them in the order in which they signed up. */
export function selectSignUps(db: Db, seasonId: string, { status, tier }: SignUpFilter = {}) {
  return db
    .selectFrom('season_sign_up')
    .innerJoin('user', 'user.id', 'user_id')
    .selectAll('season_sign_up')
    .select('username')
    .select(
      sql<number | null>`case when status = 'waiting' then (
        select count(*) from season_sign_up other
        where other.season_id = season_sign_up.season_id and other.status = 'waiting'
          and (other.queued_at, other.id) <= (season_sign_up.queued_at, season_sign_up.id)
      )::int end`.as('waiting_place'),
    )
    .where('season_id', '=', seasonId)
    .where((where) =>
      where.and({ ...(status !== undefined && { status }), ...(tier !== undefined && { tier }) }),
    )
    .orderBy('queued_at')
    .orderBy('season_sign_up.id')
}

export async function findSignUpOf(
  db: Db,
  seasonId: string,
  userId: string,
): Promise<NamedSignUp | undefined> {
  return selectSignUps(db, seasonId).where('user_id', '=', userId).executeTakeFirst()
}

export async function findSignUp(
  db: Db,
  seasonId: string,
  id: string,
): Promise<NamedSignUp | undefined> {
  return selectSignUps(db, seasonId).where('season_sign_up.id', '=', id).executeTakeFirst()
}

/** Throws a 404. */
export async function getSignUp(db: Db, seasonId: string, id: string): Promise<NamedSignUp> {
  const row = await findSignUp(db, seasonId, id)
  if (row) return row
  throw new ApiError(404, `There is no sign-up ${id} in this season.`)
}

export function presentSignUp(row: NamedSignUp): SignUp {
  return {
    id: row.id,
    userId: row.user_id,
    username: nameOf(row),
    status: row.status,
    name: row.name,
    tier: row.tier,
    platformId: row.platform_id,
    answers: row.answers.map(({ questionId, answer }) => ({ questionId, answer })),
    waitingPlace: row.waiting_place,
    createdAt: row.created_at.toISOString(),
  }
}

/** Returns the tag of what its author wrote: an organiser who accepts the sign-up changes nothing of it. */
export function signUpTag(row: NamedSignUp | undefined): string {
  if (!row || row.status === 'withdrawn') return contentTag('')
  const { name, tier, platform_id: platformId, answers } = row
  const given = answers.map(({ questionId, answer }) => [questionId, answer])
  return contentTag(JSON.stringify([name, tier, platformId, given]))
}

/** Returns how many drivers have a place, by tier. */
export async function countAccepted(db: Db, seasonId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('season_sign_up')
    .select(['tier', sql<number>`count(*)::int`.as('accepted')])
    .where('season_id', '=', seasonId)
    .where('status', '=', 'accepted')
    .groupBy('tier')
    .orderBy('tier')
    .execute()
  return new Map(rows.map(({ tier, accepted }) => [tier, accepted]))
}
