import { AuthError } from '../http/auth-error.ts'

const INTERVAL_SECONDS = 60
const KEYS_MAX = 50_000

export type MessageKind = 'email' | 'sms'

/** Throws a 429 where the last message of the kind to the user was less than a minute ago. */
export function checkSendInterval(kind: MessageKind, sentAt: Date | null, now: Date): void {
  if (sentAt === null) return
  const waitMs = sentAt.getTime() + INTERVAL_SECONDS * 1000 - now.getTime()
  if (waitMs <= 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new AuthError(
    429,
    `over_${kind}_send_rate_limit`,
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )
}

export interface SendIntervals {
  /** The same for an address that gets no message, so that the answers are the same. */
  pretend(kind: MessageKind, purpose: string, address: string): void
}

export function createSendIntervals(nowMs: () => number): SendIntervals {
  const lastMs = new Map<string, number>()
  return {
    pretend(kind, purpose, address) {
      const key = `${purpose}:${address}`
      const last = lastMs.get(key)
      checkSendInterval(kind, last === undefined ? null : new Date(last), new Date(nowMs()))
      lastMs.delete(key)
      lastMs.set(key, nowMs())
      const [oldest] = lastMs.keys()
      if (lastMs.size > KEYS_MAX && oldest !== undefined) lastMs.delete(oldest)
    },
  }
}
