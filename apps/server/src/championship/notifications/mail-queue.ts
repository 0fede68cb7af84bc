import { MAILS_PER_DAY } from '@pitboard/contract/notifications/notifications'
import { sql } from 'kysely'
import type { NotificationEventRow } from './notification-tables.ts'
import type { NotificationRow } from './notification-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { createJobTable } from '../../platform/queues/job-table.ts'
import { QUEUES } from '../../platform/queues/queues.ts'

export interface ClaimedMail {
  readonly row: NotificationRow
  readonly event: NotificationEventRow
}

/** Claims all that is due for the users who have waited longest, in the order of its events. */
export async function claimMails(db: Db, usersMax: number): Promise<ClaimedMail[]> {
  const claimed = await createJobTable(QUEUES.notification_mails).claim<NotificationRow>(
    db,
    usersMax,
  )
  const rows = claimed.map(({ row }) => row)
  if (rows.length === 0) return []
  const events = await db
    .selectFrom('notification_event')
    .selectAll()
    .where('id', '=', sql<string>`any(${rows.map(({ event_id }) => event_id)}::uuid[])`)
    .execute()
  const byId = new Map(events.map((event) => [event.id, event]))
  return rows
    .flatMap((row) => {
      const event = byId.get(row.event_id)
      // An event that is removed in this moment takes the notification with it.
      return event ? [{ row, event }] : []
    })
    .toSorted((a, b) => a.event.created_at.getTime() - b.event.created_at.getTime())
}

/**
 * Returns when users who have had their mails of a day may get the next one. Locks the users until the transaction
 * ends.
 */
export async function lockNextTimes(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, Date>> {
  await sql`select id from "user" where id = any(${userIds}::uuid[]) order by id for update`.execute(
    db,
  )
  const { rows } = await sql<{ user_id: string; next: Date }>`
    select user_id, next from (
      select user_id, max(ended_at) + interval '1 day' as next,
        row_number() over (partition by user_id order by max(ended_at) desc) as place
      from notification
      where user_id = any(${userIds}::uuid[]) and state = 'sent' and mail_id is not null
        and ended_at > now() - interval '1 day'
      group by user_id, mail_id
    ) as mails
    where place = ${MAILS_PER_DAY}`.execute(db)
  return new Map(rows.map(({ user_id, next }) => [user_id, next]))
}

export async function postponeMails(
  db: Db,
  rows: readonly NotificationRow[],
  until: ReadonlyMap<string, Date>,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update notification set due_at = claimed.due_at
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ attempts }) => attempts)}::int[],
      ${rows.map(({ user_id }) => until.get(user_id))}::timestamptz[])
      as claimed (id, attempts, due_at)
    where notification.id = claimed.id and notification.attempts = claimed.attempts
      and ended_at is null`.execute(db)
}

interface EndedMail {
  readonly row: NotificationRow
  /** It is null for one that is dropped. */
  readonly mailId: string | null
}

/** Throws if another server has taken one of them over, so that no mail of this one is sent. */
export async function finishMails(db: Db, ended: readonly EndedMail[]): Promise<void> {
  if (ended.length === 0) return
  const { rows } = await sql`
    update notification
    set state = case when claimed.mail_id is null then 'dropped' else 'sent' end,
      ended_at = now(), mail_id = claimed.mail_id
    from unnest(${ended.map(({ row }) => row.id)}::uuid[],
      ${ended.map(({ row }) => row.attempts)}::int[], ${ended.map(({ mailId }) => mailId)}::uuid[])
      as claimed (id, attempts, mail_id)
    where notification.id = claimed.id and notification.attempts = claimed.attempts
      and ended_at is null
    returning notification.id`.execute(db)
  if (rows.length < ended.length) throw new Error('notifications were claimed by another server')
}
