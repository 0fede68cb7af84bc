import type { Season } from '@pitboard/contract/seasons/season'
import { mainStandings } from '@pitboard/contract/seasons/tiers'
import { LANGUAGES } from '@pitboard/contract/words/languages'
import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  type LeagueRecord,
  ownedLeagues,
  presentLeague,
} from '../../championship/leagues/queries.ts'
import { presentRaces } from '../../championship/seasons/view/season-races.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { readIfNoneMatch } from '../../platform/http/etags.ts'
import type { PageSource } from '../pages/find-page.ts'
import { findComparisonCard } from '../pages/comparison-card.ts'
import { calendarText, leagueSummary } from '../pages/page-heads.ts'
import { cardOfLive, findCardWithoutRoom, type SessionCard } from '../pages/session-card.ts'
import { publicProfile } from '../public-profiles/public-profile.ts'
import { comparisonPicture } from './comparison-picture.ts'
import { defaultPicture, namedPicture, userPicture } from './named-picture.ts'
import { createFindIdentity } from './league-identity.ts'
import { createPictures, type Picture } from './render-png.ts'
import { reviewPicture } from './review-picture.ts'
import { reportPicture, sessionPicture } from './session-picture.ts'
import type { StandingRow } from './standing-rows.ts'
import { isSupported } from './svg-text.ts'

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
/** Caches must revalidate what its owner may make private. */
const REVALIDATED = 0
/** A live session's picture may be so old. */
const LIVE_SECONDS = 20
const LIVE_CARDS_MAX = 200
const ROWS = 5
/** This many seasons of a league are read in search of one with results. */
const SEASONS_READ_MAX = 3

interface PictureQuery {
  readonly format?: unknown
  readonly lang?: unknown
}

interface ReviewQuery {
  readonly tier?: unknown
  readonly driver?: unknown
}

/** What an address does not say, or not rightly, is as link previews have it. */
function readOptions({ format, lang }: PictureQuery) {
  const found = FORMATS.find((one) => one === format) ?? 'wide'
  return { format: found, language: LANGUAGES.find((one) => one === lang) ?? 'en' } as const
}

const FORMATS = ['wide', 'square', 'story'] as const

function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The pictures are for link previews and for sharing. */
export function registerPictures(app: FastifyInstance, source: PageSource): void {
  const pictureOf = createPictures()
  const liveCards = new LRUCache<string, { card: SessionCard; untilMs: number }>({
    max: LIVE_CARDS_MAX,
  })
  const liveSeasons = new LRUCache<string, { picture: Picture; untilMs: number }>({
    max: LIVE_CARDS_MAX,
  })
  const findIdentity = createFindIdentity(source.context)
  const general = defaultPicture()

  app.get('/og/default.png', (request, reply) =>
    send(request, reply, pictureOf(general, false), DAY_SECONDS),
  )

  app.get<{ Querystring: PictureQuery & { laps?: unknown } }>(
    '/og/compare.png',
    async (request, reply) => {
      const { laps } = request.query
      const card = await findComparisonCard(source.context.db, typeof laps === 'string' ? laps : '')
      if (!card) throw new ApiError(404, 'There are no such laps to compare.')
      const isDrawn = areSupported(card.trackName, ...card.laps.map(({ name }) => name))
      return send(
        request,
        reply,
        pictureOf(comparisonPicture(card, readOptions(request.query)), !isDrawn),
        REVALIDATED,
      )
    },
  )

  app.get<{ Params: { id: string }; Querystring: PictureQuery }>(
    '/og/session/:id.png',
    async (request, reply) => {
      const card = await getRecordedCard(request.params.id)
      return send(request, reply, cardPicture(card, request.query), HOUR_SECONDS)
    },
  )

  app.get<{ Params: { id: string }; Querystring: PictureQuery }>(
    '/og/live/:id.png',
    async (request, reply) => {
      const id = request.params.id.toLowerCase()
      const live = (await findLiveCard(id)) ?? (await findCardWithoutRoom(source.context.db, id))
      const card = live ?? (await getRecordedCard(id))
      return send(request, reply, cardPicture(card, request.query), LIVE_SECONDS)
    },
  )

  app.get<{ Params: { id: string } }>('/og/league/:id.png', async (request, reply) => {
    const { id } = request.params
    const found = await findPublicLeague(id)
    if (!found) throw new ApiError(404, `There is no league ${id}.`)
    const league = presentLeague(found)
    const identity = await findIdentity(found, networkOf(request.ip))
    const season = await findNewestSeason(league.seasonIds)
    const rows = season ? standingsOf(season) : []
    const note = season?.name ?? leagueSummary(league, 'en')
    const picture = namedPicture({ kind: 'League', name: league.name, note, rows, identity })
    const isDrawn = areSupported(league.name, note, ...rows.map(({ name }) => name))
    return send(request, reply, pictureOf(picture, !isDrawn), REVALIDATED)
  })

  app.get<{ Params: { id: string } }>('/og/season/:id.png', async (request, reply) => {
    const { id } = request.params
    const view = isUuid(id) ? await source.seasons.find(id, null) : undefined
    if (!view) throw new ApiError(404, `There is no season ${id}.`)
    const picture = await seasonPicture(view.season, networkOf(request.ip))
    return send(request, reply, picture, REVALIDATED)
  })

  app.get<{ Params: { id: string }; Querystring: PictureQuery & ReviewQuery }>(
    '/og/seasons/:id/review.png',
    async (request, reply) => {
      const { id } = request.params
      const view = isUuid(id) ? await source.seasons.find(id, null) : undefined
      if (!view) throw new ApiError(404, `There is no season ${id}.`)
      const { season } = view
      const network = networkOf(request.ip)
      const [leagueId] = season.leagueIds
      const league = leagueId === undefined ? undefined : await findPublicLeague(leagueId)
      const picture = reviewPicture({
        season,
        raced: { races: presentRaces(view.input), records: [] },
        identity: league ? await findIdentity(league, network) : null,
        tier: readText(request.query.tier),
        driver: readText(request.query.driver),
        ...readOptions(request.query),
        now: source.context.now().toISOString(),
      })
      if (picture === undefined) throw new ApiError(404, 'There is no such driver in the season.')
      const names = season.standings.drivers.map(({ name }) => name)
      const isDrawn = areSupported(season.name, league?.name ?? '', ...season.tiers, ...names)
      return send(request, reply, pictureOf(picture, !isDrawn), REVALIDATED)
    },
  )

  app.get<{ Params: { id: string } }>('/og/user/:id.png', async (request, reply) => {
    const { id } = request.params
    const profile = isUuid(id) ? await publicProfile(source.context.db, id) : undefined
    if (!profile) throw new ApiError(404, `There is no user ${id}.`)
    const picture = userPicture(profile)
    return send(request, reply, pictureOf(picture, !isSupported(profile.username)), HOUR_SECONDS)
  })

  /** While a session of the season is driven, its points change every few seconds. */
  async function seasonPicture(season: Season, network: string): Promise<Picture> {
    const nowMs = source.context.now().getTime()
    const known = liveSeasons.get(season.id)
    if (season.isLive && known && nowMs < known.untilMs) return known.picture
    const [leagueId] = season.leagueIds
    const league = leagueId === undefined ? undefined : await findPublicLeague(leagueId)
    const identity = league ? await findIdentity(league, network) : null
    const rows = standingsOf(season)
    const kind = identity?.name ?? 'Season'
    const note = season.isLive ? 'As it stands, a race is live' : calendarText(season, 'en')
    const svg = namedPicture({ kind, name: season.name, note, rows, identity })
    const isDrawn = areSupported(kind, season.name, note, ...rows.map(({ name }) => name))
    const picture = pictureOf(svg, !isDrawn)
    if (season.isLive) {
      liveSeasons.set(season.id, { picture, untilMs: nowMs + LIVE_SECONDS * 1000 })
    }
    return picture
  }

  async function findPublicLeague(id: string): Promise<LeagueRecord | undefined> {
    const found = isUuid(id) ? await ownedLeagues.find(source.context.db, id) : undefined
    return found?.is_public === true ? found : undefined
  }

  /** Finds one with results; the ids are in the order in which the seasons were created. */
  async function findNewestSeason(ids: readonly string[]): Promise<Season | undefined> {
    for (const id of ids.slice(-SEASONS_READ_MAX).toReversed()) {
      const view = await source.seasons.find(id, null)
      if (view && view.season.standings.drivers.length > 0) return view.season
    }
    return undefined
  }

  function cardPicture(card: SessionCard, query: PictureQuery): Picture {
    const { report } = card
    const names = [card.trackName, ...card.rows.map(({ name }) => name)]
    if (!report) return pictureOf(sessionPicture(card), !areSupported(...names))
    const isDrawn = areSupported(...names, ...report.places.map(({ name }) => name))
    return pictureOf(reportPicture(card, report, readOptions(query)), !isDrawn)
  }

  async function findLiveCard(id: string): Promise<SessionCard | undefined> {
    if (!isUuid(id)) return undefined
    const nowMs = source.context.now().getTime()
    const known = liveCards.get(id)
    if (known && nowMs < known.untilMs) return known.card
    const state = await source.states.read(id)
    if (!state) return undefined
    const card = cardOfLive(state)
    liveCards.set(id, { card, untilMs: nowMs + LIVE_SECONDS * 1000 })
    return card
  }

  async function getRecordedCard(id: string): Promise<SessionCard> {
    const card = await source.findCard(id)
    if (!card) throw new ApiError(404, `There is no session ${id}.`)
    return card
  }
}

function standingsOf({ standings }: Season): StandingRow[] {
  return mainStandings(standings)
    .drivers.slice(0, ROWS)
    .map(({ name, teamColour, points }, index) => ({
      place: index + 1,
      name,
      colour: teamColour,
      value: String(points),
    }))
}

function areSupported(...texts: readonly string[]): boolean {
  return texts.every(isSupported)
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
