import { itemAt } from '@pitboard/contract/wire/item-at'

/** The lightest surface that colours lie on (`--color-raised`). */
const SURFACE = [0x1a, 0x1d, 0x23]
/** What heroes lie on (`--color-panel`), and the share of an accent that tints them (`.hero`). */
const PANEL = [0x12, 0x14, 0x18]
const TINT = 0.16
/** This is `--color-muted`. */
const UNKNOWN = [0xa8, 0xae, 0xb9]
const BLACK = [0, 0, 0]
const WHITE = [255, 255, 255]
/** WCAG 2.2: 1.4.11 for graphics, 1.4.3 for text. */
const GRAPHICS = 3
const TEXT = 4.5
const SHADES = 50

const known = new Map<string, string>()

/** The team's colour, lightened as far as a graphic on the dark page needs. */
export function readableColour(hex: string): string {
  const before = known.get(hex)
  if (before !== undefined) return before
  const readable = lighten(hex, (rgb) => contrastRatio(rgb, SURFACE) >= GRAPHICS)
  known.set(hex, readable)
  return readable
}

/** The accent of a league, lightened as far as text on the page needs, and text on its own tint. */
export function accentText(hex: string): string {
  const rgb = parseHex(hex)
  const tinted = rgb ? mix(PANEL, rgb, TINT) : PANEL
  const surfaces = [SURFACE, tinted]
  return lighten(hex, (shade) => surfaces.every((surface) => contrastRatio(shade, surface) >= TEXT))
}

/** Black or white, whichever can be read on the colour. */
export function textOn(hex: string): string {
  const rgb = parseHex(hex) ?? BLACK
  return contrastRatio(BLACK, rgb) > contrastRatio(WHITE, rgb) ? toHex(BLACK) : toHex(WHITE)
}

/** The nearest shade of the hue that is enough, the colour itself included. */
function lighten(hex: string, isEnough: (rgb: readonly number[]) => boolean): string {
  const rgb = parseHex(hex)
  if (!rgb) return toHex(UNKNOWN)
  for (let step = 0; step <= SHADES; step++) {
    const shade = mix(rgb, WHITE, step / SHADES)
    if (isEnough(shade)) return toHex(shade)
  }
  return toHex(WHITE)
}

function mix(rgb: readonly number[], other: readonly number[], share: number): number[] {
  return rgb.map((part, index) => Math.round(part + (itemAt(other, index) - part) * share))
}

function toHex(rgb: readonly number[]): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Red, green and blue of `#rrggbb`, 0 to 255; null for anything else. */
export function parseHex(hex: string): readonly number[] | null {
  const parsed = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  return parsed?.slice(1).map((part) => Number.parseInt(part, 16)) ?? null
}

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrastRatio(a: readonly number[], b: readonly number[]): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
