import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AuthUser, Factor } from '../tables/auth-tables.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { audit } from '../core/audit.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { getSessionCaller, isElevated, userGone } from '../core/callers.ts'
import { AuthError, invalid } from '../http/auth-error.ts'
import { readBody, readPathId } from '../http/bodies.ts'
import { sourceOf } from '../http/source.ts'
import { readPhone } from '../users/identifier.ts'
import { lockUser } from '../users/queries.ts'
import { removeFactor } from './elevate-session.ts'
import {
  deleteAbandonedFactors,
  factorNotFound,
  insertFactor,
  insufficientAal,
  isOwnFactor,
  listFactors,
  soleRecoveryCodes,
  qrCode,
  randomSecret,
  totpUri,
} from './factors.ts'
import { notifyFactorChange } from './notify-factor.ts'
import { transact } from '../core/transactions.ts'

const Body = Type.Object({
  factor_type: Type.Optional(Type.String()),
  friendly_name: Type.Optional(Type.String({ maxLength: 200 })),
  issuer: Type.Optional(Type.String({ maxLength: 200 })),
  phone: Type.Optional(Type.String()),
})

const FACTORS_MAX = 10

type Wanted =
  | { readonly factor_type: 'totp'; readonly secret: string }
  | { readonly factor_type: 'phone'; readonly phone: string }
  | { readonly factor_type: 'webauthn' }

/** POST /factors begins a second factor, which counts once it has been shown. */
export function registerFactorEnrol(app: FastifyInstance, auth: AuthContext): void {
  app.post('/factors', { config: { limit: 'factors' } }, async (request) => {
    const { userId, sessionId } = await getSessionCaller(auth, request)
    const body = readBody(Body, request)
    const wanted = readWanted(auth, body)
    const name = body.friendly_name ?? ''
    const { ip } = sourceOf(request)
    return transact(auth, async (auth) => {
      const user = await lockUser(auth.db, userId)
      if (!user) throw userGone()
      await deleteAbandonedFactors(auth, userId)
      const factors = await listFactors(auth.db, userId)
      const others =
        wanted.factor_type === 'phone' ? await freePhone(auth.db, factors, wanted) : factors
      checkName(others, name)
      checkNumber(others)
      if (others.some(isVerified) && !(await isElevated(auth.db, sessionId))) {
        throw insufficientAal(403, 'AAL2 required to enroll a new factor')
      }
      const factor = await insertFactor(auth, {
        ...wanted,
        user_id: userId,
        friendly_name: name,
      })
      const details = { factor_id: factor.id, factor_type: factor.factor_type }
      await audit(auth, { action: 'factor_in_progress', userId, ip, details })
      return present(auth, user, factor, wanted, body.issuer)
    })
  })
}

function readWanted(
  auth: AuthContext,
  { factor_type: type, phone = '' }: Static<typeof Body>,
): Wanted {
  switch (type) {
    case 'totp':
      return { factor_type: 'totp', secret: randomSecret() }
    case 'webauthn':
      return { factor_type: 'webauthn' }
    case 'phone':
      if (!auth.texter) {
        throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
      }
      if (phone === '') throw invalid('Phone number required to enroll Phone factor')
      return { factor_type: 'phone', phone: readPhone(phone) }
    default:
      throw invalid('factor_type needs to be totp, phone, or webauthn')
  }
}

/** Returns the factors without unfinished ones of the number. Throws where a finished one has it. */
async function freePhone(
  db: Db,
  factors: readonly Factor[],
  { phone }: { readonly phone: string },
): Promise<readonly Factor[]> {
  const same = factors.filter((factor) => factor.phone === phone)
  if (same.some(isVerified)) {
    throw new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    )
  }
  if (same.length === 0) return factors
  const ids = same.map(({ id }) => id)
  await db.deleteFrom('auth.factors').where('id', 'in', ids).execute()
  return factors.filter((factor) => factor.phone !== phone)
}

function checkName(factors: readonly Factor[], name: string): void {
  if (factors.every((factor) => factor.friendly_name !== name)) return
  throw new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  )
}

function checkNumber(factors: readonly Factor[]): void {
  if (factors.length < FACTORS_MAX) return
  throw new AuthError(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  )
}

function isVerified({ status }: Factor): boolean {
  return status === 'verified'
}

async function present(
  { publicUrl }: AuthContext,
  { id: userId, email, phone }: AuthUser,
  factor: Factor,
  wanted: Wanted,
  issuerText = '',
) {
  const { id, factor_type: type, friendly_name: name } = factor
  const common = { id, type, friendly_name: name }
  if (wanted.factor_type === 'phone') return { ...common, phone: wanted.phone }
  if (wanted.factor_type === 'webauthn') return common
  const { secret } = wanted
  const issuer = issuerText === '' ? new URL(publicUrl()).host : issuerText
  const uri = totpUri({ issuer, account: email ?? phone ?? userId, secret })
  return { ...common, totp: { qr_code: await qrCode(uri), secret, uri } }
}

/** DELETE /factors/{id} requires a second factor in this session. */
export function registerFactorRemove(app: FastifyInstance, auth: AuthContext): void {
  app.delete('/factors/:factor_id', async (request) => {
    const { userId, sessionId } = await getSessionCaller(auth, request)
    const factorId = readPathId(request, 'factor_id')
    const source = sourceOf(request)
    const removed = await transact(auth, async (auth) => {
      await lockUser(auth.db, userId)
      const factors = await listFactors(auth.db, userId)
      const factor = factors.find(({ id }) => id === factorId)
      if (!factor) throw factorNotFound()
      if (factor.factor_type === 'recovery_code') {
        throw new AuthError(
          422,
          'validation_failed',
          'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes',
        )
      }
      if (factor.status === 'verified') {
        if (!(await isElevated(auth.db, sessionId))) {
          throw insufficientAal(422, 'AAL2 required to unenroll verified factor')
        }
        const others = factors.filter((each) => each !== factor && each.status === 'verified')
        if (others.length > 0 && !others.some(isOwnFactor)) {
          throw soleRecoveryCodes(
            'Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.',
          )
        }
      }
      await removeFactor(auth.db, factor)
      const details = { factor_id: factorId, factor_type: factor.factor_type }
      await audit(auth, { action: 'factor_unenrolled', userId, ip: source.ip, details })
      return factor
    })
    if (removed.status === 'verified') {
      await notifyFactorChange(auth, userId, source, 'factor-removed', removed.factor_type)
    }
    return { id: factorId }
  })
}
