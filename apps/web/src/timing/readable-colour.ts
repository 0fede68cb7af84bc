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
