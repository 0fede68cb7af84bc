import { createHash } from 'node:crypto'

/**
 * The id of a recorded session: a UUID of version 7 by its start with a hash of user and UID as its
 * random part. So the live and the recorded page have one address, and a replayed journal stores the
 * same row.
 */
export function sessionIdOf(userId: string, uid: string, startedAtMs: number): string {
  const start = Math.max(0, Math.floor(startedAtMs))
  const time = start.toString(16).padStart(12, '0').slice(-12)
  const hash = createHash('sha256').update(`${userId} ${uid} ${start}`).digest('hex')
  const variant = ((Number.parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  const parts = [
    time.slice(0, 8),
    time.slice(8),
    `7${hash.slice(0, 3)}`,
    `${variant}${hash.slice(4, 7)}`,
    hash.slice(7, 19),
  ]
  return parts.join('-')
}
