import type { SessionDetail, SessionSummary } from '@pitboard/contract/sessions/session'
import { SessionDocument } from '@pitboard/contract/sessions/session-document'
import { findUser, nameOf } from '../../../accounts/users/queries.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { toSessionColumns } from '../store/session-columns.ts'
import { packDocument } from '../store/session-document.ts'
import { selectSummaries } from '../store/session-lists.ts'
import { recordSession, toSummary } from '../store/session-queries.ts'
import { type SessionColumns } from '../store/session-columns.ts'
import { checkDocument } from './check-manual-result.ts'
import { toDetail, originOf } from './manual-result-detail.ts'
import { Type, type TSchema } from 'typebox'
import { createHash } from 'node:crypto'

/** Drops fields that the contract does not name. Throws a 400 for a contradictory document. */
export function readDocument(body: SessionDocument, now: Date, at = ''): SessionDocument {
  checkDocument(body, now.getTime(), at)
  // The parser: the request's schema has checked it, here it loses what the schema does not name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return knownFields(SessionDocument, body) as SessionDocument
}

interface Storing {
  readonly id: string
  readonly userId: string
  readonly sessionId: string
  readonly document: SessionDocument
  readonly hash: string
}

/** Inserts or replaces the row. A manual result has no siblings. */
export async function storeDocument(
  db: Db,
  { id, userId, sessionId, document, hash }: Storing,
): Promise<SessionDetail> {
  const user = await findUser(db, userId)
  const identity = { id, sessionId, userId, userName: nameOf(user ?? { username: null }) }
  const draft = toDetail(document, { ...identity, internalSessionId: 0 })
  const columns = { ...toSessionColumns(draft), document_hash: hash }
  const internalSessionId = await numberOf(db, id, columns)
  const detail = { ...draft, internalSessionId }
  const packed = await packDocument({ ...detail, siblings: [], filled: [] })
  await recordSession(db, id, { ...packed, columns, captureKey: null })
  return detail
}

/**
 * Returns the running number of a row. The document contains it, so that a new row is inserted first, and
 * never as live.
 */
async function numberOf(db: Db, id: string, columns: SessionColumns): Promise<number> {
  const find = db.selectFrom('session').select('internal_session_id').where('id', '=', id)
  const known = await find.executeTakeFirst()
  if (known) return known.internal_session_id
  const empty = { detail: Buffer.alloc(0), detailEtag: '', captureKey: null }
  await recordSession(db, id, { ...empty, columns })
  return (await find.executeTakeFirstOrThrow()).internal_session_id
}

export async function readSummary(db: Db, id: string): Promise<SessionSummary> {
  return toSummary(await selectSummaries(db).where('session.id', '=', id).executeTakeFirstOrThrow())
}

/**
 * Returns a checked value without the fields that its schema does not name. `Clean` of TypeBox does the same,
 * and takes a tenth of a second for a large document.
 */
function knownFields(schema: TSchema, value: unknown): unknown {
  if (value === null) return null
  if (Type.IsUnion(schema)) {
    const other = schema.anyOf.find((each) => !Type.IsNull(each))
    return other ? knownFields(other, value) : value
  }
  if (Type.IsArray(schema) && Array.isArray(value)) {
    return value.map((item) => knownFields(schema.items, item))
  }
  if (!Type.IsObject(schema) || typeof value !== 'object') return value
  const { properties } = schema
  const known: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) known[name] = knownFields(property, field)
  }
  return known
}

/**
 * Returns a hash that recognises a document which is sent again. The UID of a result entered by hand is
 * random.
 */
export function hashOf(document: SessionDocument): string {
  const hashed = originOf(document) === 'hand' ? { ...document, sessionId: null } : document
  const json = JSON.stringify(sorted(hashed))
  return createHash('sha256').update(json).digest('base64url')
}

/** Finds the user's session with this document. */
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

/** Sorts the fields, because their order does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]))
}
