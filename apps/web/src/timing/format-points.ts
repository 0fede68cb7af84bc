/** Writes 12.5 as the reader does; at most two decimals, which halves and shared points need. */
export function formatPoints(points: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(points)
}

/** Formats points that are added or deducted with their sign. */
export function formatChange(points: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  }).format(points)
}
