import type { PagePath } from '@pitboard/contract/site/pages'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import type { FastifyInstance } from 'fastify'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { escapeMarkup, preferredLanguage } from '../../platform/html/page.ts'
import { createPathPattern } from '../../platform/http/path-pattern.ts'
import { findPage, type PageSource } from '../pages/find-page.ts'

const URL_CHARS_MAX = 2_000
const WIDTH = 640
const CACHED_SECONDS = 60
const THUMBNAIL = { width: 1200, height: 630 }
/** An embed's address may have these parameters: all that it may say about its look. */
const LOOK = ['theme', 'lang', 'accent', 'rows']
/** An embed of a season shows this tier. */
const TIER = 'tier'

interface Embed {
  readonly embed: (path: string) => string
  /** A usual one is this high. */
  readonly height: number
}

type EmbedPath = Extract<PagePath, `/embed/${string}`>

const LIVE: Embed = { embed: (path) => `/embed${path}`, height: 860 }
const ITSELF: Embed = { embed: (path) => path, height: 900 }

/** Each page has the embed that shows it. */
const EMBEDS = Object.entries({
  '/seasons/$seasonId': { embed: (path) => `/embed${path}/drivers`, height: 900 },
  '/sessions/$sessionId': { embed: (path) => `/embed${path}`, height: 900 },
  '/live/$sessionId': LIVE,
  '/liveUser/$userId': LIVE,
  '/embed/seasons/$seasonId/drivers': ITSELF,
  '/embed/seasons/$seasonId/teams': ITSELF,
  '/embed/seasons/$seasonId/calendar': ITSELF,
  '/embed/sessions/$sessionId': ITSELF,
  '/embed/live/$sessionId': ITSELF,
  '/embed/liveUser/$userId': ITSELF,
} satisfies Partial<Record<PagePath, Embed>> & Record<EmbedPath, Embed>).map(([page, shown]) => ({
  isPage: createPathPattern(page),
  ...shown,
}))

/** Other sites learn here how they show a link to a page of this one (https://oembed.com). */
export function registerOembed(app: FastifyInstance, source: PageSource): void {
  app.get('/oembed', async (request, reply) => {
    void reply.header('access-control-allow-origin', '*')
    const { searchParams: query } = new URL(request.url, 'http://oembed')
    // Consumers send parameters of their own, which mean nothing here; a known one means one thing.
    for (const name of ['url', 'format', 'maxwidth', 'maxheight']) {
      if (query.getAll(name).length > 1)
        throw invalidField(`query/${name}`, 'must be given only once')
    }
    const format = query.get('format') ?? 'json'
    if (format !== 'json') throw new ApiError(501, 'The only format is json.')
    const publicUrl = source.context.publicUrl()
    const url = readOwnUrl(query.get('url'), publicUrl)
    const found = url && EMBEDS.find(({ isPage }) => isPage(url.pathname))
    const language = preferredLanguage(request.headers['accept-language'])
    if (!found) throw nothingToEmbed()
    const address = { path: url.pathname, query: url.searchParams }
    const page = await findPage(source, address, language)
    if (page.status !== 200) throw nothingToEmbed()
    const { title, picturePath } = page.head
    const maxWidth = readLimit(query, 'maxwidth')
    const maxHeight = readLimit(query, 'maxheight')
    const width = Math.min(WIDTH, maxWidth)
    const height = Math.min(found.height, maxHeight)
    const src = publicUrl + found.embed(url.pathname) + readLook(url.searchParams)
    const html =
      `<iframe src="${escapeMarkup(src)}" title="${escapeMarkup(title)}" width="${width}"` +
      ` height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`
    const hasThumbnail = maxWidth >= THUMBNAIL.width && maxHeight >= THUMBNAIL.height
    return reply
      .headers({
        'cache-control': `public, max-age=${CACHED_SECONDS}`,
        vary: 'accept-language',
      })
      .send({
        version: '1.0',
        type: 'rich',
        title,
        html,
        width,
        height,
        provider_name: 'Pitboard',
        provider_url: publicUrl,
        cache_age: CACHED_SECONDS,
        ...(hasThumbnail && {
          thumbnail_url: publicUrl + picturePath,
          thumbnail_width: THUMBNAIL.width,
          thumbnail_height: THUMBNAIL.height,
        }),
      })
  })
}

function nothingToEmbed(): ApiError {
  return new ApiError(404, 'There is nothing to embed at this address.')
}

/** Returns null for an address of another site. Throws a 400 without an address. */
function readOwnUrl(text: string | null, publicUrl: string): URL | null {
  if (text === null || text === '') throw invalidField('/url', 'is missing')
  if (text.length > URL_CHARS_MAX || !URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.host === new URL(publicUrl).host ? url : null
}

function readLimit(query: URLSearchParams, name: string): number {
  const text = query.get(name)
  if (text === null) return Number.POSITIVE_INFINITY
  if (!/^[1-9]\d{0,5}$/.test(text)) throw invalidField(`/${name}`, 'is not a number of pixels')
  return Number(text)
}

function readLook(params: URLSearchParams): string {
  const look = new URLSearchParams(
    LOOK.flatMap((name) => {
      const value = params.get(name) ?? ''
      return /^\w{1,8}$/.test(value) ? [[name, value]] : []
    }),
  )
  const tier = params.get(TIER) ?? ''
  if (tier !== '' && tier.length <= TEXT_MAX.tier) look.set(TIER, tier)
  return look.size === 0 ? '' : `?${look.toString()}`
}
