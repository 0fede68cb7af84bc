import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { TOKEN_PREFIX } from '@pitboard/contract/accounts/personal-access-tokens'
import type { TokenScope } from '@pitboard/contract/wire/token-scopes'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { PersonalAccessTokenRow } from './access-tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import { checkAlive, type UserCaller } from './caller.ts'

/** This user lets a program act for them. */
export interface TokenCaller {
  readonly user: UserCaller
  readonly scopes: readonly TokenScope[]
  /** The token may make this many calls at once from now on. */
  readonly callsLeft: number
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** These are 256 bits: nobody finds one by trying. */
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
const RECORDER_KEY_LENGTH = 46
const SHAPE = /^pb_pat_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

const TOUCH_EVERY_MS = 60_000

/** A token may make `burst` calls at once, then `calls` in `seconds`. */
const CALLS_OF_TOKEN: RateLimit = {
  name: 'calls of a personal access token',
  calls: 600,
  seconds: 60,
  burst: 300,
}

export function createTokenText(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () =>
    LETTERS.charAt(randomInt(LETTERS.length)),
  )
  const text = random.join('')
  return TOKEN_PREFIX + text + checksumOf(text)
}

/** A recorder key begins with `pb_` too, and its random part could go on with `pat_`; it is shorter. */
export function isPersonalToken(token: string): boolean {
  return token.startsWith(TOKEN_PREFIX) && token.length !== RECORDER_KEY_LENGTH
}

/**
 * Returns the owner of a personal access token, who may be neither deleted nor banned; records the use. Throws a 401
 * for a token that is not valid (any more), and a 429 for too many calls with it.
 */
export async function callerOfPersonalToken(
  context: AppContext,
  token: string,
): Promise<TokenCaller> {
  const { config, db, now, rateLimits } = context
  const row = isGenuine(token) ? await findToken(db, token) : undefined
  if (!row) throw refusal('The personal access token is wrong or was revoked.')
  if (row.expires_at <= now()) throw refusal('The personal access token has expired.')
  const userId = row.user_id
  // An outside service is the only one that knows about its bans.
  if (config.authUrl === null) await checkAlive(context, userId, null)
  const { waitSeconds, left } = await rateLimits.takeCall({ limit: CALLS_OF_TOKEN, key: row.id })
  if (waitSeconds > 0) {
    throw new ApiError(429, 'Too many calls were made with this token. Wait a moment.', {
      headers: { ...rateLimitHeaders(0), 'retry-after': String(Math.ceil(waitSeconds)) },
    })
  }
  await touch(context, row)
  const user: UserCaller = {
    kind: 'user',
    userId,
    sessionId: null,
    aal: 'aal1',
    isAnonymous: false,
    needsSecondFactor: false,
    claims: { sub: userId },
  }
  return { user, scopes: row.scopes, callsLeft: left }
}

/** Returns what a program may still do, in the fields of the IETF's draft; the window is the time of a whole refill. */
export function rateLimitHeaders(left: number): Record<'ratelimit' | 'ratelimit-policy', string> {
  const { burst, calls, seconds } = CALLS_OF_TOKEN
  const window = (burst * seconds) / calls
  const untilFull = Math.ceil(((burst - left) * seconds) / calls)
  return {
    'ratelimit-policy': `"token";q=${burst};w=${window}`,
    ratelimit: `"token";r=${left};t=${untilFull}`,
  }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Typing errors and made-up tokens are refused without a query. */
function isGenuine(token: string): boolean {
  const [, random = '', checksum] = SHAPE.exec(token) ?? []
  return checksum === checksumOf(random)
}

/**
 * The checksum is a CRC-32 in base 62: a scanner of secrets distinguishes a token by it from text that looks like one.
 */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = LETTERS.charAt(rest % LETTERS.length) + digits
    rest = Math.floor(rest / LETTERS.length)
  }
  return digits
}

async function findToken(db: Db, token: string): Promise<PersonalAccessTokenRow | undefined> {
  return db
    .selectFrom('personal_access_token')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
}

/** Notes the use at most once a minute, so that a program that calls all the time does not write at every call. */
async function touch(
  { db, now }: AppContext,
  { id, last_used_at: before }: PersonalAccessTokenRow,
): Promise<void> {
  if (before !== null && now().getTime() - before.getTime() < TOUCH_EVERY_MS) return
  await db
    .updateTable('personal_access_token')
    .set({ last_used_at: now() })
    .where('id', '=', id)
    .execute()
}

function refusal(detail: string): ApiError {
  return new ApiError(401, detail, { kind: 'invalid-personal-token' })
}
