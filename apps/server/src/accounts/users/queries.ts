import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import type { Db, RecorderKey, User, UserTable } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'

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

export async function insertUser(db: Db, user: Insertable<UserTable>): Promise<User> {
  return db.insertInto('user').values(user).returningAll().executeTakeFirstOrThrow()
}

/**
 * Makes whoever changes the same user's things wait until the transaction ends. Throws a 401 where he
 * has deleted his account meanwhile.
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

/** Finds the user's key that is shown here in clear, and notes that it was used. */
export async function findRecorderKey(
  db: Db,
  userId: string,
  key: string,
): Promise<RecorderKey | undefined> {
  const hash = hashKey(key)
  const keys = await db
    .selectFrom('recorder_key')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  const found = keys.find(({ key_hash }) => timingSafeEqual(key_hash, hash))
  if (found) await touch(db, found)
  return found
}

/** Finds whose key this is, and notes that it was used. */
export async function findKeyOwner(db: Db, key: string): Promise<string | null> {
  const found = await db
    .selectFrom('recorder_key')
    .selectAll()
    .where('key_hash', '=', hashKey(key))
    .executeTakeFirst()
  if (found) await touch(db, found)
  return found?.user_id ?? null
}

/** A key that began with "-" would be taken for an option on a command line. */
export const RECORDER_KEY_PREFIX = 'pb_'

/** Returns the key in clear: only its hash is kept, so it can be shown this once. */
export async function insertRecorderKey(
  db: Db,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<string> {
  const key = RECORDER_KEY_PREFIX + randomBytes(32).toString('base64url')
  await db
    .insertInto('recorder_key')
    .values({ id, user_id: userId, name, key_hash: hashKey(key), last_used_at: null })
    .execute()
  return key
}

/** At most once a minute: a recorder that reconnects in a loop makes no writes. */
async function touch(db: Db, { id }: RecorderKey): Promise<void> {
  await db
    .updateTable('recorder_key')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute()
}

function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
