import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import type { ProfileWrite } from './read-profile.ts'
import type { ProfileQuery } from './read-query.ts'

type ProfileRow = Record<string, unknown>

export async function listProfiles(db: Db, query: ProfileQuery): Promise<ProfileRow[]> {
  let rows = db.selectFrom('user').select(columnsOf(query))
  for (const filter of query.filters) rows = rows.where(filter)
  for (const { column, descends, nullsFirst } of query.orders) {
    rows = rows.orderBy(column, (order) => {
      const directed = descends ? order.desc() : order.asc()
      return nullsFirst ? directed.nullsFirst() : directed.nullsLast()
    })
  }
  return rows.limit(query.limit).offset(query.offset).execute()
}

export async function countProfiles(db: Db, { filters }: ProfileQuery): Promise<number> {
  let rows = db.selectFrom('user').select(({ fn }) => fn.countAll<number>().as('count'))
  for (const filter of filters) rows = rows.where(filter)
  return (await rows.executeTakeFirstOrThrow()).count
}

/** Changes what the filters name, of `ownerId`'s rows where it is not null. */
export async function updateProfiles(
  db: Db,
  query: ProfileQuery,
  ownerId: string | null,
  { username, avatar_url }: ProfileWrite,
): Promise<ProfileRow[]> {
  let rows = db.updateTable('user').set({
    ...(username !== undefined && { username }),
    ...(avatar_url !== undefined && { avatar_url }),
    updated_at: sql<Date>`now()`,
  })
  for (const filter of query.filters) rows = rows.where(filter)
  if (ownerId !== null) rows = rows.where('id', '=', ownerId)
  return rows.returning(columnsOf(query)).execute()
}

/** Returns nothing where the row was there and stays as it is. */
export async function insertProfile(
  db: Db,
  query: ProfileQuery,
  { id, username, avatar_url }: ProfileWrite & { readonly id: string },
  onConflict: 'merge' | 'ignore' | 'fail',
): Promise<ProfileRow | undefined> {
  const row = { id, username: username ?? null, avatar_url: avatar_url ?? null }
  const inserted = db.insertInto('user').values(row)
  const resolved =
    onConflict === 'fail'
      ? inserted
      : inserted.onConflict((conflict) => {
          const byId = conflict.column('id')
          if (onConflict === 'ignore') return byId.doNothing()
          return byId.doUpdateSet({
            ...(username !== undefined && { username }),
            ...(avatar_url !== undefined && { avatar_url }),
            updated_at: sql<Date>`now()`,
          })
        })
  return resolved.returning(columnsOf(query)).executeTakeFirst()
}

function columnsOf({ selection }: ProfileQuery) {
  return Array.from(selection, ([name, column]) => sql.ref(column).as(name))
}
