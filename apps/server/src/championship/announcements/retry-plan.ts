import type { WebhookDeliveryRow, WebhookRow } from '../../platform/db/season-tables.ts'

const [MINUTE, HOUR] = [60, 3600]
/** Waits after failed attempts: a day in all. */
const WAITS_SECONDS = [
  5,
  30,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
]
/** Receivers that failed at the same time do not return at the same time. */
const JITTER = 0.2
const HOLD_SECONDS_MAX = HOUR
const DISABLED_AFTER_MS = 3 * 24 * HOUR * 1000
/** A single failure after a quiet week does not disable a receiver. */
const DISABLING_ATTEMPT = 5

/** After a failed attempt. A receiver that fails for days is disabled. */
export function nextStep(
  { failing_since }: Pick<WebhookRow, 'failing_since'>,
  { attempts, attempted_at }: Pick<WebhookDeliveryRow, 'attempts' | 'attempted_at'>,
  holdSeconds = 0,
) {
  const failingMs =
    (attempted_at?.getTime() ?? 0) - (failing_since ?? attempted_at ?? new Date()).getTime()
  const isDisabling = failingMs > DISABLED_AFTER_MS && attempts >= DISABLING_ATTEMPT
  const wait = WAITS_SECONDS[attempts - 1]
  const jitter = 1 + JITTER * (2 * Math.random() - 1)
  const retryInSeconds =
    wait === undefined || isDisabling ? null : Math.max(holdSeconds, wait * jitter)
  return { state: 'failed' as const, retryInSeconds, holdSeconds, isDisabling }
}

/** The seconds that a receiver asks to wait (RFC 9110 §10.2.3): with 429 and 503, an hour at most. */
export function readRetryAfter(status: number, header: string | null, now = new Date()): number {
  if (header === null || (status !== 429 && status !== 503)) return 0
  const seconds = /^\d{1,9}(?:\.\d{1,9})?$/.test(header)
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(HOLD_SECONDS_MAX, Math.max(0, seconds)) : 0
}
