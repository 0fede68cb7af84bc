import { createHmac, timingSafeEqual } from 'node:crypto'
import { isNotBlocked } from '../../../accounts/access/blocked-accounts.ts'
import type { KeySet } from '../../../accounts/auth/keys/key-set.ts'
import type { Db } from '../../../platform/db/tables.ts'

/** A recorder registers again for a new token. The lifetime covers any day of a race weekend. */
export const TOKEN_LIFETIME_MS = 12 * 60 * 60_000

/** A token opens a recorder's stream. Every server of the database accepts it. */
export interface LeaseTokens {
  issue(holder: TokenHolder, expiresAtMs: number): string
  /** Returns the holder of a token, or null where it is wrong or expired. */
  holderOf(token: string, nowMs: number): TokenHolder | null
}

export interface TokenHolder {
  readonly userId: string
  /** The token is valid as long as this recorder key. */
  readonly keyId: string
}

export function createLeaseTokens(keys: Pick<KeySet, 'derive'>): LeaseTokens {
  const secret = keys.derive('lease token')
  return {
    issue({ userId, keyId }, expiresAtMs) {
      const claim = `${userId}.${keyId}.${expiresAtMs}`
      return `${claim}.${sign(secret, claim).toString('base64url')}`
    },
    holderOf(token, nowMs) {
      const [userId, keyId, expiresAt, signature] = token.split('.')
      if (!userId || !keyId || !expiresAt || !signature) return null
      const expected = sign(secret, `${userId}.${keyId}.${expiresAt}`)
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return Number(expiresAt) > nowMs ? { userId, keyId } : null
    },
  }
}

function sign(secret: Buffer, claim: string): Buffer {
  return createHmac('sha256', secret).update(claim).digest()
}

/** Streams and leases check in this interval that their recorder key is not revoked. */
export const KEY_CHECK_MS = 30_000
const QUERY_TIMEOUT_MS = 2_000

/**
 * Creates a check of whether a recorder key is revoked or its owner blocked. While the database is away no key counts
 * as revoked: the datagrams go to the journal.
 */
export function createRevocationCheck(db: Db): (keyId: string) => Promise<boolean> {
  return (keyId) => {
    const query = db
      .selectFrom('recorder_key')
      .select('id')
      .where('id', '=', keyId)
      .where(isNotBlocked('recorder_key.user_id'))
      .executeTakeFirst()
      .then(
        (key) => key === undefined,
        () => false,
      )
    const timeout = new Promise<boolean>((resolve) => {
      setTimeout(resolve, QUERY_TIMEOUT_MS, false).unref()
    })
    return Promise.race([query, timeout])
  }
}
