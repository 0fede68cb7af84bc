import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { KeySet } from '../keys/key-set.ts'

const DIGITS = 6
const PKCE_PREFIX = 'pkce_'

export function randomCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
}

/**
 * What a code is stored as, and the token of its link: 56 hexadecimal digits as clients know them.
 * Keyed, and different for each row: who knows the address can't work out a link from the million
 * codes there are.
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
