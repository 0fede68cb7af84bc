import type { Text } from '../messages/create-text.ts'

/** 1234 → "+1.2", with `decimals` 3 "+1.234"; over a minute "+1:02.3"; unknown "–". */
export function formatGap(gapMs: number | null, decimals: 1 | 3 = 1): string {
  if (gapMs === null) return '–'
  const step = decimals === 1 ? 100 : 1
  // Cut off, not rounded: a car is never shown further away than it is.
  const shownMs = Math.floor(Math.abs(gapMs) / step) * step
  const sign = gapMs < 0 ? '−' : '+'
  const minutes = Math.floor(shownMs / 60_000)
  const seconds = ((shownMs % 60_000) / 1000).toFixed(decimals)
  if (minutes === 0) return sign + seconds
  return `${sign}${minutes}:${seconds.padStart(decimals + 3, '0')}`
}

/** "+1 lap", "+3 laps". */
export function formatLapsDown(laps: number, text: Text): string {
  return text('timing.lapsDown', { count: laps })
}
