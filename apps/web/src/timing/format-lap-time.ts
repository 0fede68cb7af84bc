import type { Text } from '../messages/create-text.ts'

/** 83456 → "1:23.456"; under a minute "58.001"; unknown "–". */
export function formatLapTime(timeMs: number | null): string {
  if (timeMs === null) return '–'
  const minutes = Math.floor(timeMs / 60_000)
  const seconds = (timeMs % 60_000) / 1000
  if (minutes === 0) return seconds.toFixed(3)
  return `${minutes}:${seconds.toFixed(3).padStart(6, '0')}`
}

/** 28123 → "28.123"; a sector over a minute continues in seconds, as timing screens do. */
export function formatSectorTime(timeMs: number | null): string {
  return timeMs === null ? '–' : (timeMs / 1000).toFixed(3)
}

/** 5523456 → "1:32:03.456". */
export function formatRaceTime(timeMs: number | null): string {
  if (timeMs === null) return '–'
  const hours = Math.floor(timeMs / 3_600_000)
  if (hours === 0) return formatLapTime(timeMs)
  const restMs = timeMs % 3_600_000
  const minutes = Math.floor(restMs / 60_000)
  const seconds = ((restMs % 60_000) / 1000).toFixed(3)
  return `${hours}:${String(minutes).padStart(2, '0')}:${seconds.padStart(6, '0')}`
}

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
