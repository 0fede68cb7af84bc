import type { Insertable } from 'kysely'
import type { Factor, FactorTable } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError } from '../http/auth-error.ts'
import { Secret, TOTP } from 'otpauth'
import { toString } from 'qrcode'

const PERIOD_SECONDS = 30
const DIGITS = 6
const TOKEN = /^\d{6}$/
const ALGORITHM = 'SHA1'
/** RFC 4226 §4 recommends a secret as long as the output of the hash. */
const SECRET_BYTES = 20

export function randomSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Returns what an authenticator app reads from the picture. */
export function totpUri({
  issuer,
  account,
  secret,
}: {
  issuer: string
  account: string
  secret: string
}): string {
  const [at, by] = [encodeURIComponent(account), encodeURIComponent(issuer)]
  const query = `algorithm=${ALGORITHM}&digits=${DIGITS}&issuer=${by}&period=${PERIOD_SECONDS}&secret=${secret}`
  return `otpauth://totp/${by}:${at}?${query}`
}

/**
 * Returns the 30 s step to which the code belongs, which may be one early or late; null for a wrong code, and for one
 * of a step that has been used (RFC 6238 §5.2).
 */
export function matchStep(
  { secret, lastUsedStep }: { secret: string; lastUsedStep: number | null },
  code: string,
  now: Date,
): number | null {
  const token = code.replaceAll(' ', '')
  // The library throws for six characters that are not six bytes.
  if (!TOKEN.test(token)) return null
  const timestamp = now.getTime()
  const totp = new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_SECONDS,
  })
  const delta = totp.validate({ token, timestamp, window: 1 })
  if (delta === null) return null
  const step = Math.floor(timestamp / (PERIOD_SECONDS * 1000)) + delta
  return lastUsedStep !== null && step <= lastUsedStep ? null : step
}

/**
 * Returns a picture of the text as SVG. Clients put it into a data URL as it is: no `#` may be in it, which would end
 * the URL, nor a line feed.
 */
export async function qrCode(text: string): Promise<string> {
  const svg = await toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  return svg.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black').replaceAll('\n', '')
}

/** A factor that was never tried belongs to an abandoned enrolment. */
const GIVEN_UP_AFTER_MS = 300_000

export async function listFactors(db: Db, userId: string): Promise<Factor[]> {
  return db
    .selectFrom('auth.factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findFactor(
  db: Db,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<Factor | undefined> {
  return db
    .selectFrom('auth.factors')
    .selectAll()
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Inserts a factor, of which what is left out is unset. */
export async function insertFactor(
  { db, newId, now }: Pick<AuthContext, 'db' | 'newId' | 'now'>,
  factor: Pick<Insertable<FactorTable>, 'user_id' | 'factor_type'> &
    Partial<Insertable<FactorTable>>,
): Promise<Factor> {
  const at = now()
  return db
    .insertInto('auth.factors')
    .values({ id: newId(), created_at: at, updated_at: at, ...factor })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteAbandonedFactors(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  userId: string,
): Promise<void> {
  await db
    .deleteFrom('auth.factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('last_challenged_at', 'is', null)
    .where('created_at', '<', new Date(now().getTime() - GIVEN_UP_AFTER_MS))
    .execute()
}

/** Recovery codes replace another factor: they do not count as a factor of their own. */
export function isOwnFactor({ status, factor_type: type }: Factor): boolean {
  return status === 'verified' && type !== 'recovery_code'
}

export function factorNotFound(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

/** The status is 403 where something is added, 422 where it is taken away (PROTOCOL §4). */
export function insufficientAal(status: 403 | 422, message: string): AuthError {
  return new AuthError(status, 'insufficient_aal', message)
}

export function verificationFailed(message: string): AuthError {
  return new AuthError(422, 'mfa_verification_failed', message)
}

export function soleRecoveryCodes(message: string): AuthError {
  return new AuthError(422, 'mfa_recovery_codes_sole_factor', message)
}
