import { webhooks } from '@pitboard/contract/leagues/webhooks'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import type { Caller } from '../history/versioned-update.ts'
import { ownedLeagues } from '../leagues/queries.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { addAnnouncementQueue } from './announcement-sender.ts'
import { addTest, endWaiting, listDeliveries, removeOldDeliveries, resend } from './deliveries.ts'
import { announceDue } from './upcoming-events.ts'
import { createWebhook, getWebhook, listWebhooks, renewSecret, updateWebhook } from './webhooks.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const LIMITS = {
  changes: { name: 'receivers of a user', calls: 30, seconds: 3600, burst: 20 },
  /** It limits messages that somebody sends by hand. */
  messages: { name: 'messages to receivers of a user', calls: 60, seconds: 3600, burst: 20 },
} as const satisfies Record<string, RateLimit>

interface Ids {
  readonly leagueId: string
  readonly webhookId: string
}

/** Receivers get a league's announcements (docs/announcements.md). */
export function registerAnnouncements(
  app: FastifyInstance,
  context: AppContext,
  seasons: SeasonViews,
): void {
  const { db, leadership, log } = context
  addAnnouncementQueue(context, seasons)
  addJobs()

  /** Throws a 404 or 403 as for the league, and a 404 for a receiver of another one. */
  async function getOwnWebhook(ids: Ids, user: Caller) {
    await ownedLeagues.getAllowed(db, ids.leagueId, user, 'editLeague')
    return getWebhook(db, ids)
  }

  async function countCall(limit: RateLimit, { userId }: Caller): Promise<void> {
    const seconds = await context.rateLimits.take({ limit, key: userId })
    if (seconds === 0) return
    throw new ApiError(429, 'Too many changes of receivers. Try again later.', {
      headers: { 'retry-after': String(Math.ceil(seconds)) },
    })
  }

  route(app, webhooks.list, async ({ user, params: { leagueId } }) => {
    await ownedLeagues.getAllowed(db, leagueId, user, 'editLeague')
    return listWebhooks(context, leagueId)
  })

  route(app, webhooks.create, async ({ user, params: { leagueId }, body, reply }) => {
    await ownedLeagues.getAllowed(db, leagueId, user, 'editLeague')
    await countCall(LIMITS.changes, user)
    forbidStorage(reply)
    return createWebhook(context, leagueId, user, body)
  })

  route(app, webhooks.update, async ({ user, params, body }) => {
    const webhook = await getOwnWebhook(params, user)
    const changed = await updateWebhook(context, webhook, body)
    if (changed.state !== 'active') await endWaiting(db, webhook.id)
    return changed
  })

  route(app, webhooks.renewSecret, async ({ user, params, reply }) => {
    const webhook = await getOwnWebhook(params, user)
    await countCall(LIMITS.changes, user)
    forbidStorage(reply)
    return renewSecret(context, webhook)
  })

  route(app, webhooks.remove, async ({ user, params }) => {
    const { id } = await getOwnWebhook(params, user)
    await db.deleteFrom('webhook').where('id', '=', id).execute()
    return null
  })

  route(app, webhooks.test, async ({ user, params }) => {
    const { id, state } = await getOwnWebhook(params, user)
    checkActive(state)
    await countCall(LIMITS.messages, user)
    return addTest(context, id)
  })

  route(app, webhooks.deliveries, async ({ user, params }) => {
    const { id } = await getOwnWebhook(params, user)
    return listDeliveries(db, id)
  })

  route(app, webhooks.resend, async ({ user, params }) => {
    const { id, state } = await getOwnWebhook(params, user)
    checkActive(state)
    await countCall(LIMITS.messages, user)
    return resend(db, id, params.deliveryId)
  })

  function addJobs(): void {
    const jobs = [
      createPeriodicJob(() => inTransaction(db, announceDue), {
        everyMs: MINUTE_MS,
        log,
        leadership,
        failure: 'coming events and open sign-ups could not be announced',
      }),
      createPeriodicJob(() => removeOldDeliveries(db), {
        everyMs: HOUR_MS,
        log,
        leadership,
        failure: 'old deliveries could not be removed',
      }),
    ]
    for (const job of jobs) {
      app.addHook('onReady', async () => job.start())
      app.addHook('preClose', () => job.stop())
    }
  }
}

function checkActive(state: string): void {
  if (state === 'active') return
  throw new ApiError(409, 'The receiver is not active. Activate it first.')
}

/** The answer has a secret. */
function forbidStorage(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
}
