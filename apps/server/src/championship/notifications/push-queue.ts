import { sql } from 'kysely'
import { secondsFromNow } from '../../platform/db/database-clock.ts'
import type { NotificationEventRow, PushDeviceRow } from './notification-tables.ts'
import type { NotificationRow } from './notification-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { createJobTable } from '../../platform/queues/job-table.ts'
import { QUEUES } from '../../platform/queues/queues.ts'

const pushes = createJobTable(QUEUES.pushes)

/** This server sends the notification. The number of its attempts fences one that lost its lease. */
export interface ClaimedPush {
  readonly device: PushDeviceRow
  readonly event: NotificationEventRow
  readonly row: NotificationRow
}

export type PushOutcome =
  | { readonly kind: 'ended'; readonly state: 'sent' | 'failed' | 'dropped' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'retry'; readonly seconds: number }

/** Claims the oldest messages that are due, one for each device. */
export async function claimPushes(db: Db, count: number): Promise<ClaimedPush[]> {
  const claimed = await pushes.claim<NotificationRow>(db, count)
  const rows = claimed.map(({ row }) => row)
  if (rows.length === 0) return []
  const [devices, events] = await Promise.all([
    db
      .selectFrom('push_device')
      .selectAll()
      .where('id', '=', sql<string>`any(${rows.map(({ device_id }) => device_id)}::uuid[])`)
      .execute(),
    db
      .selectFrom('notification_event')
      .selectAll()
      .where('id', '=', sql<string>`any(${rows.map(({ event_id }) => event_id)}::uuid[])`)
      .execute(),
  ])
  const devicesById = new Map(devices.map((device) => [device.id, device]))
  const eventsById = new Map(events.map((event) => [event.id, event]))
  return rows.flatMap((row) => {
    const device = row.device_id === null ? undefined : devicesById.get(row.device_id)
    const event = eventsById.get(row.event_id)
    // A device or event that is removed in this moment takes the notification with it.
    return device && event ? [{ device, event, row }] : []
  })
}

export interface EndedPush {
  readonly push: ClaimedPush
  readonly state: 'sent' | 'failed' | 'dropped'
}

/** Does nothing for messages that another server has taken over. */
export async function endPushes(db: Db, ended: readonly EndedPush[]): Promise<void> {
  await sql`
    with ended as (
      update notification set state = claimed.state, ended_at = now()
      from unnest(${ended.map(({ push }) => push.row.id)}::uuid[],
        ${ended.map(({ push }) => push.row.attempts)}::int[], ${ended.map(({ state }) => state)}::text[])
        as claimed (id, attempts, state)
      where notification.id = claimed.id and notification.attempts = claimed.attempts
        and ended_at is null
      returning device_id, claimed.state
    )
    update push_device
    set busy_until = now(),
      failing_since = case when ended.state = 'sent' then null else failing_since end
    from ended where push_device.id = ended.device_id`.execute(db)
}

/** All that waits for the device is postponed, so that claims do not read it again and again. */
export async function holdDevice(
  db: Db,
  { device, row: { id, attempts } }: ClaimedPush,
  seconds: number,
): Promise<void> {
  const until = secondsFromNow(seconds)
  await sql`
    with held as (
      update push_device
      set busy_until = ${until}, failing_since = coalesce(failing_since, now())
      where id = ${device.id} and exists (select from notification
        where id = ${id} and attempts = ${attempts} and ended_at is null)
      returning id
    )
    update notification set due_at = ${until}
    from held where device_id = held.id and ended_at is null
      and (due_at < ${until} or notification.id = ${id})`.execute(db)
}

/** What waits for it is removed with it. */
export async function removeSubscription(db: Db, { device }: ClaimedPush): Promise<void> {
  await db.deleteFrom('push_device').where('id', '=', device.id).execute()
}
