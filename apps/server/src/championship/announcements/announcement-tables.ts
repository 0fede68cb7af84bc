import type { Announcement, AnnouncementType } from '@pitboard/contract/leagues/announcement'
import type { Webhook, WebhookDelivery } from '@pitboard/contract/leagues/webhooks'
import type { Row } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    webhook: {
      kind: Webhook['kind']
      language: Webhook['language']
      types: AnnouncementType[]
      state: Webhook['state']
    }
    webhook_delivery: {
      type: Announcement['type']
      details: AnnouncementDetails
      content: Announcement | null
      state: WebhookDelivery['state']
      failure: Exclude<WebhookDelivery['failure'], null>
    }
  }
}

/** The database's triggers note this of a change. */
export interface AnnouncementDetails {
  readonly sessionId?: string
  readonly eventId?: string
  readonly adjustmentId?: string
  readonly decisionId?: string
  readonly isRevoked?: boolean
  /** The event was to start then, or drivers were to answer: a new date is announced on its own. */
  readonly startsAt?: string
  readonly deadlineAt?: string
  readonly publication?: number
}

export type WebhookRow = Row<'webhook'>
export type WebhookDeliveryRow = Row<'webhook_delivery'>
