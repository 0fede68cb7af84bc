import { isDeepStrictEqual } from 'node:util'
import type { Change } from '@pitboard/contract/history'
import { nameOf } from '../../accounts/users/queries.ts'
import type { Db } from '../../platform/db/tables.ts'

/** After a version that somebody else has changed. */
const AT_MOST = 50

/** What a change is of. */
export type Subject =
  | { readonly kind: 'league'; readonly id: string }
  | { readonly kind: 'season'; readonly id: string }

/** What an owner did, as it is noted. */
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
      ...{ id, version, author_id: authorId, action, details: JSON.stringify(details) },
      league_id: kind === 'league' ? subjectId : null,
      season_id: kind === 'season' ? subjectId : null,
    })
    .execute()
}

/** The newest first; those after a version where it is given. */
export async function listChanges(
  db: Db,
  { kind, id }: Subject,
  { afterVersion = 0, page = 1, pageSize = AT_MOST } = {},
): Promise<Change[]> {
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
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    at: row.at.toISOString(),
    authorId: row.author_id,
    authorName: nameOf(row),
    action: row.action,
    details: row.details,
  }))
}

export async function countChanges(db: Db, { kind, id }: Subject): Promise<number> {
  const { count } = await db
    .selectFrom('owner_change')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(kind === 'league' ? 'league_id' : 'season_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Of each field that is otherwise now the value before and after. */
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
