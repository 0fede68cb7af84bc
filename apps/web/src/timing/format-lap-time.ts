import type { Text } from '../messages/create-text.ts'

/** Writes 83456 as "1:23.456"; under a minute as in "58.001"; unknown as "–". */
export function formatLapTime(timeMs: number | null): string {
  if (timeMs === null) return '–'
  const minutes = Math.floor(timeMs / 60_000)
  const seconds = (timeMs % 60_000) / 1000
  if (minutes === 0) return seconds.toFixed(3)
  return `${minutes}:${seconds.toFixed(3).padStart(6, '0')}`
}

/** Writes 28123 as "28.123"; a sector over a minute continues in seconds, as timing screens do. */
export function formatSectorTime(timeMs: number | null): string {
  return timeMs === null ? '–' : (timeMs / 1000).toFixed(3)
}

/** Writes 5523456 as "1:32:03.456". */
export function formatRaceTime(timeMs: number | null): string {
  if (timeMs === null) return '–'
  const hours = Math.floor(timeMs / 3_600_000)
  if (hours === 0) return formatLapTime(timeMs)
  const restMs = timeMs % 3_600_000
  const minutes = Math.floor(restMs / 60_000)
  const seconds = ((restMs % 60_000) / 1000).toFixed(3)
  return `${hours}:${String(minutes).padStart(2, '0')}:${seconds.padStart(6, '0')}`
}

/** Writes 1234 as "+1.2", with `decimals` 3 as "+1.234"; over a minute as in "+1:02.3"; unknown as "–". */
export function formatGap(gapMs: number | null, decimals: 1 | 2 | 3 = 1): string {
  if (gapMs === null) return '–'
  const step = 10 ** (3 - decimals)
  // The time is cut off, not rounded: a car is never shown further away than it is.
  const shownMs = Math.floor(Math.abs(gapMs) / step) * step
  const sign = gapMs < 0 ? '−' : '+'
  const minutes = Math.floor(shownMs / 60_000)
  const seconds = ((shownMs % 60_000) / 1000).toFixed(decimals)
  if (minutes === 0) return sign + seconds
  return `${sign}${minutes}:${seconds.padStart(decimals + 3, '0')}`
}

/**
 * A gap on the road, finer the closer the cars are: 640 → "+0.640", 12345 → "+12.34", 62350 → "+1:02.3".
 * Side by side, tenths are the same for all.
 */
export function formatRoadGap(gapMs: number | null): string {
  const distanceMs = Math.abs(gapMs ?? 0)
  return formatGap(gapMs, distanceMs < 10_000 ? 3 : distanceMs < 60_000 ? 2 : 1)
}

/** Returns a text such as "+1 lap" or "+3 laps". */
export function formatLapsDown(laps: number, t: Text): string {
  return t('timing.lapsDown', { count: laps })
}
