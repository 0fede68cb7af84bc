import { itemAt } from '@pitboard/contract/wire/item-at'

const BLACK = [0, 0, 0]
const WHITE = [255, 255, 255]

interface Look {
  /** It is the surface nearest to the colours that lie on it (`--color-raised`). */
  readonly surface: readonly number[]
  /** Heroes lie on this (`--color-panel`). */
  readonly panel: readonly number[]
  /** This is `--color-muted`. */
  readonly unknown: readonly number[]
  /** Colours move there until they can be seen. */
  readonly away: readonly number[]
}

const DARK: Look = {
  surface: [0x1a, 0x1d, 0x23],
  panel: [0x12, 0x14, 0x18],
  unknown: [0xa8, 0xae, 0xb9],
  away: WHITE,
}
const LIGHT: Look = {
  surface: [0xe4, 0xe7, 0xec],
  panel: WHITE,
  unknown: [0x46, 0x4c, 0x57],
  away: BLACK,
}

/** An accent tints a hero by this share (`.hero`). */
const TINT = 0.16
/** WCAG 2.2 sets these in 1.4.11 for graphics, in 1.4.3 for text. */
const GRAPHICS = 3
const TEXT = 4.5
const SHADES = 50

const known = new Map<Look, Map<string, string>>([
  [DARK, new Map()],
  [LIGHT, new Map()],
])

function currentLook(): Look {
  const isLight = globalThis.document?.documentElement.dataset['theme'] === 'light'
  return isLight ? LIGHT : DARK
}

/** Returns the team's colour, lightened on a dark page and darkened on a light one as far as a graphic needs; grey without one. */
export function readableColour(hex: string | null | undefined): string {
  const look = currentLook()
  if (!hex) return toHex(look.unknown)
  const before = known.get(look)?.get(hex)
  if (before !== undefined) return before
  const readable = shift(hex, look, (rgb) => contrastRatio(rgb, look.surface) >= GRAPHICS)
  known.get(look)?.set(hex, readable)
  return readable
}

/** Returns the accent of a league, changed as far as text on the page needs, and text on its own tint. */
export function accentText(hex: string): string {
  const look = currentLook()
  const rgb = parseHex(hex)
  const tinted = rgb ? mix(look.panel, rgb, TINT) : look.panel
  const surfaces = [look.surface, tinted]
  return shift(hex, look, (shade) =>
    surfaces.every((surface) => contrastRatio(shade, surface) >= TEXT),
  )
}

/** Black or white, whichever can be read on the colour. */
export function textOn(hex: string): string {
  const rgb = parseHex(hex) ?? BLACK
  return contrastRatio(BLACK, rgb) > contrastRatio(WHITE, rgb) ? toHex(BLACK) : toHex(WHITE)
}

/** Returns the nearest shade of the hue that is enough, the colour itself included. */
function shift(
  hex: string,
  { away, unknown }: Look,
  isEnough: (rgb: readonly number[]) => boolean,
): string {
  const rgb = parseHex(hex)
  if (!rgb) return toHex(unknown)
  for (let step = 0; step <= SHADES; step++) {
    const shade = mix(rgb, away, step / SHADES)
    if (isEnough(shade)) return toHex(shade)
  }
  return toHex(away)
}

function mix(rgb: readonly number[], other: readonly number[], share: number): number[] {
  return rgb.map((part, index) => Math.round(part + (itemAt(other, index) - part) * share))
}

function toHex(rgb: readonly number[]): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Returns red, green and blue of `#rrggbb`, 0 to 255; null for anything else. */
export function parseHex(hex: string): readonly number[] | null {
  const parsed = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  return parsed?.slice(1).map((part) => Number.parseInt(part, 16)) ?? null
}

/** Returns the contrast ratio of WCAG 2.2, 1 to 21. */
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
