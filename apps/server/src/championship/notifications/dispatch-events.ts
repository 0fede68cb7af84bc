import type { NotificationKind } from '@pitboard/contract/notifications/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { NotificationEventRow } from './notification-tables.ts'
import { secondsFromNow } from '../../platform/db/database-clock.ts'
import type { Db } from '../../platform/db/tables.ts'
import { addQueue, type QueueContext } from '../../platform/queues/job-queue.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { selectAudience } from './audience.ts'
import { wantsBrowser, wantsMail } from './notification-settings.ts'

/** What happens within it goes into one mail. */
const COLLECT_SECONDS = 60
/** No mail waits as long. */
const REMEMBERED_DAYS = 7

/** Makes notifications of events: one for each user by mail, and one for each of their browsers. */
export function addEventQueue(
  context: QueueContext & Pick<AppContext, 'now'>,
  seasons: SeasonViews,
): void {
  const { db } = context
  const source = { ...context, seasons }
  addQueue<NotificationEventRow>(context, 'events', {
    places: 1,
    async work({ row }) {
      await addNotifications(db, row, await selectAudience(source, row))
    },
  })
}

/** Does nothing for users who have been notified of the same subject. */
async function addNotifications(
  db: Db,
  { id, kind, subject }: NotificationEventRow,
  users: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with chosen as (
      select audience.user_id, ${wantsMail(sql`${kind}::text`)} as by_mail,
        ${wantsBrowser(sql`${kind}::text`)} as by_browser
      from (${users}) as audience
      left join notification_settings settings on settings.user_id = audience.user_id
    )
    insert into notification (event_id, user_id, device_id, subject, due_at)
    select ${id}::uuid, user_id, null::uuid, ${subject},
      ${secondsFromNow(COLLECT_SECONDS)}
    from chosen join auth.users account on account.id = user_id
    where by_mail and email is not null and email_confirmed_at is not null and deleted_at is null
    union all
    select ${id}::uuid, chosen.user_id, device.id, ${subject}, now()
    from chosen join push_device device on device.user_id = chosen.user_id
    where by_browser
    on conflict do nothing`.execute(db)
}

/** Some kinds concern single users: each of them learns once of what an event of its subject tells. */
export function notifyOfEvents({ events }: Pick<AppContext, 'events'>): void {
  events.subscribe('seasonOffered', (db, { offerId, seasonId, userId }) =>
    addEvents(db, 'seasonOffer', [
      { season_id: seasonId, user_id: userId, subject: offerId, details: {} },
    ]),
  )
  events.subscribe('invited', (db, { invitationId, leagueId, userId }) =>
    addEvents(db, 'leagueInvitation', [
      { league_id: leagueId, user_id: userId, subject: invitationId, details: { invitationId } },
    ]),
  )
  events.subscribe('attendanceReminder', (db, { seasonId, eventId, deadlineAt, userIds }) =>
    addEvents(
      db,
      'reminder',
      userIds.map((userId) => ({
        season_id: seasonId,
        user_id: userId,
        subject: `${eventId} ${userId} ${deadlineAt.toISOString()}`,
        details: { eventId, deadlineAt: deadlineAt.toISOString() },
      })),
    ),
  )
}

/** It is about a season or about a league. */
type UserEvent = ({ readonly season_id: string } | { readonly league_id: string }) & {
  readonly user_id: string
  readonly subject: string
  readonly details: object
}

async function addEvents(
  db: Db,
  kind: NotificationKind,
  events: readonly UserEvent[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('notification_event')
    .values(
      events.map(({ subject, details, ...event }) => ({
        ...event,
        kind,
        subject: `${kind} ${subject}`,
        details: JSON.stringify(details),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeOldEvents(db: Db): Promise<void> {
  await sql`delete from notification_event where id in (
    select id from notification_event
    where created_at < now() - ${REMEMBERED_DAYS} * interval '1 day' limit 10000)`.execute(db)
}
