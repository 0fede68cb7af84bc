import { MAILED_BY_DEFAULT } from '@pitboard/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/tables.ts'
import { followsSeason } from './follows.ts'

/**
 * Selects the notifications that their users still want when they are sent: who has unfollowed, turned the
 * kind off, signed up or left since they were planned gets nothing.
 */
export async function selectStillWanted(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const follows = followsSeason(sql`notification.user_id`, sql`event.season_id`)
  const { rows } = await sql<{ id: string }>`
    select notification.id
    from notification
    join notification_event event on event.id = event_id
    left join notification_settings settings on settings.user_id = notification.user_id
    left join auth.users account on account.id = notification.user_id
    where notification.id = any(${ids}::uuid[])
      and account.deleted_at is null and coalesce(account.banned_until < now(), true)
      and case when device_id is null
        then coalesce(is_mail_on, true)
          and coalesce((preferences -> kind ->> 'mail')::boolean, kind = any(${MAILED_BY_DEFAULT}))
        else coalesce((preferences -> kind ->> 'browser')::boolean, true) end
      and (event.user_id is not null or kind = 'ownDecision' or ${follows})
      and (kind <> 'signUpOpen' or not exists (select from season_sign_up own
        where own.season_id = event.season_id and own.user_id = notification.user_id))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
