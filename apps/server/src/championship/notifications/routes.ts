import { notifications } from '@pitboard/contract/notifications/notifications'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import { sourceOf } from '../../accounts/auth/http/source.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import type { Caller } from '../history/versioned-update.ts'
import { ownedLeagues } from '../leagues/queries.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { addEventQueue, notifyOfEvents, removeOldEvents } from './dispatch-events.ts'
import { listFollows, readFollow, setFollow } from './follows.ts'
import { addMailQueue } from './mail-job.ts'
import { readSettings, removeNotificationsOf, updateSettings } from './notification-settings.ts'
import { addDevice, removeDevice } from './push-devices.ts'
import { addPushQueue } from './push-sender.ts'
import { registerUnsubscribe } from './unsubscribe-routes.ts'

const HOUR_MS = 3_600_000

const CHANGES: RateLimit = {
  name: 'changes of what a user is notified of',
  calls: 240,
  seconds: 3600,
  burst: 60,
}

/** Users follow and are notified of this (docs/notifications.md). */
export function registerNotifications(
  app: FastifyInstance,
  context: AppContext,
  seasons: SeasonViews,
): void {
  const { db, leadership, log } = context
  addJobs()
  notifyOfEvents(context)
  context.events.subscribe('userLeaving', (transaction, { userId }) =>
    removeNotificationsOf(transaction, userId),
  )
  registerUnsubscribe(app, context)

  async function countChange({ userId }: Caller): Promise<void> {
    const seconds = await context.rateLimits.take({ limit: CHANGES, key: userId })
    if (seconds === 0) return
    throw new ApiError(429, 'Too many changes. Try again later.', {
      headers: { 'retry-after': String(Math.ceil(seconds)) },
    })
  }

  route(app, notifications.settings, async ({ user }) => readSettings(context, user.userId))

  route(app, notifications.update, async ({ user, body, request }) => {
    await countChange(user)
    await updateSettings(db, user.userId, body, sourceOf(request).language)
    return readSettings(context, user.userId)
  })

  route(app, notifications.subscribe, async ({ user, body, request }) => {
    await countChange(user)
    return addDevice(context, user.userId, body, sourceOf(request))
  })

  route(app, notifications.unsubscribe, async ({ user, params: { id } }) => {
    if (await removeDevice(db, user.userId, id)) return null
    throw new ApiError(404, `You have no subscribed browser ${id}.`)
  })

  route(app, notifications.follows, async ({ user }) => listFollows(db, user.userId))

  route(app, notifications.leagueFollow, async ({ user, params: { leagueId } }) => {
    await ownedLeagues.getVisible(db, leagueId, user)
    return readFollow(db, user.userId, { kind: 'league', id: leagueId })
  })

  route(app, notifications.followLeague, async ({ user, params: { leagueId }, body }) => {
    await ownedLeagues.getVisible(db, leagueId, user)
    await countChange(user)
    return setFollow(db, user.userId, { kind: 'league', id: leagueId }, body.isFollowing)
  })

  route(app, notifications.seasonFollow, async ({ user, params: { seasonId } }) => {
    await ownedSeasons.getVisible(db, seasonId, user)
    return readFollow(db, user.userId, { kind: 'season', id: seasonId })
  })

  route(app, notifications.followSeason, async ({ user, params: { seasonId }, body }) => {
    await ownedSeasons.getVisible(db, seasonId, user)
    await countChange(user)
    return setFollow(db, user.userId, { kind: 'season', id: seasonId }, body.isFollowing)
  })

  function addJobs(): void {
    addEventQueue(context, seasons)
    addMailQueue(context, seasons)
    addPushQueue(context, seasons)
    const cleanUp = createPeriodicJob(() => removeOldEvents(db), {
      everyMs: HOUR_MS,
      log,
      leadership,
      failure: 'old notifications could not be removed',
    })
    app.addHook('onReady', async () => cleanUp.start())
    app.addHook('preClose', () => cleanUp.stop())
  }
}
