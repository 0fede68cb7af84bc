import { DELIVERIES_LISTED, type WebhookDelivery } from '@pitboard/contract/leagues/webhooks'
import type { Announcement } from '@pitboard/contract/leagues/announcement'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { secondsFromNow } from '../../platform/db/database-clock.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { WebhookDeliveryRow, WebhookRow } from './announcement-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { createJobTable } from '../../platform/queues/job-table.ts'
import { QUEUES } from '../../platform/queues/queues.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** The log may be short; what was announced is remembered, so that it is not announced again. */
const REMEMBERED_DAYS = 7

const deliveries = createJobTable(QUEUES.webhooks)

/** This server makes the attempt. */
export interface ClaimedDelivery {
  readonly webhook: WebhookRow
  /** Its number of attempts, with this one, fences a server that lost its lease. */
  readonly delivery: WebhookDeliveryRow
}

/** Returns when a delivery may be sent that is due, and whose receiver is neither busy nor held. */
export const nextDelivery = () =>
  sql<Date | null>`select min(greatest(next_attempt_at, busy_until))
    from webhook_delivery join webhook on webhook.id = webhook_id
    where ended_at is null and webhook.state = 'active'`

export async function claimDeliveries(db: Db, count: number): Promise<ClaimedDelivery[]> {
  const claimed = await deliveries.claim<WebhookDeliveryRow>(db, count)
  if (claimed.length === 0) return []
  const ids = claimed.map(({ row }) => row.webhook_id)
  const webhooks = await db.selectFrom('webhook').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  return claimed.flatMap(({ row: delivery }) => {
    const webhook = byId.get(delivery.webhook_id)
    // A receiver that was removed in this moment has taken the delivery with it.
    return webhook ? [{ webhook, delivery }] : []
  })
}

/** The text of every attempt is that of the first. */
export async function storeContent(db: Db, id: string, content: Announcement): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ content: JSON.stringify(content) })
    .where('id', '=', id)
    .execute()
}

/** An attempt had this outcome. It ends the delivery if `retryInSeconds` is null. */
export interface AttemptOutcome {
  readonly state: 'delivered' | 'failed' | 'dropped'
  readonly retryInSeconds: number | null
  /** The receiver gets nothing before. */
  readonly holdSeconds: number
  readonly isDisabling: boolean
  readonly statusCode: number | null
  readonly durationMs: number | null
  readonly failure: WebhookDelivery['failure']
  readonly answer: string | null
}

/** Does nothing if another server has taken the delivery over. */
export async function finishAttempt(
  db: Db,
  { webhook, delivery }: ClaimedDelivery,
  outcome: AttemptOutcome,
  onDisabled: (transaction: Db) => Promise<void>,
): Promise<void> {
  const { state, retryInSeconds, holdSeconds, isDisabling } = outcome
  const isOver = retryInSeconds === null
  await inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('webhook_delivery')
      .set({
        state: isOver ? state : 'waiting',
        ended_at: isOver ? sql<Date>`now()` : null,
        ...(retryInSeconds !== null && { next_attempt_at: secondsFromNow(retryInSeconds) }),
        status_code: outcome.statusCode,
        duration_ms: outcome.durationMs,
        failure: outcome.failure,
        answer: outcome.answer,
      })
      .where('id', '=', delivery.id)
      .where('attempts', '=', delivery.attempts)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await transaction
      .updateTable('webhook')
      .set({
        busy_until: secondsFromNow(holdSeconds),
        ...(state === 'delivered' && { failing_since: null }),
        ...(state === 'failed' && { failing_since: sql<Date>`coalesce(failing_since, now())` }),
        ...(isDisabling && { state: 'disabled' as const }),
      })
      .where('id', '=', webhook.id)
      .execute()
    if (!isDisabling) return
    await endWaiting(transaction, webhook.id)
    await onDisabled(transaction)
  })
}

/** A server that stops leaves the delivery to the next one, at once. */
export async function releaseDelivery(
  db: Db,
  { webhook, delivery }: ClaimedDelivery,
): Promise<void> {
  const { id: key, attempts } = delivery
  if (!(await deliveries.release(db, { key, attempts, row: delivery }))) return
  await db
    .updateTable('webhook')
    .set({ busy_until: sql<Date>`now()` })
    .where('id', '=', webhook.id)
    .execute()
}

/** Nothing is sent late to a receiver that is activated again. */
export async function endWaiting(db: Db, webhookId: string): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'dropped', ended_at: sql<Date>`now()` })
    .where('webhook_id', '=', webhookId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Lists the newest first. */
export async function listDeliveries(db: Db, webhookId: string): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(DELIVERIES_LISTED)
    .execute()
  return rows.map(presentDelivery)
}

export async function addTest(
  { db, newId }: Pick<AppContext, 'db' | 'newId'>,
  webhookId: string,
): Promise<WebhookDelivery> {
  const id = newId()
  const row = await db
    .insertInto('webhook_delivery')
    .values({ id, webhook_id: webhookId, type: 'test', subject: `test ${id}` })
    .returningAll()
    .executeTakeFirstOrThrow()
  return presentDelivery(row)
}

/** Throws a 404 for an unknown delivery, a 409 for one that waits for its next attempt. */
export async function resend(
  db: Db,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const row = await db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
  if (!row) throw new ApiError(404, `There is no delivery ${deliveryId} to this receiver.`)
  const due = await db
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', attempts: 0, ended_at: null, next_attempt_at: sql<Date>`now()` })
    .where('id', '=', deliveryId)
    .where('ended_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (!due) throw new ApiError(409, 'The delivery still waits for its next attempt.')
  return presentDelivery(due)
}

/** Removes what the logs do not list any more. */
export async function removeOldDeliveries(db: Db): Promise<void> {
  await sql`delete from webhook_delivery where id in (
    select id from (
      select id, ended_at, row_number() over
        (partition by webhook_id order by created_at desc, id) as place
      from webhook_delivery
    ) as listed
    where place > ${DELIVERIES_LISTED}
      and ended_at < now() - ${REMEMBERED_DAYS} * interval '1 day'
    limit 10000)`.execute(db)
}

function presentDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    title: row.content?.title ?? null,
    createdAt: row.created_at.toISOString(),
    attemptedAt: row.attempted_at?.toISOString() ?? null,
    nextAttemptAt: row.ended_at === null ? row.next_attempt_at.toISOString() : null,
    statusCode: row.status_code,
    durationMs: row.duration_ms,
    failure: row.failure,
    answer: row.answer,
  }
}
