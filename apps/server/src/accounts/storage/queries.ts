import { sql } from 'kysely'
import { isUniqueViolation } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { StorageObject } from './storage-tables.ts'
import type { ObjectPath } from './buckets.ts'
import { holdFile } from './files.ts'
import { accessDenied, objectExists, objectNotFound, StorageError } from './storage-error.ts'

export const OBJECTS_PER_USER_MAX = 100
const BYTES_PER_USER_MAX = 52_428_800
const LISTED_MAX = 10_000

export async function findObject(
  db: Db,
  { bucket, path }: ObjectPath,
): Promise<StorageObject | undefined> {
  return db
    .selectFrom('storage_object')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('path', '=', path)
    .executeTakeFirst()
}

export async function getObject(db: Db, at: ObjectPath): Promise<StorageObject> {
  const found = await findObject(db, at)
  if (!found) throw objectNotFound()
  return found
}

/** Lists the objects below a folder, of one owner where `ownerId` is not null. */
export async function listObjects(
  db: Db,
  { bucket, prefix, ownerId }: { bucket: string; prefix: string; ownerId: string | null },
): Promise<StorageObject[]> {
  let rows = db
    .selectFrom('storage_object')
    .selectAll()
    .where('bucket', '=', bucket)
    .where(sql<boolean>`starts_with(path, ${prefix})`)
  if (ownerId !== null) rows = rows.where('owner_id', '=', ownerId)
  return rows.orderBy('path').limit(LISTED_MAX).execute()
}

type NewObject = Omit<StorageObject, 'created_at' | 'updated_at' | 'user_metadata'> & {
  /** The text is JSON. */
  readonly user_metadata: string
}
export type Writing = 'new' | 'replaced' | 'either'

/**
 * Puts an object in its place, for a file that is written already. Throws where `writing` asks for
 * a new one and there is one, or the other way round, and above what one user may keep.
 */
export async function putObject(
  db: Db,
  object: NewObject,
  writing: Writing,
): Promise<StorageObject> {
  const { owner_id: ownerId } = object
  if (ownerId !== null) await lockOwner(db, ownerId)
  const found = await findObject(db, object)
  if (found && writing === 'new') throw objectExists()
  if (!found && writing === 'replaced') throw objectNotFound()
  if (ownerId !== null) await checkQuota(db, ownerId, object.bytes, found)
  const { id: _id, ...changes } = object
  const put = await db
    .insertInto('storage_object')
    .values(object)
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'path'])
        .doUpdateSet({ ...changes, updated_at: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  await holdFile(db, object.file_key)
  return put
}

/** Makes other writes of the same user wait. Throws if the account was deleted meanwhile. */
async function lockOwner(db: Db, ownerId: string): Promise<void> {
  const owner = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!owner) throw accessDenied()
}

async function checkQuota(
  db: Db,
  ownerId: string,
  bytes: number,
  replaced: StorageObject | undefined,
): Promise<void> {
  const stored = await db
    .selectFrom('storage_object')
    .select(({ fn }) => [
      fn.countAll<number>().as('objects'),
      fn.sum<number | null>('bytes').as('bytes'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const objects = stored.objects + (replaced ? 0 : 1)
  const total = (stored.bytes ?? 0) + bytes - (replaced?.bytes ?? 0)
  if (objects > OBJECTS_PER_USER_MAX || total > BYTES_PER_USER_MAX) {
    throw new StorageError('EntityTooLarge', 'Your folder is full: remove pictures first')
  }
}

/** Returns what was removed; if `ownerId` is not null, only objects of this owner are removed. */
export async function removeObjects(
  db: Db,
  { bucket, paths, ownerId }: { bucket: string; paths: readonly string[]; ownerId: string | null },
): Promise<StorageObject[]> {
  let rows = db.deleteFrom('storage_object').where('bucket', '=', bucket).where('path', 'in', paths)
  if (ownerId !== null) rows = rows.where('owner_id', '=', ownerId)
  return rows.returningAll().execute()
}

/** Removes all objects of a deleted user; the next clean-up removes the files. */
export async function removeUserFiles(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('storage_object').where('owner_id', '=', userId).execute()
}

export async function moveObject(
  db: Db,
  from: ObjectPath,
  to: ObjectPath,
  ownerId: string | null,
): Promise<void> {
  if (await findObject(db, to)) throw objectExists()
  const object = await getObject(db, from)
  if (ownerId !== null && object.owner_id !== ownerId) throw accessDenied()
  await db
    .updateTable('storage_object')
    .set({ bucket: to.bucket, path: to.path, updated_at: sql<Date>`now()` })
    .where('id', '=', object.id)
    .execute()
    .catch((error: unknown) => {
      // Somebody else has put one there meanwhile.
      throw isUniqueViolation(error) ? objectExists() : error
    })
}
