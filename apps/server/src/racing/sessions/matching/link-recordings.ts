import { contentTag } from '../../../platform/http/etags.ts'
import type { SessionHighlights } from '@pitboard/contract/sessions/listed-session'
import type { RecordedSession, SessionDetail, Sibling } from '@pitboard/contract/sessions/session'
import { sql, type Updateable } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { nameOf } from '../../../accounts/users/queries.ts'
import type { Db, Row } from '../../../platform/db/tables.ts'
import type { SessionRow, SessionTable } from '../store/session-tables.ts'
import { findCandidates, findGroups, GROUP_MAX } from './find-candidates.ts'
import { toSessionColumns } from '../store/session-columns.ts'
import { packDocument, readOwnDocument, readRecordedSession } from '../store/session-document.ts'
import { toHighlights } from '../store/session-highlights.ts'
import { fillFromSources, type Source } from './fill.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { addQueue, type QueueContext } from '../../../platform/queues/job-queue.ts'
import type { Mutex } from '../../../platform/jobs/mutex.ts'
import { withholdDisputed } from '../../records/store-driven-laps.ts'
import { findDisputedLaps } from './find-edited-laps.ts'
import { isSameSession, matchCars } from './match-cars.ts'

/** The number is arbitrary; nothing else in this database locks with it. */
const LINKS_LOCK = 7_265_331

/** The row is locked; the document is that of its own recording. */
interface Recording {
  readonly own: SessionDetail
  readonly userName: string
  readonly etag: string | null
  readonly groupId: string | null
  readonly highlights: SessionHighlights | null
  readonly isUploaded: boolean
}

/**
 * Finds the other recordings of a session and rebuilds its document and theirs: siblings, and fields
 * that one lacks and another has. A lock lets two recordings that end in the same second find each
 * other. `db` is a transaction.
 */
export async function linkSession(db: Db, id: string): Promise<void> {
  await lockLinks(db)
  const recordings = await loadRecordings(db, await findAffected(db, id))
  const grouped = groupRecordings([...recordings.values()].map(({ own }) => own))
  for (const each of grouped) {
    await store(db, recordings, each)
    // A recording that was streamed while it was driven cannot be disputed by others.
    const isUploaded = recordings.get(each.detail.id)?.isUploaded === true
    const disputed = isUploaded ? findDisputedLaps(each.detail, each.sources) : []
    await withholdDisputed(db, each.detail.id, disputed)
  }
}

/**
 * Locks all links until the transaction ends. A transaction that stores a session takes this lock
 * before it writes rows: linking waits for rows while it holds the lock, so the other order deadlocks.
 */
export async function lockLinks(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LINKS_LOCK})`.execute(db)
}

/** Finds the session, its group so far, and every group that it may belong to now. */
async function findAffected(db: Db, id: string): Promise<string[]> {
  const row = await db
    .selectFrom('session')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'recorded')
    .executeTakeFirst()
  // A manual result has no siblings and lends nothing.
  if (row && row.origin !== null) return [id]
  const about = row && (await ensureColumns(db, row))
  if (!about) return []
  const ids = await findGroups(db, [id, ...(await findCandidates(db, about))])
  const members = ids.slice(0, GROUP_MAX)
  if (!members.includes(id)) return [id]
  const late = ids.slice(GROUP_MAX)
  // An older recording has pushed them out of the group, so that they are linked again without it.
  if (late.length > 0) await sql`select mark_to_link(${late}::uuid[])`.execute(db)
  return members
}

/** Adds the columns for matching to a row that an older version stored. */
async function ensureColumns(db: Db, row: SessionRow): Promise<SessionRow | undefined> {
  if (row.classification !== null) return row
  const own = await readOwnDocument(row)
  if (!own) return undefined
  return db
    .updateTable('session')
    .set(toSessionColumns(own))
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirst()
}

/** Returns what a recording shows, and what it will show once others of its session are gone. */
export async function previewWithout(
  db: Db,
  id: string,
  goneIds: readonly string[],
): Promise<{ readonly before: RecordedSession; readonly after: SessionDetail } | undefined> {
  const gone = new Set(goneIds)
  const ids = (await findGroups(db, [id])).filter((member) => !gone.has(member))
  const recordings = await loadRecordings(db, ids)
  const grouped = groupRecordings([...recordings.values()].map(({ own }) => own))
  const left = grouped.find(({ detail }) => detail.id === id)
  const row = await db
    .selectFrom('session')
    .select('detail')
    .where('id', '=', id)
    .executeTakeFirst()
  const before = row?.detail ? await readRecordedSession(row.detail) : undefined
  return before && left && { before, after: fillFromSources(left.detail, left.sources).detail }
}

async function loadRecordings(db: Db, ids: readonly string[]): Promise<Map<string, Recording>> {
  const recordings = new Map<string, Recording>()
  if (ids.length === 0) return recordings
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id', 'detail', 'own_detail', 'detail_etag', 'group_id', 'highlights'])
    .select(['username', 'is_uploaded'])
    .where('session.id', 'in', ids)
    .where('status', '=', 'recorded')
    .orderBy('session.id')
    .forUpdate('session')
    .execute()
  for (const row of rows) {
    const own = await readOwnDocument(row)
    if (!own) continue
    recordings.set(row.id, {
      own,
      userName: nameOf(row),
      etag: row.detail_etag,
      groupId: row.group_id,
      highlights: row.highlights,
      isUploaded: row.is_uploaded,
    })
  }
  return recordings
}

async function store(
  db: Db,
  recordings: ReadonlyMap<string, Recording>,
  { detail: own, sources, members }: RecordingGroup,
): Promise<void> {
  const known = recordings.get(own.id)
  if (!known) return
  const { detail, filled } = fillFromSources(own, sources)
  const siblings = siblingsOf(own.id, recordings, members)
  const document: RecordedSession = { ...detail, userName: known.userName, siblings, filled }
  const etag = contentTag(JSON.stringify(document))
  const groupId = members.size > 1 ? firstOf(members) : null
  // Lists show the names that siblings have filled in.
  const highlights = toHighlights(document)
  const isListedSo = isDeepStrictEqual(highlights, known.highlights)
  if (etag === known.etag && groupId === known.groupId && isListedSo) return
  const changes: Updateable<SessionTable> = {
    group_id: groupId,
    highlights: JSON.stringify(highlights),
  }
  if (etag !== known.etag) {
    const packed = await packDocument(document)
    changes.detail = packed.detail
    changes.detail_etag = packed.detailEtag
    changes.own_detail = filled.length > 0 ? (await packDocument(own)).detail : null
  }
  await db.updateTable('session').set(changes).where('id', '=', own.id).execute()
}

function siblingsOf(
  id: string,
  recordings: ReadonlyMap<string, Recording>,
  members: ReadonlySet<string>,
): Sibling[] {
  const siblings: Sibling[] = []
  for (const member of [...members].toSorted()) {
    const recording = recordings.get(member)
    if (member === id || !recording) continue
    const { internalSessionId, userId, sessionStartTime, sessionEndTime, completeness } =
      recording.own
    const { userName } = recording
    const { framesSeen, lapsMissing, hiddenNames, restrictedDrivers, classification } = completeness
    siblings.push({
      id: member,
      internalSessionId,
      userId,
      userName,
      sessionStartTime,
      sessionEndTime,
      completeness: { framesSeen, lapsMissing, hiddenNames, restrictedDrivers, classification },
    })
  }
  return siblings
}

function firstOf(members: ReadonlySet<string>): string | null {
  return [...members].toSorted()[0] ?? null
}

/** Rebuilds the documents of marked sessions: their siblings are gone or have new names. */
export function addLinkQueue(context: QueueContext, inTurn: Mutex) {
  return addQueue<Row<'session_to_link'>>(context, 'links', {
    places: 1,
    work: ({ row }) =>
      inTurn(() =>
        inTransaction(context.db, (transaction) => linkSession(transaction, row.session_id)),
      ),
  })
}

/** The group has a recording and, of those it was compared with, the ones of the same session. */
interface RecordingGroup {
  readonly detail: SessionDetail
  readonly sources: readonly Source[]
  /** It has everyone that is linked to it directly or through another one, itself included. */
  readonly members: ReadonlySet<string>
}

/**
 * Compares every recording with every other. Two that disagree can be in one group through a third
 * one, but lend each other nothing.
 */
export function groupRecordings(details: readonly SessionDetail[]): RecordingGroup[] {
  const members = new Map(details.map(({ id }) => [id, new Set([id])]))
  const grouped = details.map((detail) => {
    const sources: Source[] = []
    for (const other of details) {
      if (other.id === detail.id) continue
      const cars = matchCars(detail.drivers, other.drivers)
      if (!isSameSession(detail, other, cars)) continue
      sources.push({ detail: other, cars })
      join(members, detail.id, other.id)
    }
    return { detail, sources }
  })
  return grouped.map((each) => {
    return { ...each, members: members.get(each.detail.id) ?? new Set([each.detail.id]) }
  })
}

function join(members: Map<string, Set<string>>, a: string, b: string): void {
  const ofA = members.get(a)
  const ofB = members.get(b)
  if (!ofA || !ofB || ofA === ofB) return
  for (const id of ofB) {
    ofA.add(id)
    members.set(id, ofA)
  }
}
