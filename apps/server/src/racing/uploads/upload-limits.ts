import { ApiError } from '../../platform/diagnostics/errors.ts'

/** A season's archive is a hundred files. */
const PER_HOUR = 200
const HOUR_MS = 60 * 60_000
const AT_ONCE = 16
const AGAIN_SECONDS = 5

/** Who may upload now. */
export interface UploadLimits {
  /** Takes a place and returns how to leave it. Throws a 429 where there is none. */
  enter(userId: string, nowMs: number): () => void
}

export function createUploadLimits(): UploadLimits {
  const busy = new Set<string>()
  const hours = new Map<string, { count: number; readonly untilMs: number }>()

  function ofHour(userId: string, nowMs: number) {
    const known = hours.get(userId)
    if (known && nowMs < known.untilMs) return known
    for (const [id, { untilMs }] of hours) if (nowMs >= untilMs) hours.delete(id)
    const hour = { count: 0, untilMs: nowMs + HOUR_MS }
    hours.set(userId, hour)
    return hour
  }

  return {
    enter(userId, nowMs) {
      if (busy.has(userId)) throw later('One file at a time: another is on its way.', AGAIN_SECONDS)
      if (busy.size >= AT_ONCE) throw later('Too many files are on their way.', AGAIN_SECONDS)
      const hour = ofHour(userId, nowMs)
      if (hour.count >= PER_HOUR) {
        const seconds = Math.ceil((hour.untilMs - nowMs) / 1000)
        throw later(`${PER_HOUR} files an hour are taken.`, seconds)
      }
      hour.count++
      busy.add(userId)
      return () => busy.delete(userId)
    },
  }
}

function later(detail: string, seconds: number): ApiError {
  return new ApiError(429, detail, { headers: { 'retry-after': String(seconds) } })
}
