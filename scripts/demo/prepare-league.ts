import { type League, leagues } from '@pitboard/contract/leagues/league'
import { trackOf } from '@pitboard/sim/tracks/track'
import sharp from 'sharp'
import { CURRENT_TRACK_ID } from './calendar.ts'
import type { Organiser } from './open-organiser.ts'

const WIDTH = 1200
const HEIGHT = 675
const MARGIN = 90

/** Finds the organiser's first league, or creates it. */
export async function prepareLeague({ call, userId }: Organiser): Promise<League> {
  const own = await call(leagues.ofUser, { params: { userId } })
  return (
    own.at(-1) ??
    call(leagues.create, {
      body: {
        name: 'Sunday Cup',
        description:
          'Twenty drivers, five rounds and one champion. We race on Sundays at 19:00 UTC, once a season ' +
          'with a sprint. Race control reviews every incident and publishes its decisions with the reasons.',
        website: 'https://sunday-cup.example',
        discord: 'https://discord.example/sunday-cup',
        isPublic: true,
        thumbnailBase64: (await drawPicture()).toString('base64'),
      },
    })
  )
}

/** The circuit of the current round as a poster. */
async function drawPicture(): Promise<Buffer> {
  const { x, z } = trackOf(CURRENT_TRACK_ID)
  const [left, top] = [Math.min(...x), Math.min(...z)]
  const [width, height] = [Math.max(...x) - left, Math.max(...z) - top]
  const scale = Math.min((WIDTH - 2 * MARGIN) / width, (HEIGHT - 2 * MARGIN) / height)
  const [offsetX, offsetY] = [(WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2]
  const points = Array.from(x, (metres, index) => [
    offsetX + (metres - left) * scale,
    offsetY + ((z[index] ?? top) - top) * scale,
  ])
  const outline = points.map((point) => point.map((value) => value.toFixed(1)).join(',')).join(' ')
  const [startX = 0, startY = 0] = points[0] ?? []
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="night" x2="1" y2="1">
      <stop stop-color="#1b1f2a"/><stop offset="1" stop-color="#0b0d12"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#night)"/>
    <path d="M0 ${HEIGHT} L${HEIGHT * 0.55} 0 h70 L70 ${HEIGHT} z" fill="#e10600" opacity="0.9"/>
    <path d="M110 ${HEIGHT} L${HEIGHT * 0.55 + 110} 0 h22 L132 ${HEIGHT} z" fill="#ffb300" opacity="0.9"/>
    <g fill="none" stroke-linejoin="round">
      <polygon points="${outline}" stroke="#0b0d12" stroke-width="34"/>
      <polygon points="${outline}" stroke="#f4f5f7" stroke-width="16"/>
    </g>
    <circle cx="${startX}" cy="${startY}" r="17" fill="#e10600" stroke="#f4f5f7" stroke-width="6"/>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
