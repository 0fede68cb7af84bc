/** The team's colour, lightened as far as a graphic on the dark page needs (contrast 3:1). */
export function readableColour(hex: string): string {
  const parsed = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  if (!parsed) return '#a8aeb9'
  let rgb = parsed.slice(1).map((part) => Number.parseInt(part, 16))
  while (contrastOnPage(rgb) < 3)
    rgb = rgb.map((part) => Math.min(255, Math.round(part * 0.85 + 45)))
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const PAGE_LUMINANCE = 0.004

/** Contrast ratio of WCAG 2.2. */
function contrastOnPage(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) / (PAGE_LUMINANCE + 0.05)
}
