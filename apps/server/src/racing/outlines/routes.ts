import { trackOutlines } from '@pitboard/contract/sessions/track-outlines'
import { fitTrack, type Outline } from '@pitboard/analysis/track/track-geometry'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { findSharedOutline } from './track-outlines.ts'

const TRACKS_MAX = 256
const CACHED_MS = 5 * 60_000
const HOUR_SECONDS = 3_600
/** The next session may draw the track. */
const UNKNOWN_SECONDS = 60
const BOX = { width: 160, height: 100, padding: 8 }

interface Picture {
  readonly svg: string
  readonly isKnown: boolean
}

export function registerTrackOutlines(app: FastifyInstance, { db }: AppContext): void {
  const pictures = new LRUCache<number, Picture>({
    max: TRACKS_MAX,
    ttl: CACHED_MS,
    fetchMethod: async (trackId) => drawOutline(await findSharedOutline(db, trackId)),
  })

  route(app, trackOutlines.get, async ({ params: { trackId }, reply }) => {
    const { svg, isKnown } = await pictures.forceFetch(trackId)
    const seconds = isKnown ? HOUR_SECONDS : UNKNOWN_SECONDS
    reply.header('cache-control', `public, max-age=${seconds}`)
    return reply.type('image/svg+xml').send(svg)
  })
}

/** Draws a picture that pages use as a mask, so that it takes the colour of the text beside it. */
function drawOutline(outline: Outline | null): Picture {
  const fit = outline && fitTrack(outline, BOX)
  // Until somebody has driven there the picture is empty, because any shape would look like the track, or
  // like a fault.
  const line = fit ? `<path d="${fit.path}"/>` : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX.width} ${BOX.height}" fill="none" stroke="#000" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">${line}</svg>`
  return { svg, isKnown: fit !== null }
}
