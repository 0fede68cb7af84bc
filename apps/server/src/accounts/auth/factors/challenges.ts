import type { Insertable } from 'kysely'
import type { Factor, FactorChallenge, FactorChallengeTable } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import type { Source } from '../http/source.ts'

const CHALLENGE_SECONDS = 300
const ATTEMPTS_MAX = 5

export async function insertChallenge(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  factor: Factor,
  { ip }: Source,
  challenge: Pick<Insertable<FactorChallengeTable>, 'id'> &
    Partial<Insertable<FactorChallengeTable>>,
): Promise<{ id: string; type: Factor['factor_type']; expires_at: number }> {
  const at = now()
  await db
    .insertInto('auth.factor_challenges')
    .values({ ...challenge, factor_id: factor.id, ip, created_at: at })
    .execute()
  await db
    .updateTable('auth.factors')
    .set({ last_challenged_at: at, updated_at: at })
    .where('id', '=', factor.id)
    .execute()
  return {
    id: challenge.id,
    type: factor.factor_type,
    expires_at: Math.floor(at.getTime() / 1000) + CHALLENGE_SECONDS,
  }
}

/** Returns the challenge if the caller can answer it now, else the reason why not. */
export async function openChallenge(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  { factorId, challengeId }: { factorId: string; challengeId: string },
  { ip }: Source,
): Promise<FactorChallenge | AuthError> {
  const challenge = await db
    .selectFrom('auth.factor_challenges')
    .selectAll()
    .where('id', '=', challengeId)
    .where('factor_id', '=', factorId)
    .forUpdate()
    .executeTakeFirst()
  if (!challenge) {
    const message = 'MFA factor with the provided challenge ID not found'
    return new AuthError(422, 'mfa_factor_not_found', message)
  }
  if (challenge.verified_at !== null || challenge.ip !== ip) {
    const message = 'Challenge and verify IP addresses mismatch.'
    return new AuthError(422, 'mfa_ip_address_mismatch', message)
  }
  const ageMs = now().getTime() - challenge.created_at.getTime()
  if (ageMs > CHALLENGE_SECONDS * 1000 || challenge.failed_attempts >= ATTEMPTS_MAX) {
    return new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  return challenge
}

/** Marks a challenge as answered: it can't be answered again. */
export async function closeChallenge(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  { id }: FactorChallenge,
): Promise<void> {
  await db
    .updateTable('auth.factor_challenges')
    .set({ verified_at: now() })
    .where('id', '=', id)
    .execute()
}

export async function countAttempt(db: Db, { id }: FactorChallenge): Promise<void> {
  await db
    .updateTable('auth.factor_challenges')
    .set((row) => ({ failed_attempts: row('failed_attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
