import { embeds } from '@pitboard/contract/site/embeds'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import { readVisible } from '../../championship/leagues/queries.ts'
import type { SeasonViews } from '../../championship/seasons/view/season-views.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { createFindFromDetail } from '../pages/find-from-detail.ts'
import { presentSeason } from './embedded-season.ts'
import { presentSession } from './embedded-session.ts'

const CACHED_SECONDS = 60
const LIVE_SECONDS = 10

/** Embeds request this: everybody sees the same, so that caches may store it. */
export function registerEmbeds(
  app: FastifyInstance,
  { db }: AppContext,
  seasons: SeasonViews,
): void {
  const findSession = createFindFromDetail(db, presentSession)

  route(app, embeds.season, async ({ params: { id }, query, reply }) => {
    const { season } = await seasons.get(id, null)
    const [league] = await readVisible(db, season.leagueIds.slice(0, 1), null)
    allowCaching(reply, season.isLive ? LIVE_SECONDS : CACHED_SECONDS)
    return presentSeason(season, league, query.tier)
  })

  route(app, embeds.session, async ({ params: { id }, reply }) => {
    const session = await findSession(id)
    if (!session) throw new ApiError(404, `There is no recorded session ${id}.`)
    allowCaching(reply, CACHED_SECONDS)
    return session
  })
}

function allowCaching(reply: FastifyReply, seconds: number): void {
  void reply.header('cache-control', `public, max-age=${seconds}`)
}
