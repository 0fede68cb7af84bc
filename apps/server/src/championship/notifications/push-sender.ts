import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { NotificationEventRow, PushDeviceRow } from '../../platform/db/notification-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { PostError, postOutside } from '../../platform/http/post-outside.ts'
import { createMutex } from '../../platform/jobs/mutex.ts'
import { createPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { nextStep, readRetryAfter } from '../announcements/retry-plan.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { describeNotification } from './describe-notification.ts'
import { openDevice } from './push-devices.ts'
import { createPushRequest } from './push-message.ts'

const EVERY_MS = 1000
/** Devices that one server sends to at the same time. */
const AT_ONCE = 8
/** Longer than an attempt takes. If the server ends meanwhile, another one sends again. */
const LEASE_SECONDS = 30

/** A notification that this server sends. The number of its attempts fences one that lost its lease. */
interface ClaimedPush {
  readonly device: PushDeviceRow
  readonly event: NotificationEventRow
  readonly id: string
  readonly attempts: number
  readonly attemptedAt: Date
}

type Outcome =
  | { readonly kind: 'ended'; readonly state: 'sent' | 'failed' | 'dropped' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'retry'; readonly seconds: number }

/** Sends what waits for subscribed browsers, one message at a time to each of them. */
export function createPushSender(context: AppContext, seasons: SeasonViews): PeriodicJob {
  const { db, log } = context
  const claiming = createMutex()
  const stopping = new AbortController()
  const active = new Set<Promise<void>>()

  async function sendDue(): Promise<void> {
    while (!stopping.signal.aborted && active.size < AT_ONCE) {
      const claimed = await claimPush(db)
      if (!claimed) return
      const sent = send(claimed)
        .catch((error: unknown) => log.warn({ err: error }, 'a push message could not be sent'))
        .finally(() => {
          active.delete(sent)
          void claiming(sendDue).catch((error: unknown) => {
            log.warn({ err: error }, 'push messages could not be read')
          })
        })
      active.add(sent)
    }
  }

  async function send(claimed: ClaimedPush): Promise<void> {
    const { device, event } = claimed
    const subscription = openDevice(context, device)
    if (!subscription) return finish(db, claimed, { kind: 'removed' })
    const reader = { userId: device.user_id, language: device.language }
    const described = await describeNotification({ ...context, seasons }, event, reader)
    if (!described) return finish(db, claimed, { kind: 'ended', state: 'dropped' })
    const request = await createPushRequest(context, subscription, { ...described, tag: event.id })
    const allowedHosts = context.config.webhookPrivateHosts
    try {
      const answer = await postOutside(request, { allowedHosts, signal: stopping.signal })
      await finish(db, claimed, readAnswer(claimed, answer))
    } catch (error) {
      if (stopping.signal.aborted) return
      if (!(error instanceof PostError)) throw error
      await finish(db, claimed, planRetry(claimed))
    }
  }

  const job = createPeriodicJob(() => claiming(sendDue), {
    ...{ everyMs: EVERY_MS, log, failure: 'push messages could not be read' },
  })
  return {
    start: job.start,
    async stop() {
      await job.stop()
      // What was not answered is sent again after the lease.
      stopping.abort()
      await Promise.all(active)
      await claiming(async () => {})
    },
  }
}

function readAnswer(
  claimed: ClaimedPush,
  { status, retryAfter }: { readonly status: number; readonly retryAfter: string | null },
): Outcome {
  if (status >= 200 && status < 300) return { kind: 'ended', state: 'sent' }
  // The browser has unsubscribed, or its subscription has expired.
  if (status === 404 || status === 410) return { kind: 'removed' }
  if (status === 413 || status === 400) return { kind: 'ended', state: 'failed' }
  return planRetry(claimed, readRetryAfter(status, retryAfter))
}

/** A device that has failed for days is removed. */
function planRetry({ device, attempts, attemptedAt }: ClaimedPush, holdSeconds = 0): Outcome {
  const step = nextStep(device, { attempts, attempted_at: attemptedAt }, holdSeconds)
  if (step.isDisabling) return { kind: 'removed' }
  if (step.retryInSeconds === null) return { kind: 'ended', state: 'failed' }
  // The other messages to this device wait too, so that it takes no place from others.
  return { kind: 'retry', seconds: step.retryInSeconds }
}

/** The oldest message to the device that has waited longest. */
async function claimPush(db: Db): Promise<ClaimedPush | null> {
  return inTransaction(db, async (transaction) => {
    const device = await transaction
      .updateTable('push_device')
      .set({ busy_until: secondsFromNow(LEASE_SECONDS), attempted_at: sql<Date>`now()` })
      .where('id', '=', (query) =>
        query
          .selectFrom('push_device')
          .select('id')
          .where('busy_until', '<=', sql<Date>`now()`)
          .where('id', 'in', (due) =>
            due
              .selectFrom('notification')
              .select('device_id')
              .where('device_id', 'is not', null)
              .where('ended_at', 'is', null)
              .where('due_at', '<=', sql<Date>`now()`),
          )
          .orderBy('attempted_at', (order) => order.asc().nullsFirst())
          .limit(1)
          .forNoKeyUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst()
    if (!device) return null
    const claimed = await transaction
      .updateTable('notification')
      .set({ attempts: sql`attempts + 1`, due_at: secondsFromNow(LEASE_SECONDS) })
      .where('id', '=', (query) =>
        query
          .selectFrom('notification')
          .select('id')
          .where('device_id', '=', device.id)
          .where('ended_at', 'is', null)
          .where('due_at', '<=', sql<Date>`now()`)
          .orderBy('created_at')
          .orderBy('id')
          .limit(1),
      )
      .returning(['id', 'event_id', 'attempts'])
      .executeTakeFirst()
    if (!claimed) return null
    const event = await transaction
      .selectFrom('notification_event')
      .selectAll()
      .where('id', '=', claimed.event_id)
      .executeTakeFirstOrThrow()
    const { id, attempts } = claimed
    return { device, event, id, attempts, attemptedAt: device.attempted_at ?? new Date() }
  })
}

/** Does nothing if another server has taken the message over. */
async function finish(
  db: Db,
  { device, id, attempts }: ClaimedPush,
  outcome: Outcome,
): Promise<void> {
  if (outcome.kind === 'removed') {
    await db.deleteFrom('push_device').where('id', '=', device.id).execute()
    return
  }
  const isRetry = outcome.kind === 'retry'
  await inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('notification')
      .set(
        isRetry
          ? { due_at: secondsFromNow(outcome.seconds) }
          : { state: outcome.state, ended_at: sql<Date>`now()` },
      )
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await transaction
      .updateTable('push_device')
      .set({
        busy_until: secondsFromNow(isRetry ? outcome.seconds : 0),
        ...(isRetry && { failing_since: sql<Date>`coalesce(failing_since, now())` }),
        ...(!isRetry && outcome.state === 'sent' && { failing_since: null }),
      })
      .where('id', '=', device.id)
      .execute()
  })
}

function secondsFromNow(seconds: number) {
  return sql<Date>`now() + ${seconds} * interval '1 second'`
}
