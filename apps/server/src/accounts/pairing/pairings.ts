import { createHash, randomBytes, randomInt } from 'node:crypto'
import { USER_CODE_LETTERS, type PairingStatus } from '@pitboard/contract/accounts/recorder-pairing'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db, Row } from '../../platform/db/tables.ts'
import { networkOf } from '../../platform/limits/networks.ts'

export const LIFETIME_MS = 10 * 60_000
const INTERVAL_MS = 3_000
/** RFC 8628 lengthens the interval by this. */
const SLOW_DOWN_MS = 5_000
/** Timers and networks are not exact. */
const TOLERANCE_MS = 500
/** The limit is for all networks together; each row is a few hundred bytes. */
const PENDING_MAX = 2_000
/** The number can be any that no other lock has. */
const PAIRINGS_LOCK = 7_265_334

/** A recorder states this about itself; the server adds where it asked from. */
interface PairingOrigin {
  readonly computerName: string
  readonly operatingSystem: string
  readonly recorderVersion: string
  readonly ipAddress: string
}

interface Pairing extends PairingOrigin {
  readonly userCode: string
  readonly requestedAt: Date
  readonly expiresAt: Date
}

export interface Poll {
  readonly status: PairingStatus
  readonly intervalMs: number
  /** It is set once, with the status `paired`. */
  readonly approved: { readonly userId: string; readonly pairing: Pairing } | null
}

interface StartedPairing {
  readonly deviceCode: string
  readonly userCode: string
  readonly intervalMs: number
}

type PairingContext = Pick<AppContext, 'db' | 'now'>

/** Returns null if there are too many that a user has decided and no recorder has fetched. */
export async function startPairing(
  context: PairingContext,
  origin: PairingOrigin,
): Promise<StartedPairing | null> {
  await removeExpiredPairings(context)
  const { db, now } = context
  const deviceCode = randomBytes(32).toString('base64url')
  const requestedAt = now()
  const row = {
    device_hash: hashCode(deviceCode),
    computer_name: origin.computerName,
    operating_system: origin.operatingSystem,
    recorder_version: origin.recorderVersion,
    ip_address: origin.ipAddress,
    requested_at: requestedAt,
    expires_at: new Date(requestedAt.getTime() + LIFETIME_MS),
    interval_ms: INTERVAL_MS,
    next_poll_at: requestedAt,
  }
  return inTransaction(db, async (transaction) => {
    // Pairings that start at the same moment count each other.
    await sql`select pg_advisory_xact_lock(${PAIRINGS_LOCK})`.execute(transaction)
    if (!(await makeRoom(transaction))) return null
    for (;;) {
      const userCode = createUserCode()
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('recorder_pairing')
        .values({ ...row, user_code: userCode })
        .onConflict((conflict) => conflict.column('user_code').doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 1n) return { deviceCode, userCode, intervalMs: INTERVAL_MS }
    }
  })
}

/**
 * Removes the oldest undecided pairing of the network that has the most of them from a full table: a network that fills
 * the table loses its own pairings, and others still pair. Returns false if all of them are decided.
 */
async function makeRoom(db: Db): Promise<boolean> {
  const { count } = await db
    .selectFrom('recorder_pairing')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count < PENDING_MAX) return true
  const undecided = await db
    .selectFrom('recorder_pairing')
    .select(['user_code', 'ip_address'])
    .where('approved_by', 'is', null)
    .where('is_refused', '=', false)
    .orderBy('requested_at')
    .execute()
  const byNetwork = Map.groupBy(undecided, ({ ip_address }) => networkOf(ip_address))
  const [fullest] = [...byNetwork.values()].toSorted((a, b) => b.length - a.length)
  const oldest = fullest?.[0]
  if (oldest === undefined) return false
  await db.deleteFrom('recorder_pairing').where('user_code', '=', oldest.user_code).execute()
  return true
}

/** Finds the undecided pairing with this code. */
export async function findPairing(
  { db, now }: PairingContext,
  userCode: string,
): Promise<Pairing | null> {
  const row = await db
    .selectFrom('recorder_pairing')
    .selectAll()
    .where('user_code', '=', userCode)
    .where('expires_at', '>', now())
    .where('approved_by', 'is', null)
    .where('is_refused', '=', false)
    .executeTakeFirst()
  return row ? toPairing(row) : null
}

/** Returns false for a code without an undecided pairing. */
export async function decidePairing(
  { db, now }: PairingContext,
  userCode: string,
  decision: { readonly userId: string } | 'refused',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recorder_pairing')
    .set(decision === 'refused' ? { is_refused: true } : { approved_by: decision.userId })
    .where('user_code', '=', userCode)
    .where('expires_at', '>', now())
    .where('approved_by', 'is', null)
    .where('is_refused', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A decision is removed with the poll that fetches it: a second one at the same moment gets nothing. */
export async function pollPairing({ db, now }: PairingContext, deviceCode: string): Promise<Poll> {
  const at = now()
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('recorder_pairing')
      .selectAll()
      .where('device_hash', '=', hashCode(deviceCode))
      .where('expires_at', '>', at)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return { status: 'expired', intervalMs: INTERVAL_MS, approved: null }
    const { approved_by: userId, is_refused: isRefused, interval_ms: intervalMs } = row
    if (isRefused || userId !== null) {
      await removePairing(transaction, row)
      if (userId === null) return { status: 'refused', intervalMs, approved: null }
      return { status: 'paired', intervalMs, approved: { userId, pairing: toPairing(row) } }
    }
    const isTooSoon = at.getTime() < row.next_poll_at.getTime() - TOLERANCE_MS
    const nextMs = isTooSoon ? intervalMs + SLOW_DOWN_MS : intervalMs
    await transaction
      .updateTable('recorder_pairing')
      .set({ interval_ms: nextMs, next_poll_at: new Date(at.getTime() + nextMs) })
      .where('user_code', '=', row.user_code)
      .execute()
    return { status: isTooSoon ? 'slowDown' : 'pending', intervalMs: nextMs, approved: null }
  })
}

export async function removeExpiredPairings({ db, now }: PairingContext): Promise<void> {
  await db.deleteFrom('recorder_pairing').where('expires_at', '<=', now()).execute()
}

async function removePairing(
  db: Db,
  { user_code: userCode }: Row<'recorder_pairing'>,
): Promise<void> {
  await db.deleteFrom('recorder_pairing').where('user_code', '=', userCode).execute()
}

function toPairing(row: Row<'recorder_pairing'>): Pairing {
  return {
    userCode: row.user_code,
    computerName: row.computer_name,
    operatingSystem: row.operating_system,
    recorderVersion: row.recorder_version,
    ipAddress: row.ip_address,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
  }
}

/** A code such as "WDJB-MJHT" is one of 25 thousand million, of which at most two thousand are valid. */
function createUserCode(): string {
  const letters = Array.from({ length: 8 }, drawLetter).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

function drawLetter(): string {
  return USER_CODE_LETTERS.charAt(randomInt(USER_CODE_LETTERS.length))
}

function hashCode(deviceCode: string): Buffer {
  return createHash('sha256').update(deviceCode).digest()
}
