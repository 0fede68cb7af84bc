import { QUEUES, retryWaitSeconds } from '../../platform/queues/queues.ts'
import type { WebhookDeliveryRow, WebhookRow } from './announcement-tables.ts'

const HOUR = 3600
const HOLD_SECONDS_MAX = HOUR
const DISABLED_AFTER_MS = 3 * 24 * HOUR * 1000
/** A single failure after a quiet week does not disable a receiver. */
const DISABLING_ATTEMPT = 5

/** Decides what follows a failed attempt. A receiver that fails for days is disabled. */
export function nextStep(
  { failing_since }: Pick<WebhookRow, 'failing_since'>,
  { attempts, attempted_at }: Pick<WebhookDeliveryRow, 'attempts' | 'attempted_at'>,
  holdSeconds = 0,
) {
  const failingMs =
    attempted_at && failing_since ? attempted_at.getTime() - failing_since.getTime() : 0
  const isDisabling = failingMs > DISABLED_AFTER_MS && attempts >= DISABLING_ATTEMPT
  const wait = retryWaitSeconds(QUEUES.webhooks, attempts)
  const retryInSeconds = wait === null || isDisabling ? null : Math.max(holdSeconds, wait)
  return { state: 'failed' as const, retryInSeconds, holdSeconds, isDisabling }
}

/** Returns the seconds that a receiver asks to wait (RFC 9110 §10.2.3): with 429 and 503, an hour at most. */
export function readRetryAfter(status: number, header: string | null, now = new Date()): number {
  if (header === null || (status !== 429 && status !== 503)) return 0
  const seconds = /^\d{1,9}(?:\.\d{1,9})?$/.test(header)
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(HOLD_SECONDS_MAX, Math.max(0, seconds)) : 0
}
