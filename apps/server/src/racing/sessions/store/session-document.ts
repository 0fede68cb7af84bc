import { contentTag } from '../../../platform/http/etags.ts'
import { gunzip, gzip } from '../../../platform/http/compression.ts'
import type { RecordedSession, SessionDetail } from '@pitboard/contract/sessions/session'
import type { SessionRow } from './session-tables.ts'
import type { Driver } from '@pitboard/contract/sessions/driver'

interface PackedDocument {
  readonly detail: Buffer
  /** The tag has no quotes. */
  readonly detailEtag: string
}

export async function packDocument(document: object): Promise<PackedDocument> {
  const json = JSON.stringify(document)
  return { detail: await gzip(json, { level: 9 }), detailEtag: contentTag(json) }
}

/** Reads the document of the recording itself, without siblings; undefined where it cannot be read. */
export async function readOwnDocument({
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

/** Reads the document that is served; undefined where it cannot be read. */
export async function readRecordedSession(packed: Buffer): Promise<RecordedSession | undefined> {
  const stored = parse(await gunzip(packed).catch(() => Buffer.alloc(0)))
  return stored && { siblings: [], filled: [], ...stored }
}

/**
 * Parses a document. An older version of the server may have written it, so that newer fields can be missing.
 */
function parse(json: Buffer): (Partial<RecordedSession> & SessionDetail) | undefined {
  try {
    const document = JSON.parse(json.toString('utf8'))
    return Array.isArray(document.drivers) && document.completeness ? document : undefined
  } catch {
    return undefined
  }
}

/** Returns whether a name is hidden: the game shows "Player" for a user who hides their name. */
export function isNameHidden({ name, isHuman }: Pick<Driver, 'name' | 'isHuman'>): boolean {
  return name === '' || (isHuman && name === 'Player')
}

/** The field differs between two documents; `undefined` stands for a missing one. */
export interface FieldChange {
  /** The path has the form `drivers.3.lapTimes.0.lapTime`. */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** Compares two documents of JSON, field by field. */
export function diffDocuments(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (Object.is(before, after)) return []
  if (isRecord(before) && isRecord(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) =>
      diffDocuments(before[key], after[key], path === '' ? key : `${path}.${key}`),
    )
  }
  return [{ path, before, after }]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
