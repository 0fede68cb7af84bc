import { createHash, ECDH } from 'node:crypto'
import {
  DEVICES_MAX,
  type PushDevice,
  type PushSubscription,
} from '@pitboard/contract/notifications/notifications'
import { openSealedText, sealText } from '../../platform/db/sealed-text.ts'
import type { Source } from '../../accounts/auth/http/source.ts'
import { lockUser } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import type { PushDeviceRow } from './notification-tables.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { invalidField } from '../../platform/http/api-error.ts'
import { isOutsideUrl } from '../../platform/http/outside-address.ts'

export async function listDevices(db: Db, userId: string): Promise<PushDevice[]> {
  const rows = await db
    .selectFrom('push_device')
    .select(['id', 'user_agent', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(presentDevice)
}

/** A browser is subscribed for the user who was last signed in there. */
export async function addDevice(
  { db, config, keys, newId }: Pick<AppContext, 'db' | 'config' | 'keys' | 'newId'>,
  userId: string,
  { endpoint, p256dh, auth }: PushSubscription,
  { language, userAgent }: Pick<Source, 'language' | 'userAgent'>,
): Promise<PushDevice> {
  const url = URL.parse(endpoint)
  if (!url || !isOutsideUrl(url, config.pushPrivateHosts)) {
    throw invalidField('/endpoint', 'must be an https address that is reachable from the Internet')
  }
  if (!isPublicKey(p256dh)) throw invalidField('/p256dh', 'must be a key of the curve P-256')
  const key = keys.derive('push devices')
  return inTransaction(db, async (transaction) => {
    await lockUser(transaction, userId)
    const endpoint_hash = createHash('sha256').update(url.href).digest()
    // What waits for the former user of this browser goes with it.
    await transaction.deleteFrom('push_device').where('endpoint_hash', '=', endpoint_hash).execute()
    await transaction
      .deleteFrom('push_device')
      .where('id', 'in', (query) =>
        query
          .selectFrom('push_device')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .offset(DEVICES_MAX - 1),
      )
      .execute()
    const row = await transaction
      .insertInto('push_device')
      .values({
        id: newId(),
        user_id: userId,
        endpoint_hash,
        language,
        endpoint: sealText(key, url.href),
        secrets: sealText(key, JSON.stringify({ p256dh, auth })),
        user_agent: userAgent,
      })
      .returning(['id', 'user_agent', 'created_at'])
      .executeTakeFirstOrThrow()
    return presentDevice(row)
  })
}

/** Returns false if the user has no such device. */
export async function removeDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_device')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns null if the server's secret has changed since they were stored. */
export function openDevice(
  { keys }: Pick<AppContext, 'keys'>,
  { endpoint, secrets }: Pick<PushDeviceRow, 'endpoint' | 'secrets'>,
): PushSubscription | null {
  const key = keys.derive('push devices')
  const [url, json] = [openSealedText(key, endpoint), openSealedText(key, secrets)]
  if (url === null || json === null) return null
  // What our own key has authenticated, this file has written.
  const { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'> = JSON.parse(json)
  return { endpoint: url, p256dh, auth }
}

type PresentedDevice = Pick<PushDeviceRow, 'id' | 'user_agent' | 'created_at'>

function presentDevice({ id, user_agent, created_at }: PresentedDevice): PushDevice {
  return { id, userAgent: user_agent, createdAt: created_at.toISOString() }
}

function isPublicKey(text: string): boolean {
  try {
    return ECDH.convertKey(text, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}
