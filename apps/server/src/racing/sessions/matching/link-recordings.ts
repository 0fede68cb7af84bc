import { contentTag } from '../../../platform/http/etags.ts'
import type { RecordedSession, SessionDetail, Sibling } from '@pitboard/contract/session'
import { sql, type Updateable } from 'kysely'
import { nameOf } from '../../../accounts/users/queries.ts'
import type { Db, SessionRow, SessionTable } from '../../../platform/db/tables.ts'
import { columnsOf } from '../columns.ts'
import { ownDocument, packDocument } from '../document.ts'
import { findCandidates, findGroups, GROUP_MAX } from './candidates.ts'
import { fillFrom } from './fill.ts'
import { type Grouped, groupRecordings } from './group.ts'

/** Any number that nothing else in this database locks with. */
const LINKS_LOCK = 7_265_331

/** A recorded session, locked, with what its recording says by itself. */
interface Recording {
  readonly own: SessionDetail
  readonly userName: string
  readonly etag: string | null
  readonly groupId: string | null
}

/**
 * Finds the other recordings of a session's session, and makes its document and theirs anew: who
 * the siblings are, and what each lacks and another has. Nobody else links meanwhile, so that two
 * that end in the same second find each other. `db` is a transaction.
 */
export async function linkSession(db: Db, id: string): Promise<void> {
  await lockLinks(db)
  const recordings = await loadRecordings(db, await affectedBy(db, id))
  const grouped = groupRecordings([...recordings.values()].map(({ own }) => own))
  for (const each of grouped) await store(db, recordings, each)
}

/**
 * Until the transaction ends nobody else links. Who stores takes it before he writes: whoever links
 * waits for rows, and must not be waited for by those who hold them.
 */
export async function lockLinks(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LINKS_LOCK})`.execute(db)
}

/** The session, its group so far, and every group that it may belong to now. */
async function affectedBy(db: Db, id: string): Promise<string[]> {
  const row = await db
    .selectFrom('session')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'recorded')
    .executeTakeFirst()
  // Nobody has seen it but who sent it: it lends nothing, and says what it says.
  if (row && row.origin !== null) return [id]
  const about = row && (await withColumns(db, row))
  if (!about) return []
  const ids = await findGroups(db, [id, ...(await findCandidates(db, about))])
  const kept = ids.slice(0, GROUP_MAX)
  if (!kept.includes(id)) return [id]
  const late = ids.slice(GROUP_MAX)
  // They had their place before an older recording came.
  if (late.length > 0) await sql`select mark_to_link(${late}::uuid[])`.execute(db)
  return kept
}

/** A row that an older version has stored gets what siblings are found by. */
async function withColumns(db: Db, row: SessionRow): Promise<SessionRow | undefined> {
  if (row.classification !== null) return row
  const own = await ownDocument(row)
  if (!own) return undefined
  return db
    .updateTable('session')
    .set(columnsOf(own))
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirst()
}

async function loadRecordings(db: Db, ids: readonly string[]): Promise<Map<string, Recording>> {
  const recordings = new Map<string, Recording>()
  if (ids.length === 0) return recordings
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id', 'detail', 'own_detail', 'detail_etag', 'group_id'])
    .select('username')
    .where('session.id', 'in', ids)
    .where('status', '=', 'recorded')
    .orderBy('session.id')
    .forUpdate('session')
    .execute()
  for (const row of rows) {
    const own = await ownDocument(row)
    if (!own) continue
    recordings.set(row.id, {
      own,
      userName: nameOf(row),
      etag: row.detail_etag,
      groupId: row.group_id,
    })
  }
  return recordings
}

async function store(
  db: Db,
  recordings: ReadonlyMap<string, Recording>,
  { detail: own, sources, members }: Grouped,
): Promise<void> {
  const known = recordings.get(own.id)
  if (!known) return
  const { detail, filled } = fillFrom(own, sources)
  const siblings = siblingsOf(own.id, recordings, members)
  const document: RecordedSession = { ...detail, userName: known.userName, siblings, filled }
  const etag = contentTag(JSON.stringify(document))
  const groupId = members.size > 1 ? firstOf(members) : null
  if (etag === known.etag && groupId === known.groupId) return
  const changes: Updateable<SessionTable> = { group_id: groupId }
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
      ...{ id: member, internalSessionId, userId, userName, sessionStartTime, sessionEndTime },
      completeness: { framesSeen, lapsMissing, hiddenNames, restrictedDrivers, classification },
    })
  }
  return siblings
}

function firstOf(members: ReadonlySet<string>): string | null {
  return [...members].toSorted()[0] ?? null
}
