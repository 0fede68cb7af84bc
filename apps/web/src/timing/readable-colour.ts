import { contrastRatio, parseHex } from './contrast.ts'

/** The lightest surface that team colours lie on (`--color-raised`). */
const SURFACE = [0x1a, 0x1d, 0x23]
const UNKNOWN = '#a8aeb9'
/** WCAG 2.2, 1.4.11: what graphics need. */
const GRAPHICS = 3

const known = new Map<string, string>()

/** The team's colour, lightened as far as a graphic on the dark page needs. */
export function readableColour(hex: string): string {
  const before = known.get(hex)
  if (before !== undefined) return before
  const readable = lighten(hex)
  known.set(hex, readable)
  return readable
}

function lighten(hex: string): string {
  let rgb = parseHex(hex)
  if (!rgb) return UNKNOWN
  while (contrastRatio(rgb, SURFACE) < GRAPHICS) {
    rgb = rgb.map((part) => Math.min(255, Math.round(part * 0.9 + 25)))
  }
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
