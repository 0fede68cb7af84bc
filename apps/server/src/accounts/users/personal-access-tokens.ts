import {
  PersonalAccessToken,
  type PersonalAccessTokenCreate,
  TOKENS_MAX,
} from '@pitboard/contract/accounts/personal-access-tokens'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import { createTokenText, hashToken } from '../access/personal-token.ts'
import { audit } from '../auth/core/audit.ts'
import { lockUser } from './queries.ts'

const CREATIONS_OF_USER: RateLimit = {
  name: 'new personal access tokens of a user',
  calls: 30,
  seconds: 3_600,
  burst: 25,
}
const DAY_MS = 86_400_000

interface Actor {
  readonly userId: string
  readonly ip: string | null
}

export async function listTokens(db: Db, userId: string): Promise<PersonalAccessToken[]> {
  const rows = await db
    .selectFrom('personal_access_token')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => presentFields(PersonalAccessToken, { ...row, token: null }))
}

/** Throws a 409 if the user has as many tokens as there may be, and a 429 for too many in an hour. */
export async function createToken(
  context: AppContext,
  { userId, ip }: Actor,
  { name, scopes, lifetimeDays }: Static<typeof PersonalAccessTokenCreate>,
): Promise<PersonalAccessToken> {
  const { db, newId, now, rateLimits } = context
  const waitSeconds = await rateLimits.take({ limit: CREATIONS_OF_USER, key: userId })
  if (waitSeconds > 0) {
    throw new ApiError(429, 'You have created too many tokens in the last hour. Try again later.', {
      headers: { 'retry-after': String(Math.ceil(waitSeconds)) },
    })
  }
  return inTransaction(db, async (transaction) => {
    await lockUser(transaction, userId)
    if ((await listTokens(transaction, userId)).length >= TOKENS_MAX) {
      throw new ApiError(409, `You already have ${TOKENS_MAX} access tokens: revoke one first.`)
    }
    const token = createTokenText()
    const createdAt = now()
    const row = await transaction
      .insertInto('personal_access_token')
      .values({
        id: newId(),
        user_id: userId,
        name: name.trim(),
        token_hash: hashToken(token),
        scopes,
        created_at: createdAt,
        expires_at: new Date(createdAt.getTime() + lifetimeDays * DAY_MS),
        last_used_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const details = { name: row.name, scopes: scopes.join(' ') }
    await audit(
      { ...context, db: transaction },
      { action: 'personal_token_created', userId, ip, details },
    )
    return presentFields(PersonalAccessToken, { ...row, token })
  })
}

/** Returns false where the user has no such token. */
export async function revokeToken(
  context: AppContext,
  { userId, ip }: Actor,
  id: string,
): Promise<boolean> {
  return inTransaction(context.db, async (db) => {
    const revoked = await db
      .deleteFrom('personal_access_token')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (!revoked) return false
    await audit(
      { ...context, db },
      { action: 'personal_token_revoked', userId, ip, details: revoked },
    )
    return true
  })
}
