import {
  MAILED_BY_DEFAULT,
  type NotificationChannels,
  type NotificationChoices,
  type NotificationKind,
  ofEachKind,
  type NotificationKinds,
  type NotificationSettings,
} from '@pitboard/contract/notifications/notifications'
import type { Language } from '@pitboard/contract/words/languages'
import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { removeWaitingNotifications } from '../../accounts/auth/messages/outbox.ts'
import { lockUser } from '../../accounts/users/queries.ts'
import { derivePushKeys } from './push-keys.ts'
import { listDevices } from './push-devices.ts'

export async function readSettings(
  { db, keys }: Pick<AppContext, 'db' | 'keys'>,
  userId: string,
): Promise<NotificationSettings> {
  const [stored, [address], devices] = await Promise.all([
    findSettings(db, userId),
    readMailAddresses(db, [userId]),
    listDevices(db, userId),
  ])
  return {
    isMailOn: stored?.is_mail_on ?? true,
    mailAddress: address?.email ?? null,
    kinds: withDefaults(stored?.preferences ?? {}),
    devices,
    pushKey: derivePushKeys(keys).publicKey,
  }
}

interface SettingsUpdate {
  readonly isMailOn?: boolean
  readonly kinds?: NotificationChoices
}

/** The language of the browser is that of mails until the account has one of its own. */
export async function updateSettings(
  db: Db,
  userId: string,
  { isMailOn, kinds = {} }: SettingsUpdate,
  language: Language,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockUser(transaction, userId)
    const stored = await findSettings(transaction, userId)
    const values = {
      is_mail_on: isMailOn ?? stored?.is_mail_on ?? true,
      preferences: JSON.stringify({ ...stored?.preferences, ...kinds }),
      language,
    }
    await transaction
      .insertInto('notification_settings')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
    if (isMailOn === false) await dropWaitingMails(transaction, userId)
  })
}

/** Ends all mails, also for a user without settings. Returns false for an unknown user. */
export async function endMails(db: Db, userId: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const user = await transaction
      .selectFrom('user')
      .select('id')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return false
    await transaction
      .insertInto('notification_settings')
      .values({ user_id: userId, is_mail_on: false, language: 'en' })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ is_mail_on: false }))
      .execute()
    await dropWaitingMails(transaction, userId)
    return true
  })
}

async function dropWaitingMails(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('notification')
    .set({ state: 'dropped', ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('device_id', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
  await removeWaitingNotifications(db, userId)
}

/** Deletes everything about the user's notifications. It is called too where the account's id stays. */
export async function removeNotificationsOf(db: Db, userId: string): Promise<void> {
  for (const table of ['push_device', 'notification', 'follow', 'notification_settings'] as const) {
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}

/** Reads the addresses of the users with a confirmed one; banned and deleted accounts have none. */
export async function readMailAddresses(db: Db, userIds: readonly string[]) {
  const rows = await db
    .selectFrom('auth.users')
    .leftJoin('notification_settings', 'user_id', 'auth.users.id')
    .select(['auth.users.id', 'email', 'user_metadata', 'language'])
    .where('auth.users.id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('email_confirmed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([where('banned_until', 'is', null), where('banned_until', '<', sql<Date>`now()`)]),
    )
    .execute()
  return rows.flatMap(({ email, ...row }) => (email ? { ...row, email } : []))
}

async function findSettings(db: Db, userId: string) {
  return db
    .selectFrom('notification_settings')
    .select(['is_mail_on', 'language', 'preferences'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

type Channels = Static<typeof NotificationChannels>

/** Builds the condition that a user wants a kind by a channel, on a row of their `settings`, which may be missing. */
export function wantsMail(kind: RawBuilder<string>): RawBuilder<boolean> {
  return sql`coalesce(is_mail_on, true)
    and coalesce((preferences -> ${kind} ->> 'mail')::boolean, ${kind} = any(${MAILED_BY_DEFAULT}))`
}

export function wantsBrowser(kind: RawBuilder<string>): RawBuilder<boolean> {
  return sql`coalesce((preferences -> ${kind} ->> 'browser')::boolean, true)`
}

function defaultChannels(kind: NotificationKind): Channels {
  return { mail: MAILED_BY_DEFAULT.some((mailed) => mailed === kind), browser: true }
}

function withDefaults(choices: NotificationChoices): NotificationKinds {
  return ofEachKind((kind) => choices[kind] ?? defaultChannels(kind))
}
