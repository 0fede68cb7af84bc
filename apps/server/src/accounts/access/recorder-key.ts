import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { isNotBlocked } from './blocked-accounts.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { RecorderKey } from './access-tables.ts'

/** Finds the user's key by its clear text and records its use. Keys of a blocked account are as good as revoked. */
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
    .where(isNotBlocked('recorder_key.user_id'))
    .execute()
  const found = keys.find(({ key_hash }) => timingSafeEqual(key_hash, hash))
  if (found) await touch(db, found)
  return found
}

/** Finds the owner of a key and records its use. */
export async function findKeyOwner(db: Db, key: string): Promise<string | null> {
  const found = await db
    .selectFrom('recorder_key')
    .selectAll()
    .where('key_hash', '=', hashKey(key))
    .where(isNotBlocked('recorder_key.user_id'))
    .executeTakeFirst()
  if (found) await touch(db, found)
  return found?.user_id ?? null
}

/** A key that began with "-" would be taken for an option on a command line. */
export const RECORDER_KEY_PREFIX = 'pb_'

/** Returns the key in clear: only its hash is stored, so it can be shown only once. */
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

/** Notes the use at most once a minute, so that a recorder that reconnects in a loop does not write every time. */
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
