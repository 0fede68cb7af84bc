import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { networkOf } from '../../../platform/limits/networks.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { invalid } from '../http/auth-error.ts'
import { readBody } from '../http/bodies.ts'
import { BYTES_MAX, checkPassword } from '../passwords/strength.ts'
import { readEmail, readPhone } from '../users/identifier.ts'

const Metadata = Type.Optional(Type.Record(Type.String(), Type.Unknown()))
const Body = Type.Object({
  id: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  password_hash: Type.Optional(Type.String({ maxLength: 500 })),
  email_confirm: Type.Optional(Type.Boolean()),
  phone_confirm: Type.Optional(Type.Boolean()),
  user_metadata: Metadata,
  app_metadata: Metadata,
  role: Type.Optional(Type.String({ pattern: String.raw`^[\w-]{1,60}$` })),
  ban_duration: Type.Optional(Type.String()),
})
const NIL_UUID = '00000000-0000-0000-0000-000000000000'
type Metadata = Readonly<Record<string, unknown>>

/** The operator sets these fields of an account; null leaves a field unchanged. */
export interface AdminUserBody {
  readonly id: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly passwordHash: string | null
  readonly confirmsEmail: boolean
  readonly confirmsPhone: boolean
  readonly userMetadata: Metadata
  readonly appMetadata: Metadata
  readonly role: string | null
  /** 'lifted' ends the ban. */
  readonly bannedUntil: Date | 'lifted' | null
}

/**
 * Throws a 400 that names what is wrong, and a 422 for a password that is empty or, unless
 * `allowsWeak`, too weak.
 */
export async function readUserBody(
  auth: AuthContext,
  request: FastifyRequest,
  { allowsWeak }: { readonly allowsWeak: boolean },
): Promise<AdminUserBody> {
  const body = readBody(Body, request)
  const { id, email = '', phone = '', role = '', ban_duration: ban = '' } = body
  if (id === NIL_UUID) throw invalid('ID cannot be a nil uuid')
  if (id !== undefined && !isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
  return {
    id: id?.toLowerCase() ?? null,
    email: email === '' ? null : readEmail(email),
    phone: phone === '' ? null : readPhone(phone),
    confirmsEmail: body.email_confirm ?? false,
    confirmsPhone: body.phone_confirm ?? false,
    userMetadata: body.user_metadata ?? {},
    appMetadata: body.app_metadata ?? {},
    role: role === '' ? null : role,
    bannedUntil: ban === '' ? null : readBan(auth, ban),
    passwordHash: await readPassword(auth, body, { allowsWeak, network: networkOf(request.ip) }),
  }
}

async function readPassword(
  auth: AuthContext,
  { password, password_hash: hash = '' }: Pick<Static<typeof Body>, 'password' | 'password_hash'>,
  { allowsWeak, network }: { readonly allowsWeak: boolean; readonly network: string },
): Promise<string | null> {
  if (password !== undefined && hash !== '') {
    throw invalid('Only a password or a password hash should be provided')
  }
  if (hash !== '') return readHash(hash)
  if (password === undefined) return null
  if (!allowsWeak || password === '') await checkPassword(auth, password)
  if (Buffer.byteLength(password) > BYTES_MAX) {
    throw invalid(`Password cannot be longer than ${BYTES_MAX} characters`)
  }
  return auth.hasher.hash(password, network)
}

const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1\d|2[0-4])\$[./A-Za-z0-9]{53}$/
const ARGON2 =
  /^\$argon2(?:id?|d)\$v=(?:16|19)\$m=\d{1,7},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/

/** Hashes that were brought along are verified as they are, and renewed at the next sign-in. */
function readHash(hash: string): string {
  if (BCRYPT.test(hash) || ARGON2.test(hash)) return hash
  throw invalid('Invalid password hash: neither bcrypt nor argon2')
}

function readBan({ now }: AuthContext, text: string): Date | 'lifted' {
  if (text === 'none') return 'lifted'
  const durationMs = parseGoDuration(text)
  if (durationMs === null) {
    throw invalid(`invalid format for ban duration: time: invalid duration "${text}"`)
  }
  const until = new Date(now().getTime() + durationMs)
  if (Number.isNaN(until.getTime())) throw invalid('the ban duration is too long')
  return durationMs === 0 ? 'lifted' : until
}

const UNITS_MS = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
} as const
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/gy

/**
 * Reads a duration as Go writes it, such as `24h`, `1h30m` or `0.5s`, and returns milliseconds; null for other texts.
 */
function parseGoDuration(text: string): number | null {
  if (text === '0') return 0
  let ms = 0
  let end = 0
  for (const [part, amount, unit] of text.matchAll(PART)) {
    ms += Number(amount) * UNITS_MS[readUnit(unit)]
    end += part.length
  }
  return end > 0 && end === text.length ? ms : null
}

function readUnit(text: string | undefined): keyof typeof UNITS_MS {
  switch (text) {
    case 'h':
    case 'm':
    case 's':
    case 'ms':
    case 'us':
    case 'µs':
      return text
    default:
      return 'ns'
  }
}
