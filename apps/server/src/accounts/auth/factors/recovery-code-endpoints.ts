import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Factor } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { getSessionCaller, isElevated, type SessionCaller, userGone } from '../core/callers.ts'
import { transact } from '../core/transactions.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { type Source, sourceOf } from '../http/source.ts'
import { signIn } from '../sessions/sign-in.ts'
import { lockUser } from '../users/queries.ts'
import { elevateSession, FACTOR_METHODS, removeFactor } from './elevate-session.ts'
import {
  factorNotFound,
  insertFactor,
  insufficientAal,
  isOwnFactor,
  listFactors,
  soleRecoveryCodes,
  verificationFailed,
} from './factors.ts'
import { notifyFactorChange } from './notify-factor.ts'
import { createHash, randomInt } from 'node:crypto'

const CODES = 10
const CHARACTERS = 16
/** The alphabet has no letters that are taken for digits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Replaces the codes of a factor and returns the new ones: only their hashes are stored. */
async function replaceCodes(
  { db, newId }: Pick<AuthContext, 'db' | 'newId'>,
  factorId: string,
): Promise<string[]> {
  await db.deleteFrom('auth.recovery_codes').where('factor_id', '=', factorId).execute()
  const codes = Array.from({ length: CODES }, randomRecoveryCode)
  await db
    .insertInto('auth.recovery_codes')
    .values(
      codes.map((code) => ({
        id: newId(),
        factor_id: factorId,
        code_hash: hashOf(code),
        used_at: null,
      })),
    )
    .execute()
  return codes
}

async function countCodes(db: Db, factorId: string): Promise<{ total: number; remaining: number }> {
  const codes = await db
    .selectFrom('auth.recovery_codes')
    .select('used_at')
    .where('factor_id', '=', factorId)
    .execute()
  const remaining = codes.filter(({ used_at: usedAt }) => usedAt === null).length
  return { total: codes.length, remaining }
}

/** Uses up a recovery code. Returns whether it is one of the codes and was not used before. */
async function useCode(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  factorId: string,
  text: string,
): Promise<boolean> {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, '')
  const used = await db
    .updateTable('auth.recovery_codes')
    .set({ used_at: now() })
    .where('factor_id', '=', factorId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

function randomRecoveryCode(): string {
  return Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** A code has 79 random bits: nobody can try them all, so that neither salt nor slowness is needed. */
function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

const PATH = '/factors/recovery-codes'
const TYPE = 'recovery_code'
const NameBody = Type.Object({
  friendly_name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
})
const CodeBody = Type.Object({ code: Type.Optional(Type.String()) })

/** /factors/recovery-codes serves users who have lost their factor: each of the codes on paper is valid once. */
export function registerRecoveryCodes(app: FastifyInstance, auth: AuthContext): void {
  app.get(PATH, async (request) => {
    const { userId } = await getSessionCaller(auth, request)
    const factor = codesOf(await listFactors(auth.db, userId))
    if (!factor) throw factorNotFound()
    return { id: factor.id, type: TYPE, ...(await countCodes(auth.db, factor.id)) }
  })

  const options = { config: { limit: 'factors' } } as const
  app.post(PATH, options, (request) => {
    const { friendly_name: name = 'Recovery codes' } = readBody(NameBody, request)
    return change(auth, request, 'factor-added', (auth, caller, source) =>
      generate(auth, caller, source, name),
    )
  })

  app.post(`${PATH}/regenerate`, options, (request) =>
    change(auth, request, 'factor-added', async (auth, caller, source) => {
      const factor = codesOf(await listFactors(auth.db, caller.userId))
      if (!factor) throw factorNotFound()
      await checkElevated(auth.db, caller, 403, 'AAL2 required to regenerate recovery codes')
      return issue(auth, factor, source)
    }),
  )

  app.post(`${PATH}/verify`, { config: { limit: 'factorVerifies' } }, async (request) => {
    const caller = await getSessionCaller(auth, request)
    const { code = '' } = readBody(CodeBody, request)
    if (code === '') throw invalid('Code needs to be non-empty')
    const source = sourceOf(request)
    return signIn(auth, {
      limit: { name: 'wrongFactorCodes', key: caller.userId, covers: 'all' },
      find: async () => code,
      enter: (auth, code) => takeRecoveryCode(auth, caller, code, source),
      issue: (auth, { user, shown }) => elevateSession(auth, user, shown),
    }).catch(throwLocked)
  })

  app.delete(PATH, (request) =>
    change(auth, request, 'factor-removed', async (auth, caller, { ip }) => {
      const { userId } = caller
      const factor = codesOf(await listFactors(auth.db, userId))
      if (!factor) throw factorNotFound()
      await checkElevated(auth.db, caller, 422, 'AAL2 required to unenroll recovery codes')
      await removeFactor(auth.db, factor)
      const details = { factor_id: factor.id, factor_type: TYPE }
      await audit(auth, { action: 'factor_unenrolled', userId, ip, details })
      return { id: factor.id }
    }),
  )
}

/** Makes one change at a time for each user, with a notification afterwards. */
async function change<T>(
  auth: AuthContext,
  request: FastifyRequest,
  change: 'factor-added' | 'factor-removed',
  work: (auth: AuthContext, caller: SessionCaller, source: Source) => Promise<T>,
): Promise<T> {
  const caller = await getSessionCaller(auth, request)
  const source = sourceOf(request)
  const answer = await transact(auth, async (auth) => {
    await lockUser(auth.db, caller.userId)
    return work(auth, caller, source)
  })
  await notifyFactorChange(auth, caller.userId, source, change, TYPE)
  return answer
}

async function generate(auth: AuthContext, caller: SessionCaller, source: Source, name: string) {
  const factors = await listFactors(auth.db, caller.userId)
  if (codesOf(factors)) {
    const message = 'Recovery codes already exist, regenerate them to get new ones'
    throw new AuthError(422, 'mfa_verified_factor_exists', message)
  }
  if (!factors.some(isOwnFactor)) {
    throw soleRecoveryCodes('Recovery codes need another verified factor')
  }
  await checkElevated(auth.db, caller, 403, 'AAL2 required to generate recovery codes')
  if (factors.some((factor) => factor.friendly_name === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', message)
  }
  const factor = await insertFactor(auth, {
    user_id: caller.userId,
    factor_type: TYPE,
    friendly_name: name,
    status: 'verified',
  })
  return issue(auth, factor, source)
}

async function issue(
  auth: AuthContext,
  { id, user_id: userId, friendly_name: name }: Factor,
  { ip }: Source,
) {
  const codes = await replaceCodes(auth, id)
  const details = { factor_id: id }
  await audit(auth, { action: 'recovery_codes_generated', userId, ip, details })
  return { id, type: TYPE, friendly_name: name, total: codes.length, codes }
}

async function takeRecoveryCode(
  auth: AuthContext,
  { userId, sessionId }: SessionCaller,
  code: string,
  { ip }: Source,
) {
  const user = await lockUser(auth.db, userId)
  if (!user) throw userGone()
  const factor = codesOf(await listFactors(auth.db, userId))
  if (!factor || !(await useCode(auth, factor.id, code))) {
    const details = { factor_type: TYPE }
    await audit(auth, { action: 'factor_verification_failed', userId, ip, details })
    return verificationFailed('Invalid recovery code entered')
  }
  const details = { factor_id: factor.id, factor_type: TYPE }
  await audit(auth, { action: 'recovery_code_used', userId, ip, details })
  const method = FACTOR_METHODS[TYPE]
  return { user, shown: { sessionId, factorId: factor.id, method } }
}

/** The protocol has a code of its own for too many wrong recovery codes. */
function throwLocked(error: unknown): never {
  if (!(error instanceof AuthError) || error.status !== 429) throw error
  const message = 'Too many failed attempts, wait a while or use another factor'
  throw new AuthError(429, 'mfa_recovery_codes_locked', message)
}

async function checkElevated(
  db: Db,
  { sessionId }: SessionCaller,
  status: 403 | 422,
  message: string,
): Promise<void> {
  if (!(await isElevated(db, sessionId))) throw insufficientAal(status, message)
}

function codesOf(factors: readonly Factor[]): Factor | undefined {
  return factors.find(({ factor_type: type }) => type === TYPE)
}
