import { advise, type Finding, good } from './finding.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/**
 * Certificates are renewed when a third of their life is left: of one with half of that left nobody has. Those that are renewed by hand live
 * long, and need no more than two weeks.
 */
const SHARE_LEFT_MIN = 1 / 6
const LEFT_MS_MAX = 14 * DAY_MS

interface Lifetime {
  readonly fromMs: number
  readonly toMs: number
  readonly nowMs: number
}

/** Says whether the certificate should have been renewed: some live for 90 days, some for 6 days or for 12 hours. */
export function judgeLifetime({ fromMs, toMs, nowMs }: Lifetime): Finding {
  const leftMs = toMs - nowMs
  const left =
    leftMs < 2 * DAY_MS
      ? `${Math.floor(leftMs / HOUR_MS)} hours`
      : `${Math.floor(leftMs / DAY_MS)} days`
  if (leftMs >= Math.min((toMs - fromMs) * SHARE_LEFT_MIN, LEFT_MS_MAX)) {
    return good('TLS', `the certificate is valid for ${left}`)
  }
  return advise('TLS', `the certificate ends in ${left}`, 'Look why it is not renewed.')
}
