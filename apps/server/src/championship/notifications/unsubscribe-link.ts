import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../context.ts'

const ID_BYTES = 16
const MAC_BYTES = 16
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

type Keys = Pick<AppContext['keys'], 'derive'>

/**
 * Returns the path of a page that ends a user's mails without a sign-in. It does not expire: mails are old when they
 * are read.
 */
export function unsubscribePath(keys: Keys, userId: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return `/unsubscribe/${Buffer.concat([id, sign(keys, id)]).toString('base64url')}`
}

/** Returns the user of the link; null for a link that is not ours. */
export function readUnsubscribeToken(keys: Keys, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + MAC_BYTES) return null
  const id = bytes.subarray(0, ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), sign(keys, id))) return null
  return id.toString('hex').replace(UUID_PARTS, '$1-$2-$3-$4-$5')
}

function sign(keys: Keys, id: Buffer): Buffer {
  return createHmac('sha256', keys.derive('unsubscribe')).update(id).digest().subarray(0, MAC_BYTES)
}
