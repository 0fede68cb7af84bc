import type { Db } from '../../platform/db/tables.ts'

/** Returns what the user follows and is notified of, without the addresses of their browsers. */
export async function exportNotifications(db: Db, userId: string): Promise<object> {
  const [settings, follows, devices, received] = await Promise.all([
    db
      .selectFrom('notification_settings')
      .select(['is_mail_on as isMailOn', 'language', 'preferences as kinds'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('follow')
      .select(['league_id as leagueId', 'season_id as seasonId', 'is_following as isFollowing'])
      .select('created_at as createdAt')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('push_device')
      .select(['id', 'user_agent as userAgent', 'language', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('notification')
      .innerJoin('notification_event', 'notification_event.id', 'event_id')
      .select(['kind', 'season_id as seasonId', 'league_id as leagueId'])
      .select(['device_id as deviceId', 'notification.state'])
      .select('notification.created_at as createdAt')
      .where('notification.user_id', '=', userId)
      .orderBy('notification.created_at')
      .execute(),
  ])
  return { settings: settings ?? null, follows, devices, received }
}
