import { RecorderKey } from '@pitboard/contract/accounts/accounts'
import type { AppContext } from '../../context.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { insertRecorderKey } from '../access/recorder-key.ts'
import { lockUser } from './queries.ts'

const KEYS_MAX = 20

export async function listRecorderKeys(db: Db, userId: string): Promise<RecorderKey[]> {
  const rows = await db
    .selectFrom('recorder_key')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => presentFields(RecorderKey, { ...row, key: null }))
}

/** Throws a 409 if the user has as many recorder keys as there may be. */
export async function checkHasRoomForKey(db: Db, userId: string): Promise<void> {
  const keys = await listRecorderKeys(db, userId)
  if (keys.length < KEYS_MAX) return
  throw new ApiError(409, `You already have ${KEYS_MAX} recorder keys: revoke one first.`)
}

/** Throws as `checkHasRoomForKey` does. */
export async function createRecorderKey(
  { db, newId }: Pick<AppContext, 'db' | 'newId'>,
  userId: string,
  name: string,
): Promise<RecorderKey> {
  return inTransaction(db, async (transaction) => {
    await lockUser(transaction, userId)
    await checkHasRoomForKey(transaction, userId)
    const id = newId()
    const key = await insertRecorderKey(transaction, { id, userId, name })
    const row = await transaction
      .selectFrom('recorder_key')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return presentFields(RecorderKey, { ...row, key })
  })
}

/** Returns false where the user has no such key. */
export async function revokeRecorderKey(db: Db, userId: string, id: string): Promise<boolean> {
  const revoked = await db
    .deleteFrom('recorder_key')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}
