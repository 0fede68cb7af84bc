import { trackOf } from '@pitboard/sim/tracks/track'
import sharp from 'sharp'
import { CURRENT_TRACK_ID } from './calendar.ts'

/** The demo's league has this colour. */
export const ACCENT = '#12b5a5'
const INK = '#0b0d12'
const PAPER = '#f4f5f7'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Draws the circuit of the current round on the league's colour. */
export function drawLogo(): Promise<Buffer> {
  const side = 512
  const line = outline({ left: 76, top: 76, width: 360, height: 360 })
  return toPng(
    side,
    side,
    `<rect width="${side}" height="${side}" fill="${ACCENT}"/>
    <path d="M0 ${side} L${side} 0 h-120 L0 392 z" fill="${INK}" opacity="0.18"/>
    ${circuit(line, { road: 54, kerb: 26 })}`,
  )
}

/** Draws the same circuit, wide and at night. */
export function drawBanner(): Promise<Buffer> {
  const [width, height] = [1920, 480]
  // A wide page shows the middle of it alone.
  const line = outline({ left: 1010, top: 160, width: 760, height: 160 }, { isTurned: true })
  const stripes = Array.from({ length: 5 }, (_, index) => {
    const x = 90 + index * 120
    return `<path d="M${x} ${height} L${x + 260} 0 h46 L${x + 46} ${height} z" opacity="${0.9 - index * 0.18}"/>`
  }).join('')
  const squares = Array.from({ length: 36 }, (_, index) => {
    const [column, row] = [index % 12, Math.floor(index / 12)]
    const isDark = (column + row) % 2 === 0
    const place = `x="${column * 40}" y="${360 + row * 40}" width="40" height="40"`
    return isDark ? `<rect ${place} opacity="${0.2 - column * 0.016}"/>` : ''
  }).join('')
  return toPng(
    width,
    height,
    `<defs>
      <linearGradient id="night" x2="1" y2="0.4">
        <stop stop-color="#0a3f43"/><stop offset="0.55" stop-color="#101a24"/><stop offset="1" stop-color="${INK}"/>
      </linearGradient>
    </defs>
    <rect width="${width}" height="${height}" fill="url(#night)"/>
    <g fill="${PAPER}">${squares}</g>
    <g fill="${ACCENT}">${stripes}</g>
    ${circuit(line, { road: 20, kerb: 8 })}`,
  )
}

/** Returns the points of the circuit within a box, as SVG writes them. */
function outline(box: Box, { isTurned = false } = {}): [x: number, y: number][] {
  const { x, z } = trackOf(CURRENT_TRACK_ID)
  const [along, across] = isTurned ? [z, x] : [x, z]
  const [left, top] = [Math.min(...along), Math.min(...across)]
  const [width, height] = [Math.max(...along) - left, Math.max(...across) - top]
  const scale = Math.min(box.width / width, box.height / height)
  const offsetX = box.left + (box.width - width * scale) / 2
  const offsetY = box.top + (box.height - height * scale) / 2
  return Array.from(along, (metres, index) => [
    offsetX + (metres - left) * scale,
    offsetY + ((across[index] ?? top) - top) * scale,
  ])
}

function circuit(
  line: readonly (readonly [number, number])[],
  { road, kerb }: { readonly road: number; readonly kerb: number },
): string {
  const points = line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const [startX = 0, startY = 0] = line[0] ?? []
  return `<g fill="none" stroke-linejoin="round">
      <polygon points="${points}" stroke="${INK}" stroke-width="${road}"/>
      <polygon points="${points}" stroke="${PAPER}" stroke-width="${kerb}"/>
    </g>
    <circle cx="${startX}" cy="${startY}" r="${road / 2}" fill="${INK}" stroke="${PAPER}" stroke-width="${kerb / 2}"/>`
}

function toPng(width: number, height: number, drawing: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
