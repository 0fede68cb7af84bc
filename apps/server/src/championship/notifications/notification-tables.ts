import type {
  NotificationChoices,
  NotificationKind,
} from '@pitboard/contract/notifications/notifications'
import type { Language } from '@pitboard/contract/words/languages'
import type { AnnouncementDetails } from '../announcements/announcement-tables.ts'
import type { Row } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    notification_settings: {
      language: Language
      preferences: NotificationChoices
    }
    push_device: {
      language: Language
    }
    notification_event: {
      kind: NotificationKind
      details: NotificationDetails
    }
    notification: {
      state: 'waiting' | 'sent' | 'failed' | 'dropped'
    }
  }
}

export interface NotificationDetails extends AnnouncementDetails {
  readonly invitationId?: string
}

export type NotificationRow = Row<'notification'>
export type PushDeviceRow = Row<'push_device'>
export type NotificationEventRow = Row<'notification_event'>
