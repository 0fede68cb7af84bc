import { contentTag } from '../../platform/http/etags.ts'
import { gunzip, gzip } from '../../platform/http/compression.ts'
import type { RecordedSession, SessionDetail } from '@pitboard/contract/session'
import type { SessionRow } from '../../platform/db/tables.ts'

export interface Packed {
  readonly detail: Buffer
  /** Without quotes. */
  readonly detailEtag: string
}

export async function packDocument(document: object): Promise<Packed> {
  const json = JSON.stringify(document)
  return { detail: await gzip(json, { level: 9 }), detailEtag: contentTag(json) }
}

/** What the recording itself says; undefined where the row has no document that can be read. */
export async function ownDocument({
  detail,
  own_detail,
}: Pick<SessionRow, 'detail' | 'own_detail'>): Promise<SessionDetail | undefined> {
  const packed = own_detail ?? detail
  if (packed === null) return undefined
  const stored = parse(await gunzip(packed).catch(() => Buffer.alloc(0)))
  if (!stored) return undefined
  const { siblings: _siblings, filled: _filled, ...own } = stored
  return own
}

/** What everybody reads of a session; undefined where it can't be read. */
export async function readRecorded(packed: Buffer): Promise<RecordedSession | undefined> {
  const stored = parse(await gunzip(packed).catch(() => Buffer.alloc(0)))
  return stored && { siblings: [], filled: [], ...stored }
}

/** The server wrote it itself, an older version maybe: fields that came later can be missing. */
function parse(json: Buffer): (Partial<RecordedSession> & SessionDetail) | undefined {
  try {
    const document = JSON.parse(json.toString('utf8'))
    return Array.isArray(document.drivers) && document.completeness ? document : undefined
  } catch {
    return undefined
  }
}
