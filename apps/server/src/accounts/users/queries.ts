import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../platform/db/tables.ts'
import type { User } from './user-tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  return db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Throws a 404 for an id that names nobody. */
export async function checkUserExists(db: Db, id: string): Promise<void> {
  if (!(await findUser(db, id))) throw noSuchUser(id)
}

export function noSuchUser(id: string): ApiError {
  return new ApiError(404, `There is no user ${id}.`, { kind: 'no-such-user' })
}

export async function insertUser(db: Db, user: Insertable<Tables['user']>): Promise<User> {
  return db.insertInto('user').values(user).returningAll().executeTakeFirstOrThrow()
}

/**
 * Makes other changes of the same user's data wait until the transaction ends. Throws a 401 if they
 * have deleted the account meanwhile.
 */
export async function lockUser(db: Db, id: string): Promise<void> {
  const user = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new ApiError(401, 'This account is deleted.')
}

/** Throws a 403 for a user without a username: leagues and seasons show their owner's name. */
export async function checkHasUsername(db: Db, id: string): Promise<void> {
  const user = await findUser(db, id)
  if (user && user.username === null) {
    throw new ApiError(403, 'Choose a username first: leagues and seasons show it as their owner.')
  }
}

/** Returns the name that others read, also before the user has chosen one. */
export function nameOf({ username }: { readonly username: string | null }): string {
  return username ?? 'Unnamed driver'
}
