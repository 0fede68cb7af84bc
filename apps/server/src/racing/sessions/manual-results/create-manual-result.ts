import type { SessionSummary } from '@pitboard/contract/sessions/session'
import type { SessionDocument } from '@pitboard/contract/sessions/session-document'
import { sql } from 'kysely'
import { lockUser } from '../../../accounts/users/queries.ts'
import type { AppContext } from '../../../context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { originOf } from './manual-result-detail.ts'
import { findByHash, hashOf } from './store-manual-result.ts'
import { readDocument, readSummary, storeDocument } from './store-manual-result.ts'

/**
 * The hash of a copy begins with this: the hash finds a document that is sent twice, and a copy was not sent.
 */
export const COPY_HASH = 'preserved '
const DOCUMENTS_MAX = 10_000
const DOCUMENTS_AN_HOUR_MAX = 500

interface Sender {
  readonly userId: string
}

/**
 * Stores a manual result once: the same document again returns the same session. Throws a 409 where
 * another document of the same session of the game is stored. `at` is where the document stands in the request.
 */
export async function createManualResult(
  { db, newId, now }: AppContext,
  { userId }: Sender,
  body: SessionDocument,
  at = '',
): Promise<SessionSummary> {
  const document = readDocument(body, now(), at)
  const hash = hashOf(document)
  return inTransaction(db, async (transaction) => {
    await lockUser(transaction, userId)
    const known = await findByHash(transaction, userId, hash)
    if (known !== undefined) return readSummary(transaction, known)
    await checkCount(transaction, userId, now())
    const id = newId()
    const sessionId = await uidFor(transaction, { id, userId, document })
    await storeDocument(transaction, { id, userId, sessionId, document, hash })
    return readSummary(transaction, id)
  })
}

/** Returns the game's UID of a document with laps; a result entered by hand gets its own. */
async function uidFor(
  db: Db,
  { id, userId, document }: { id: string; userId: string; document: SessionDocument },
): Promise<string> {
  const { sessionId = '0' } = document
  if (originOf(document) === 'hand' || /^0+$/.test(sessionId)) return uidOf(id)
  const taken = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('game_session_id', '=', sessionId)
    .where('origin', 'is not', null)
    .executeTakeFirst()
  if (!taken) return sessionId
  throw new ApiError(
    409,
    `Another document of the session ${sessionId} is stored as ${taken.id}: correct that one.`,
    { headers: { location: `/api/Sessions/${taken.id}` } },
  )
}

/** Returns the UID of a result entered by hand, which is derived from its id. */
export function uidOf(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '').slice(-15)}`).toString()
}

async function checkCount(db: Db, userId: string, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const { count, recent } = await db
    .selectFrom('session')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`count(*) filter (where created_at > ${hourAgo})`.as('recent'),
    ])
    .where('user_id', '=', userId)
    .where('origin', 'is not', null)
    // Nobody has sent the copies of results that others have deleted.
    .where(sql<boolean>`coalesce(document_hash, '') not like ${`${COPY_HASH}%`}`)
    .executeTakeFirstOrThrow()
  if (count >= DOCUMENTS_MAX) {
    throw new ApiError(409, `You already have ${DOCUMENTS_MAX} results.`)
  }
  if (recent < DOCUMENTS_AN_HOUR_MAX) return
  throw new ApiError(429, `At most ${DOCUMENTS_AN_HOUR_MAX} results are taken an hour.`, {
    headers: { 'retry-after': '3600' },
  })
}
