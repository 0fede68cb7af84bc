import type { FastifyInstance } from 'fastify'
import { registerAuth } from './auth/register.ts'
import { registerUploads } from './captures/upload-routes.ts'
import type { AppContext } from './context.ts'
import { registerDocs } from './docs/routes.ts'
import { registerDownloads } from './downloads/routes.ts'
import { createRemoving } from './history/deleted.ts'
import { registerHealth } from './http/health.ts'
import { createHttp } from './http/server.ts'
import { createUpgrades } from './http/upgrades.ts'
import { registerWebApp } from './http/web-app.ts'
import { createIngest } from './ingest/ingest.ts'
import { registerIngest } from './ingest/routes.ts'
import { createHub } from './live/hub.ts'
import { registerLeagues } from './leagues/routes.ts'
import { registerLive } from './live/routes.ts'
import { createFindCard } from './pages/find-card.ts'
import type { PageSource } from './pages/find-page.ts'
import { registerPictures } from './pictures/routes.ts'
import { registerProfiles } from './profiles/routes.ts'
import { registerRealtime } from './realtime/routes.ts'
import { registerReplays } from './replays/routes.ts'
import { registerSearch } from './search/routes.ts'
import { registerSeasons } from './seasons/routes.ts'
import { createSeasonViews } from './seasons/season-view.ts'
import { registerSeo } from './seo/routes.ts'
import { registerSessions } from './sessions/routes.ts'
import { registerSite } from './site/routes.ts'
import { registerStorage } from './storage/routes.ts'
import { registerPublicProfiles } from './users/public-routes.ts'
import { registerUsers } from './users/routes.ts'

/**
 * The whole server, not yet listening. A part that must end its work before connections close
 * adds a `preClose` hook; the database is open until all of them are done.
 */
export async function buildApp(context: AppContext, webFolder: string): Promise<FastifyInstance> {
  const app = createHttp(context)
  registerHealth(app, context)
  await registerAuth(app, context)
  registerSessions(app, context)
  registerReplays(app, context)
  registerDownloads(app, context)
  registerUsers(app, context)
  registerPublicProfiles(app, context)
  registerSite(app, context, webFolder)
  registerSeo(app, context)
  const hub = createHub(
    () => context.now().getTime(),
    (sessionId, error) => context.log.error({ err: error, sessionId }, 'a live room has failed'),
  )
  const ingest = createIngest(context, hub)
  const seasons = createSeasonViews(context, hub)
  const pages: PageSource = { context, hub, findCard: createFindCard(context.db), seasons }
  const upgrades = createUpgrades(app)
  registerLive(app, context, hub, upgrades)
  registerLeagues(app, context)
  registerSearch(app, context)
  registerSeasons(app, context, seasons)
  registerPictures(app, pages)
  registerIngest(app, context, ingest)
  registerUploads(app, context, hub)
  app.addHook('onReady', () => ingest.start())
  const removing = createRemoving(context)
  app.addHook('onReady', async () => removing.start())
  app.addHook('preClose', () => removing.stop())
  app.addHook('preClose', async () => {
    await ingest.stop()
    hub.drain()
  })
  await registerProfiles(app, context)
  await registerStorage(app, context)
  await registerRealtime(app, context, upgrades, hub)
  await registerDocs(app)
  await registerWebApp(app, webFolder, pages)
  return app
}
