import { sql } from 'kysely'
import { type AudienceSource, findAudience } from './audience.ts'
import { wantsBrowser, wantsMail } from './notification-settings.ts'
import type { NotificationEventRow, NotificationRow } from './notification-tables.ts'

interface PlannedNotification {
  readonly row: Pick<NotificationRow, 'id' | 'user_id'>
  readonly event: NotificationEventRow
}

/**
 * Selects the notifications that their users still want when they are sent: a user whom the event no longer concerns, who
 * has turned its kind off, or whose account is blocked or deleted gets nothing.
 */
export async function selectStillWanted(
  source: AudienceSource,
  planned: readonly PlannedNotification[],
): Promise<Set<string>> {
  if (planned.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select notification.id
    from notification
    join notification_event event on event.id = event_id
    left join notification_settings settings on settings.user_id = notification.user_id
    left join auth.users account on account.id = notification.user_id
    where notification.id = any(${planned.map(({ row }) => row.id)}::uuid[])
      and account.deleted_at is null and coalesce(account.banned_until < now(), true)
      and case when device_id is null then ${wantsMail(sql`kind`)}
        else ${wantsBrowser(sql`kind`)} end`.execute(source.db)
  const chosen = new Set(rows.map(({ id }) => id))
  const byEvent = Map.groupBy(
    planned.filter(({ row }) => chosen.has(row.id)),
    ({ event }) => event.id,
  )
  const wanted: string[] = []
  for (const notifications of byEvent.values()) {
    const [first] = notifications
    if (!first) continue
    const userIds = notifications.map(({ row }) => row.user_id)
    const audience = await findAudience(source, first.event, userIds)
    wanted.push(...notifications.flatMap(({ row }) => (audience.has(row.user_id) ? [row.id] : [])))
  }
  return new Set(wanted)
}
