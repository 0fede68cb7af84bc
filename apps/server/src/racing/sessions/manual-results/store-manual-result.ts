import type { SessionDetail, SessionSummary } from '@pitboard/contract/session'
import { SessionDocument } from '@pitboard/contract/session-document'
import { findUser, nameOf } from '../../../accounts/users/queries.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { columnsOf } from '../columns.ts'
import { packDocument } from '../document.ts'
import { summaries } from '../lists.ts'
import { recordSession, type SessionColumns } from '../queries.ts'
import { toSummary } from '../summary.ts'
import { checkDocument } from './check-manual-result.ts'
import { knownFields } from './known-fields.ts'
import { toDetail } from './manual-result-detail.ts'

/** Only what the contract names, and nothing that contradicts itself: else it throws a 400. */
export function readDocument(body: SessionDocument, now: Date): SessionDocument {
  checkDocument(body, now.getTime())
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

/** Makes or replaces the row. It has no siblings: what nobody saw lends nothing to recordings. */
export async function storeDocument(
  db: Db,
  { id, userId, sessionId, document, hash }: Storing,
): Promise<SessionDetail> {
  const user = await findUser(db, userId)
  const identity = { id, sessionId, userId, userName: nameOf(user ?? { username: null }) }
  const draft = toDetail(document, { ...identity, internalSessionId: 0 })
  const columns = { ...columnsOf(draft), document_hash: hash }
  const internalSessionId = await numberOf(db, id, columns)
  const detail = { ...draft, internalSessionId }
  const packed = await packDocument({ ...detail, siblings: [], filled: [] })
  await recordSession(db, id, { ...packed, columns, captureKey: null })
  return detail
}

/** The running number is in the document: a new row gets it first. It is never told as live. */
async function numberOf(db: Db, id: string, columns: SessionColumns): Promise<number> {
  const find = db.selectFrom('session').select('internal_session_id').where('id', '=', id)
  const known = await find.executeTakeFirst()
  if (known) return known.internal_session_id
  const empty = { detail: Buffer.alloc(0), detailEtag: '', captureKey: null }
  await recordSession(db, id, { ...empty, columns })
  return (await find.executeTakeFirstOrThrow()).internal_session_id
}

export async function readSummary(db: Db, id: string): Promise<SessionSummary> {
  return toSummary(await summaries(db).where('session.id', '=', id).executeTakeFirstOrThrow())
}
