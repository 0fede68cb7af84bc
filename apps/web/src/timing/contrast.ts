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
