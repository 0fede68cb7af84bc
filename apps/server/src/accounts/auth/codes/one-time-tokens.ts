import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { OneTimeToken, TokenPurpose } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import type { KeySet } from '../keys/key-set.ts'
import { lockUser } from '../users/queries.ts'

export const MAIL_SECONDS = 3600
export const SMS_SECONDS = 300
/** A code becomes void after this many wrong guesses. */
const GUESSES_MAX = 5

interface NewToken {
  readonly userId: string
  readonly purpose: TokenPurpose
  /** The e-mail address or phone number it is sent to. */
  readonly relatesTo: string
  readonly isPkce: boolean
}

/**
 * Stores a new code, which replaces the previous one for the same purpose. Here as below a user is locked before their
 * tokens: two requests with different tokens would deadlock.
 */
export async function insertToken(
  { db, keys, newId, now }: Pick<AuthContext, 'db' | 'keys' | 'newId' | 'now'>,
  { userId, purpose, relatesTo, isPkce }: NewToken,
): Promise<{ code: string; tokenHash: string }> {
  const id = newId()
  const code = randomCode()
  const tokenHash = hashCode(keys, { id, relatesTo, code, isPkce })
  await lockUser(db, userId)
  await db
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
  await db
    .insertInto('auth.one_time_tokens')
    .values({
      id,
      user_id: userId,
      purpose,
      token_hash: tokenHash,
      relates_to: relatesTo,
      created_at: now(),
    })
    .execute()
  return { code, tokenHash }
}

/**
 * Finds the token of a link, as long as it is valid. Wrong guesses of its code do not end it: nobody can guess a link,
 * and anybody could guess wrong to lock its owner out.
 */
export async function findTokenByHash(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  tokenHash: string,
  purposes: readonly TokenPurpose[],
): Promise<OneTimeToken | undefined> {
  const tokens = db
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', [...purposes])
  const found = await tokens.executeTakeFirst()
  if (!found || !(await lockUser(db, found.user_id))) return undefined
  const token = await tokens.forUpdate().executeTakeFirst()
  return token && isFresh(token, now()) ? token : undefined
}

/** Finds the valid token with this code, and counts wrong guesses. */
export async function findTokenByCode(
  { db, keys, now }: Pick<AuthContext, 'db' | 'keys' | 'now'>,
  { userId, purposes, code }: { userId: string; purposes: readonly TokenPurpose[]; code: string },
): Promise<OneTimeToken | undefined> {
  await lockUser(db, userId)
  const tokens = await db
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', 'in', [...purposes])
    .forUpdate()
    .execute()
  const good = tokens.filter(
    (token) => token.failed_attempts < GUESSES_MAX && isFresh(token, now()),
  )
  const found = good.find(({ id, relates_to: relatesTo, token_hash: stored }) =>
    isSameHash(stored, hashCode(keys, { id, relatesTo, code, isPkce: isPkceHash(stored) })),
  )
  if (!found && good.length > 0) await countGuess(db, good)
  return found
}

async function countGuess(db: Db, tokens: readonly OneTimeToken[]): Promise<void> {
  await db
    .updateTable('auth.one_time_tokens')
    .set((row) => ({ failed_attempts: row('failed_attempts', '+', 1) }))
    .where(
      'id',
      'in',
      tokens.map(({ id }) => id),
    )
    .execute()
}

/** Once an address of a user is confirmed, all tokens that were sent to them are void. */
export async function deleteTokensOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
}

function isFresh({ created_at: at, relates_to: to }: OneTimeToken, now: Date): boolean {
  const seconds = to.includes('@') ? MAIL_SECONDS : SMS_SECONDS
  return now.getTime() - at.getTime() <= seconds * 1000
}

const DIGITS = 6
const PKCE_PREFIX = 'pkce_'

export function randomCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
}

/**
 * Returns what a code is stored as, and the token of its link: 56 hexadecimal digits as clients know them. Both are
 * keyed, and different for each row: who knows the address can't work out a link from the million codes there are.
 */
export function hashCode(
  keys: KeySet,
  { id, relatesTo, code, isPkce }: { id: string; relatesTo: string; code: string; isPkce: boolean },
): string {
  const hash = createHmac('sha224', keys.derive('one-time codes'))
    .update(`${id}:${relatesTo}:${code}`)
    .digest('hex')
  return isPkce ? PKCE_PREFIX + hash : hash
}

export function isPkceHash(tokenHash: string): boolean {
  return tokenHash.startsWith(PKCE_PREFIX)
}

export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
