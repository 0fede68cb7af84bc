import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { findLeague, presentLeague } from '../../championship/leagues/queries.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { readIfNoneMatch } from '../../platform/http/etags.ts'
import type { PageSource } from '../pages/find-page.ts'
import { calendarText, leagueSummary } from '../pages/page-heads.ts'
import { cardOfLive, type SessionCard } from '../pages/session-card.ts'
import { publicProfile } from '../public-profiles/public-profile.ts'
import { defaultPicture, namedPicture, userPicture } from './named-picture.ts'
import { createPictures, type Picture } from './render-png.ts'
import { sessionPicture } from './session-picture.ts'
import { isSupported } from './svg-text.ts'

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
/** Caches must revalidate what its owner may make private. */
const REVALIDATED = 0
/** How old a live session's picture may be. */
const LIVE_SECONDS = 20
const LIVE_CARDS_MAX = 200
const ROWS = 5

/** Pictures for link previews. */
export function registerPictures(app: FastifyInstance, source: PageSource): void {
  const pictureOf = createPictures()
  const liveCards = new LRUCache<string, { card: SessionCard; untilMs: number }>({
    max: LIVE_CARDS_MAX,
  })
  const general = defaultPicture()

  app.get('/og/default.png', (request, reply) =>
    send(request, reply, pictureOf(general, false), DAY_SECONDS),
  )

  app.get<{ Params: { id: string } }>('/og/session/:id.png', async (request, reply) => {
    const card = await getRecordedCard(request.params.id)
    return send(request, reply, cardPicture(card), HOUR_SECONDS)
  })

  app.get<{ Params: { id: string } }>('/og/live/:id.png', async (request, reply) => {
    const id = request.params.id.toLowerCase()
    const card = findLiveCard(id) ?? (await getRecordedCard(id))
    return send(request, reply, cardPicture(card), LIVE_SECONDS)
  })

  app.get<{ Params: { id: string } }>('/og/league/:id.png', async (request, reply) => {
    const { id } = request.params
    const found = isUuid(id) ? await findLeague(source.context.db, id) : undefined
    if (!found?.is_public) throw new ApiError(404, `There is no league ${id}.`)
    const league = presentLeague(found)
    const note = leagueSummary(league, 'en')
    const picture = namedPicture({ kind: 'League', name: league.name, note, rows: [] })
    const isDrawn = isSupported(league.name) && isSupported(note)
    return send(request, reply, pictureOf(picture, !isDrawn), REVALIDATED)
  })

  app.get<{ Params: { id: string } }>('/og/season/:id.png', async (request, reply) => {
    const { id } = request.params
    const view = isUuid(id) ? await source.seasons.find(id, null) : undefined
    if (!view) throw new ApiError(404, `There is no season ${id}.`)
    const { season } = view
    const rows = season.standings.drivers.slice(0, ROWS).map((driver, index) => ({
      ...{ place: index + 1, name: driver.name, colour: driver.teamColour },
      value: String(driver.points),
    }))
    const note = calendarText(season, 'en')
    const picture = namedPicture({ kind: 'Season', name: season.name, note, rows })
    const isDrawn = [season.name, note, ...rows.map(({ name }) => name)].every(isSupported)
    return send(request, reply, pictureOf(picture, !isDrawn), REVALIDATED)
  })

  app.get<{ Params: { id: string } }>('/og/user/:id.png', async (request, reply) => {
    const { id } = request.params
    const profile = isUuid(id) ? await publicProfile(source.context.db, id) : undefined
    if (!profile) throw new ApiError(404, `There is no user ${id}.`)
    const picture = userPicture(profile)
    return send(request, reply, pictureOf(picture, !isSupported(profile.username)), HOUR_SECONDS)
  })

  function cardPicture(card: SessionCard): Picture {
    const names = [card.trackName, ...card.rows.map(({ name }) => name)]
    return pictureOf(sessionPicture(card), !names.every(isSupported))
  }

  function findLiveCard(id: string): SessionCard | undefined {
    const room = source.hub.room(id)
    if (!room) return undefined
    const nowMs = source.context.now().getTime()
    const known = liveCards.get(id)
    if (known && nowMs < known.untilMs) return known.card
    const card = cardOfLive(room.state(nowMs))
    liveCards.set(id, { card, untilMs: nowMs + LIVE_SECONDS * 1000 })
    return card
  }

  async function getRecordedCard(id: string): Promise<SessionCard> {
    const card = await source.findCard(id)
    if (!card) throw new ApiError(404, `There is no session ${id}.`)
    return card
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, png }: Picture,
  maxAgeSeconds: number,
): Promise<FastifyReply> {
  const cacheControl =
    maxAgeSeconds === REVALIDATED ? 'no-cache' : `public, max-age=${maxAgeSeconds}`
  reply.headers({ etag: `"${etag}"`, 'cache-control': cacheControl })
  if (readIfNoneMatch(request).includes(etag)) return reply.code(304).send()
  const bytes = await png(networkOf(request.ip))
  return reply.type('image/png').send(bytes)
}
