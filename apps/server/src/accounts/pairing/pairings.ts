import { createHash, randomBytes, randomInt } from 'node:crypto'
import { USER_CODE_LETTERS, type PairingStatus } from '@pitboard/contract/accounts/recorder-pairing'

export const LIFETIME_MS = 10 * 60_000
const INTERVAL_MS = 3_000
/** As RFC 8628 lengthens it. */
const SLOW_DOWN_MS = 5_000
/** Timers and networks are not exact. */
const TOLERANCE_MS = 500
/** All networks together; each entry is a few hundred bytes. */
const PENDING_MAX = 2_000

/** What a recorder states about itself, and where it asked from. */
export interface PairingOrigin {
  readonly computerName: string
  readonly operatingSystem: string
  readonly recorderVersion: string
  readonly ipAddress: string
}

interface Pairing extends PairingOrigin {
  readonly userCode: string
  readonly requestedAtMs: number
  readonly expiresAtMs: number
}

interface Entry {
  readonly pairing: Pairing
  readonly deviceHash: string
  intervalMs: number
  nextPollAtMs: number
  decision: { readonly userId: string } | 'refused' | null
}

export interface Poll {
  readonly status: PairingStatus
  readonly intervalMs: number
  /** Set once, with the status `paired`. */
  readonly approved: { readonly userId: string; readonly pairing: Pairing } | null
}

export interface StartedEntry {
  readonly deviceCode: string
  readonly pairing: Pairing
  readonly intervalMs: number
}

/** Pairings that wait for a user or for their recorder. They live in memory: a restart ends them. */
export interface Pairings {
  /** Null if there are too many. */
  start(origin: PairingOrigin): StartedEntry | null
  /** The undecided pairing with this code. */
  find(userCode: string): Pairing | null
  /** Returns false for a code without an undecided pairing. */
  decide(userCode: string, decision: { readonly userId: string } | 'refused'): boolean
  poll(deviceCode: string): Poll
}

export function createPairings(nowMs: () => number): Pairings {
  // Both in the order of their expiry, since all live equally long.
  const byUserCode = new Map<string, Entry>()
  const byDevice = new Map<string, Entry>()

  function remove({ pairing, deviceHash }: Entry): void {
    byUserCode.delete(pairing.userCode)
    byDevice.delete(deviceHash)
  }

  function removeExpired(): void {
    for (const entry of byDevice.values()) {
      if (entry.pairing.expiresAtMs > nowMs()) return
      remove(entry)
    }
  }

  function findEntry(userCode: string): Entry | null {
    removeExpired()
    const entry = byUserCode.get(userCode)
    return entry?.decision === null ? entry : null
  }

  return {
    start(origin) {
      removeExpired()
      if (byDevice.size >= PENDING_MAX) return null
      let userCode = createUserCode()
      while (byUserCode.has(userCode)) userCode = createUserCode()
      const deviceCode = randomBytes(32).toString('base64url')
      const requestedAtMs = nowMs()
      const expiresAtMs = requestedAtMs + LIFETIME_MS
      const pairing = { ...origin, userCode, requestedAtMs, expiresAtMs }
      const entry: Entry = {
        pairing,
        deviceHash: hashCode(deviceCode),
        intervalMs: INTERVAL_MS,
        nextPollAtMs: 0,
        decision: null,
      }
      byUserCode.set(userCode, entry)
      byDevice.set(entry.deviceHash, entry)
      return { deviceCode, pairing, intervalMs: INTERVAL_MS }
    },
    find: (userCode) => findEntry(userCode)?.pairing ?? null,
    decide(userCode, decision) {
      const entry = findEntry(userCode)
      if (entry === null) return false
      entry.decision = decision
      return true
    },
    poll(deviceCode) {
      removeExpired()
      const entry = byDevice.get(hashCode(deviceCode))
      if (entry === undefined) {
        return { status: 'expired', intervalMs: INTERVAL_MS, approved: null }
      }
      const { decision, pairing } = entry
      if (decision !== null) {
        // Before anything else happens: a second poll at the same moment gets nothing.
        remove(entry)
        const status = decision === 'refused' ? 'refused' : 'paired'
        const approved = decision === 'refused' ? null : { ...decision, pairing }
        return { status, intervalMs: entry.intervalMs, approved }
      }
      const isTooSoon = nowMs() < entry.nextPollAtMs - TOLERANCE_MS
      if (isTooSoon) entry.intervalMs += SLOW_DOWN_MS
      entry.nextPollAtMs = nowMs() + entry.intervalMs
      const status = isTooSoon ? 'slowDown' : 'pending'
      return { status, intervalMs: entry.intervalMs, approved: null }
    },
  }
}

/** "WDJB-MJHT": 25 thousand million codes, of which at most two thousand are valid. */
function createUserCode(): string {
  const letters = Array.from({ length: 8 }, drawLetter).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

function drawLetter(): string {
  return USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)] ?? ''
}

function hashCode(deviceCode: string): string {
  return createHash('sha256').update(deviceCode).digest('base64url')
}
