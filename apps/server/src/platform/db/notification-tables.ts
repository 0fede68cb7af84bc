import type {
  NotificationChoices,
  NotificationKind,
} from '@pitboard/contract/notifications/notifications'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Language } from '../html/page.ts'
import type { AnnouncementDetails } from './season-tables.ts'

interface FollowTable {
  id: Generated<string>
  user_id: string
  /** Either a league or a season. */
  league_id: string | null
  season_id: string | null
  /** False for a user who has unfollowed what they follow automatically. */
  is_following: boolean
  created_at: Generated<Date>
}

interface NotificationSettingsTable {
  user_id: string
  is_mail_on: Generated<boolean>
  language: Language
  /** What differs from the defaults. */
  preferences: ColumnType<NotificationChoices, string | undefined, string>
}

interface PushDeviceTable {
  id: string
  user_id: string
  /** SHA-256: a browser is subscribed for one user. */
  endpoint_hash: Buffer
  /** Encrypted. */
  endpoint: Buffer
  /** Encrypted JSON of the keys that messages are encrypted with. */
  secrets: Buffer
  user_agent: string | null
  language: Language
  busy_until: Generated<Date>
  failing_since: Date | null
  attempted_at: Date | null
  created_at: Generated<Date>
}

interface NotificationEventTable {
  id: Generated<string>
  kind: NotificationKind
  subject: string
  season_id: string
  /** The only user to notify; null for all who follow the season. */
  user_id: string | null
  details: ColumnType<AnnouncementDetails, string | undefined, string>
  attempts: Generated<number>
  due_at: Generated<Date>
  dispatched_at: Date | null
  created_at: Generated<Date>
}

interface NotificationTable {
  id: Generated<string>
  event_id: string
  user_id: string
  /** Null for a mail. */
  device_id: string | null
  /** What it is about; a user gets it once by mail and once at each device. */
  subject: string
  state: Generated<'waiting' | 'sent' | 'failed' | 'dropped'>
  attempts: Generated<number>
  due_at: Generated<Date>
  ended_at: Date | null
  /** Notifications of one mail share it. */
  mail_id: string | null
  created_at: Generated<Date>
}

export interface NotificationTables {
  follow: FollowTable
  notification_settings: NotificationSettingsTable
  push_device: PushDeviceTable
  notification_event: NotificationEventTable
  notification: NotificationTable
}

export type PushDeviceRow = Selectable<PushDeviceTable>
export type NotificationEventRow = Selectable<NotificationEventTable>
