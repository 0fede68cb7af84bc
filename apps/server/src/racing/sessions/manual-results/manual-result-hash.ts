import { createHash } from 'node:crypto'
import type { SessionDocument } from '@pitboard/contract/session-document'
import type { Db } from '../../../platform/db/tables.ts'
import { originOf } from './manual-result-detail.ts'

/** Tells a document that comes again; the UID of a typed result is made up each time. */
export function hashOf(document: SessionDocument): string {
  const told = originOf(document) === 'hand' ? { ...document, sessionId: null } : document
  const json = JSON.stringify(sorted(told))
  return createHash('sha256').update(json).digest('base64url')
}

/** The user's session that says this. */
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

/** The order in which somebody tells fields says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]))
}
