import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { SessionDocument } from '@pitboard/contract/session-document'
import type { SessionDetail, SessionSummary } from '@pitboard/contract/session'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { ApiError } from '../errors.ts'
import { nameOf } from '../users/name.ts'
import { findUser, lockUser } from '../users/queries.ts'
import { columnsOf } from './columns.ts'
import { packDocument } from './document.ts'
import { summaries } from './lists.ts'
import { openSession, recordSession } from './queries.ts'
import { toSummary } from './summary.ts'
import { checkDocument } from './typed-checks.ts'
import { originOf, toDetail } from './typed-detail.ts'
import { knownFields } from './typed-known-fields.ts'

const DOCUMENTS_MAX = 10_000
const DOCUMENTS_AN_HOUR_MAX = 500

interface Sender {
  readonly userId: string
}

/**
 * Stores a result that no recorder saw, once: the same document again answers with the session that
 * it has become. Throws a 409 where another document of the same session of the game is there.
 */
export async function createSession(
  { db, newId, now }: AppContext,
  { userId }: Sender,
  body: SessionDocument,
): Promise<SessionSummary> {
  const document = readDocument(body, now())
  const hash = hashOf(document)
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId)
    const known = await findByHash(transaction, userId, hash)
    if (known !== undefined) return readSummary(transaction, known)
    await checkCount(transaction, userId, now())
    const id = newId()
    const sessionId = await uidFor(transaction, { id, userId, document })
    await store(transaction, { id, userId, sessionId, document, hash })
    return readSummary(transaction, id)
  })
}

/** Only what the contract names, and nothing that contradicts itself. */
export function readDocument(body: SessionDocument, now: Date): SessionDocument {
  checkDocument(body, now.getTime())
  return clean(body)
}

/* oxlint-disable-next-line typescript/no-unsafe-type-assertion --
   the parser: the request's schema has checked it, here it loses what the schema does not name */
const clean = (body: SessionDocument) => knownFields(SessionDocument, body) as SessionDocument

export interface Storing {
  readonly id: string
  readonly userId: string
  readonly sessionId: string
  readonly document: SessionDocument
  readonly hash: string
}

/** Makes or replaces the row. It has no siblings: what nobody saw lends nothing to recordings. */
export async function store(db: Db, storing: Storing): Promise<SessionDetail> {
  const { id, userId, sessionId, document, hash } = storing
  const user = await findUser(db, userId)
  const identity = { id, sessionId, userId, userName: nameOf(user ?? { username: null }) }
  const draft = toDetail(document, { ...identity, internalSessionId: 0 })
  const columns = { ...columnsOf(draft), document_hash: hash }
  const internalSessionId = await openSession(db, id, columns)
  const detail = { ...draft, internalSessionId }
  const packed = await packDocument({ ...detail, siblings: [], filled: [] })
  await recordSession(db, id, { ...packed, columns, captureKey: null })
  return detail
}

export function hashOf(document: SessionDocument): string {
  const told = originOf(document) === 'hand' ? { ...document, sessionId: null } : document
  return createHash('sha256')
    .update(JSON.stringify(sorted(told)))
    .digest('base64url')
}

/** The order in which somebody tells fields says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]))
}

export async function findByHash(
  db: Db,
  userId: string,
  hash: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('document_hash', '=', hash)
    .where('origin', 'is not', null)
    .executeTakeFirst()
  return row?.id
}

/** The game's UID of a document with laps; what was typed gets one of its own. */
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

function uidOf(id: string): string {
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
    .executeTakeFirstOrThrow()
  if (count >= DOCUMENTS_MAX) {
    throw new ApiError(409, `There are ${DOCUMENTS_MAX} results of yours already.`)
  }
  if (recent < DOCUMENTS_AN_HOUR_MAX) return
  throw new ApiError(429, `At most ${DOCUMENTS_AN_HOUR_MAX} results are taken an hour.`, {
    headers: { 'retry-after': '3600' },
  })
}

export async function readSummary(db: Db, id: string): Promise<SessionSummary> {
  return toSummary(await summaries(db).where('session.id', '=', id).executeTakeFirstOrThrow())
}
