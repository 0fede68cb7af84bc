import type { FastifyInstance } from 'fastify'
import { registerAuth } from './accounts/auth/register.ts'
import { registerPairing } from './accounts/pairing/routes.ts'
import { registerProfiles } from './accounts/profiles/routes.ts'
import { registerStorage } from './accounts/storage/routes.ts'
import { registerUsers } from './accounts/users/routes.ts'
import { registerAnnouncements } from './championship/announcements/webhook-routes.ts'
import { registerCalendarFeeds } from './championship/feeds/calendar-feed.ts'
import { registerResultsFeed } from './championship/feeds/results-feed.ts'
import { createDeletedItemsCleanup } from './championship/history/deleted-items.ts'
import { registerLeagues } from './championship/leagues/routes.ts'
import { registerNotifications } from './championship/notifications/routes.ts'
import { registerSearch } from './championship/search/routes.ts'
import { registerSeasons } from './championship/seasons/routes.ts'
import { registerStewards } from './championship/stewards/routes.ts'
import { registerReactions } from './championship/reactions/routes.ts'
import { registerRatings } from './championship/ratings/routes.ts'
import { registerDrivers } from './championship/drivers/routes.ts'
import { createSeasonViews } from './championship/seasons/view/season-views.ts'
import { registerAttendance } from './championship/attendance/routes.ts'
import { registerDriverVotes } from './championship/driver-votes/routes.ts'
import { registerSignUps } from './championship/sign-ups/routes.ts'
import type { AppContext } from './context.ts'
import { createHttp } from './http-server.ts'
import { createUpgrades } from './platform/http/upgrades.ts'
import { registerCaptureRetention } from './racing/capture-retention/routes.ts'
import { createIngest } from './racing/ingest/ingest.ts'
import { registerIngest } from './racing/ingest/routes.ts'
import { createLive } from './racing/live/live.ts'
import { registerLive } from './racing/live/routes.ts'
import { registerTrackOutlines } from './racing/outlines/routes.ts'
import { registerPitLosses } from './racing/pit-losses/routes.ts'
import { registerRecords } from './racing/records/routes.ts'
import { registerReplays } from './racing/replays/routes.ts'
import { registerRecorderStatus } from './racing/recorder-status/routes.ts'
import { registerTraces } from './racing/traces/routes.ts'
import { registerSessions } from './racing/sessions/routes.ts'
import { registerUploads } from './racing/uploads/upload-routes.ts'
import { registerScheduledBackups } from './site/backups/scheduled-backups.ts'
import { registerDocs } from './site/docs/routes.ts'
import { registerDownloads } from './site/downloads/routes.ts'
import { registerOembed } from './site/embeds/oembed.ts'
import { registerEmbeds } from './site/embeds/routes.ts'
import { registerHealth } from './site/health/routes.ts'
import { registerSite } from './site/info/routes.ts'
import { registerOperation } from './site/operation/routes.ts'
import type { PageSource } from './site/pages/find-page.ts'
import { createFindCard } from './site/pages/session-card.ts'
import { registerWebApp } from './site/pages/web-app.ts'
import { registerPictures } from './site/pictures/routes.ts'
import { registerPublicProfiles } from './site/public-profiles/public-profile.ts'
import { registerRealtime } from './site/realtime/routes.ts'
import { registerSeo } from './site/seo/routes.ts'

interface BuiltApp {
  readonly app: FastifyInstance
  /**
   * Ends streams and viewers, in the order that loses nothing; requests are still answered. `app.close()`
   * follows.
   */
  drain(): Promise<void>
}

/**
 * Builds the whole server, not yet listening. Background jobs end in a `preClose` hook; the database is open until all
 * of them are done.
 */
export async function buildApp(context: AppContext, webFolder: string): Promise<BuiltApp> {
  const app = createHttp(context)
  const stopping = new AbortController()
  registerHealth(app, context, stopping.signal)
  registerScheduledBackups(app, context)
  await registerAuth(app, context)
  registerSessions(app, context)
  registerDownloads(app, context)
  registerUsers(app, context)
  registerPairing(app, context)
  registerPublicProfiles(app, context)
  registerSite(app, context, webFolder)
  registerSeo(app, context)
  const live = createLive(context)
  const { roomDirectory, timelines } = live
  const ingest = createIngest(context, roomDirectory)
  const seasons = createSeasonViews(context, live)
  const pages: PageSource = {
    context,
    states: live.states,
    liveList: live.list,
    findCard: createFindCard(context.db),
    seasons,
  }
  const upgrades = createUpgrades(app, stopping.signal)
  registerLive(app, context, live, upgrades)
  registerPitLosses(app, context)
  registerRecords(app, context)
  registerTrackOutlines(app, context)
  registerReplays(app, context, timelines)
  registerTraces(app, context)
  // Sign-ups are registered before leagues, which leave changes of a deleted account without its name.
  registerSignUps(app, context, seasons)
  registerAttendance(app, context)
  registerLeagues(app, context)
  registerSearch(app, context)
  registerSeasons(app, context, seasons)
  registerDrivers(app, context, seasons)
  registerRatings(app, context, seasons)
  registerReactions(app, context)
  registerStewards(app, context, seasons)
  registerDriverVotes(app, context, seasons)
  registerAnnouncements(app, context, seasons)
  registerNotifications(app, context, seasons)
  registerEmbeds(app, context, seasons)
  registerCalendarFeeds(app, context)
  registerResultsFeed(app, context, seasons)
  registerOembed(app, pages)
  registerPictures(app, pages)
  registerIngest(app, context, ingest, { stopping: stopping.signal, upgrades })
  registerRecorderStatus(app, context)
  registerCaptureRetention(app, context)
  registerOperation(app, context, live.list)
  registerUploads(app, context)
  app.addHook('onReady', () => ingest.start())
  app.addHook('onReady', async () => live.list.start())
  const removing = createDeletedItemsCleanup(context)
  app.addHook('onReady', async () => removing.start())
  app.addHook('onReady', async () => {
    context.databaseListener.start()
    context.jobs.start()
  })
  app.addHook('preClose', () => context.jobs.stop())
  app.addHook('onReady', async () => context.rateLimits.cleanup.start())
  app.addHook('onReady', async () => context.disk.watch.start())
  app.addHook('preClose', () => context.disk.watch.stop())
  app.addHook('preClose', () => context.rateLimits.cleanup.stop())
  app.addHook('preClose', () => removing.stop())
  await registerProfiles(app, context)
  await registerStorage(app, context)
  const stopRealtime = await registerRealtime(app, context, upgrades, live.list)
  await registerDocs(app)
  await registerWebApp(app, webFolder, pages)
  return {
    app,
    async drain() {
      // The server is no longer ready after this, and accepts no new streams and WebSockets.
      stopping.abort()
      // Other servers look for the next owners of its sessions.
      roomDirectory.handOver()
      // Journals are on disk, then recorders are sent away.
      await ingest.stop()
      await live.list.stop()
      // Viewers are sent away, one after the other.
      await Promise.all([roomDirectory.drain(), stopRealtime()])
      await timelines.stop()
      await context.databaseListener.stop()
    },
  }
}
