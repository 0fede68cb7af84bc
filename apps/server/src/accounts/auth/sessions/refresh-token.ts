import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import type { KeySet } from '../keys/key-set.ts'

/**
 * A refresh token is version ‖ session ‖ counter ‖ HMAC: none is stored, and the session's
 * counter says which of them is the good one.
 */
export interface RefreshToken {
  readonly sessionId: string
  readonly counter: number
}

const VERSION = 1
const COUNTER_AT = 17
const MAC_AT = COUNTER_AT + 6
const BYTES = MAC_AT + 32

export function writeRefreshToken(keys: KeySet, { sessionId, counter }: RefreshToken): string {
  const head = Buffer.alloc(MAC_AT)
  head[0] = VERSION
  head.set(parse(sessionId), 1)
  head.writeUIntBE(counter, COUNTER_AT, 6)
  return Buffer.concat([head, mac(keys, head)]).toString('base64url')
}

/** `malformed` can't be one of ours; `forged` has the shape and a wrong signature. */
export function readRefreshToken(
  keys: KeySet,
  text: string,
): RefreshToken | 'malformed' | 'forged' {
  const bytes = Buffer.from(text, 'base64url')
  const isShaped = bytes.length === BYTES && bytes[0] === VERSION
  if (!isShaped || bytes.toString('base64url') !== text) return 'malformed'
  const head = bytes.subarray(0, MAC_AT)
  if (!timingSafeEqual(mac(keys, head), bytes.subarray(MAC_AT))) return 'forged'
  return { sessionId: stringify(head, 1), counter: head.readUIntBE(COUNTER_AT, 6) }
}

function mac(keys: KeySet, head: Buffer): Buffer {
  return createHmac('sha256', keys.derive('refresh token')).update(head).digest()
}
