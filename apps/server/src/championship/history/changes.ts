import { isDeepStrictEqual } from 'node:util'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import { isUuid } from '@pitboard/contract/wire/uuid'
import { nameOf } from '../../accounts/users/queries.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { ListRequest } from '../../platform/http/list-request.ts'
import { type GeneratedAlways, sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { ApiError } from '../../platform/http/api-error.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    owner_change: {
      details: Record<string, unknown>
    }
    owner_change_row: {
      place: GeneratedAlways<number>
      key: Record<string, unknown>
      before: Record<string, unknown> | null
      after: Record<string, unknown> | null
    }
  }
}

/** A 412 lists this many changes. */
const AT_MOST = 50

export type Subject =
  | { readonly kind: 'league'; readonly id: string }
  | { readonly kind: 'season'; readonly id: string }

/** The history stores a change in this form. */
export interface RecordedAction {
  readonly action: string
  readonly details: Readonly<Record<string, unknown>>
}

export async function recordChange(
  db: Db,
  { kind, id: subjectId }: Subject,
  noted: RecordedAction & { id: string; version: number; authorId: string },
): Promise<void> {
  const { id, version, authorId, action, details } = noted
  await db
    .insertInto('owner_change')
    .values({
      id,
      version,
      author_id: authorId,
      action,
      details: JSON.stringify(details),
      league_id: kind === 'league' ? subjectId : null,
      season_id: kind === 'season' ? subjectId : null,
    })
    .execute()
  if (version % TRIMMED_EVERY === 0) await trimDetails(db, { kind, id: subjectId })
}

/**
 * The details of a league or season may take this much, with the rows that were replaced: those of rosters and
 * calendars can be 126 kB each.
 */
const DETAILS_BYTES_MAX = 4 * 1024 * 1024
/** Others read them: which results stand for deleted sessions, and which changes are undone. */
const KEPT_ACTIONS = ['sessionsLost', 'undone']
/**
 * A history is trimmed only after this many changes, so that a change rarely has to read the sizes of all the ones
 * before.
 */
const TRIMMED_EVERY = 20

/**
 * The history permanently says who changed what kind of thing and when. It forgets the values of old changes: otherwise
 * one account could fill the disk by changing the same thing again and again.
 */
async function trimDetails(db: Db, { kind, id }: Subject): Promise<void> {
  const column = sql.ref(kind === 'league' ? 'league_id' : 'season_id')
  await sql`
    with old as (
      select id from (
        select id, action, sum(octet_length(details::text) + coalesce(rows.bytes, 0))
          over (order by version desc, id desc) as bytes
        from owner_change
        left join lateral (
          select sum(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)) as bytes
          from owner_change_row where change_id = owner_change.id
        ) as rows on true
        where ${column} = ${id} and details <> '{}'
      ) as change
      where bytes > ${DETAILS_BYTES_MAX} and action <> all(${KEPT_ACTIONS})
    ), forgotten as (
      delete from owner_change_row where change_id in (select id from old)
    )
    update owner_change set details = '{}' where id in (select id from old)`.execute(db)
}

/** Lists the newest first, all or those after a version. */
export async function listChanges(
  db: Db,
  { kind, id }: Subject,
  { afterVersion = 0, page = 1, pageSize = AT_MOST } = {},
): Promise<HistoryChange[]> {
  const rows = await db
    .selectFrom('owner_change')
    .innerJoin('user', 'user.id', 'author_id')
    .selectAll('owner_change')
    .select('username')
    .where(kind === 'league' ? 'league_id' : 'season_id', '=', id)
    .where('version', '>', afterVersion)
    .orderBy('version', 'desc')
    .orderBy('owner_change.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const names = await readMemberNames(db, rows)
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    at: row.at.toISOString(),
    ...presentAuthor(row),
    action: row.action,
    details: withNames(row.details, names),
  }))
}

/** Returns the author as the API shows them, also after their account has been deleted. */
export function presentAuthor(row: {
  readonly author_id: string
  readonly is_author_deleted: boolean
  readonly username: string | null
}): { authorId: string | null; authorName: string } {
  if (row.is_author_deleted) return { authorId: null, authorName: 'Deleted account' }
  return { authorId: row.author_id, authorName: nameOf(row) }
}

/** Details name a member by id alone, so that no name stays of a deleted account. */
async function readMemberNames(db: Db, changes: readonly RecordedAction[]) {
  const ids = changes.flatMap(({ details: { userId } }) =>
    typeof userId === 'string' && isUuid(userId) ? userId : [],
  )
  if (ids.length === 0) return new Map<string, string>()
  const users = await db
    .selectFrom('user')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(users.map((user) => [user.id, nameOf(user)]))
}

/** Adds the current name of the member that the change concerns. */
function withNames(details: RecordedAction['details'], names: ReadonlyMap<string, string>) {
  const { userId } = details
  const name = typeof userId === 'string' ? names.get(userId) : undefined
  return name === undefined ? { ...details } : { ...details, name }
}

/** Reads a page of the history, with the total for the response. */
export async function readHistory(
  db: Db,
  subject: Subject,
  list: ListRequest,
): Promise<HistoryChange[]> {
  const column = subject.kind === 'league' ? 'league_id' : 'season_id'
  const changes = db.selectFrom('owner_change').where(column, '=', subject.id)
  list.describe({ total: await countRows(changes) })
  return listChanges(db, subject, list)
}

/** Returns the changed fields with their values before and after. */
export function changedFields(
  before: object,
  after: object,
): Record<string, { before: unknown; after: unknown }> {
  const was = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) =>
      isDeepStrictEqual(was.get(name), value)
        ? []
        : [[name, { before: was.get(name), after: value }]],
    ),
  )
}

/** Finds the change that made a version. Throws a 404 for an unknown one, a 409 if it is undone already. */
export async function findChange(
  db: Db,
  { kind, id }: Subject,
  version: number,
): Promise<RecordedAction & { readonly id: string }> {
  const changes = await db
    .selectFrom('owner_change')
    .select(['id', 'version', 'action', 'details'])
    .where(kind === 'league' ? 'league_id' : 'season_id', '=', id)
    .where('version', '>=', version)
    .execute()
  const change = changes.find((each) => each.version === version)
  if (!change) throw new ApiError(404, `There is no change ${version} of this ${kind}.`)
  const isUndone = changes.some(
    ({ action, details }) => action === 'undone' && details['undone'] === version,
  )
  if (isUndone) throw new ApiError(409, 'This change has already been undone.')
  return change
}

export function notUndoable(action: string): ApiError {
  return new ApiError(409, `A change of the kind "${action}" can't be undone.`)
}

/** Throws a 409 for incomplete details, which older changes may have. */
export function readDetails<T extends TSchema>(schema: T, details: unknown): Static<T> {
  if (Value.Check(schema, details)) return details
  throw noLongerUndoable()
}

export function noLongerUndoable(): ApiError {
  return new ApiError(409, 'This change can no longer be undone.')
}

export function changedAgain(): ApiError {
  return new ApiError(409, 'What this change did has been changed again since.')
}
