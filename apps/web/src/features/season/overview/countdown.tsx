import { useEffect, useState } from 'react'
import type { Text } from '../../../messages/create-text.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatClock } from '../../../timing/format-date.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Shows the time until an instant: in days, in hours and minutes, and at the end by the second, or by the minute for
 * readers who want less motion.
 */
export function Countdown({ until }: { readonly until: string }) {
  const t = useText()
  const [isCalm] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const leftMs = useTimeLeft(Date.parse(until), isCalm)
  return (
    <time dateTime={until} role="timer">
      {timeLeftText(leftMs, isCalm, t)}
    </time>
  )
}

function timeLeftText(leftMs: number, isCalm: boolean, t: Text): string {
  if (leftMs <= 0) return t('season.startsNow')
  if (leftMs >= 2 * DAY_MS) return t('season.inDays', { count: Math.floor(leftMs / DAY_MS) })
  if (leftMs >= HOUR_MS) {
    const minutes = Math.floor(leftMs / MINUTE_MS)
    return t('season.inHours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
  if (isCalm) return t('season.inMinutes', { count: Math.ceil(leftMs / MINUTE_MS) })
  return t('season.inClock', { clock: formatClock(Math.ceil(leftMs / SECOND_MS)) })
}

function useTimeLeft(untilMs: number, isCalm: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const leftMs = untilMs - nowMs
  useEffect(() => {
    if (leftMs <= 0) return
    const stepMs = leftMs < HOUR_MS && !isCalm ? SECOND_MS : MINUTE_MS
    // The text changes whenever a whole step is left.
    const timer = setTimeout(() => setNowMs(Date.now()), leftMs % stepMs || stepMs)
    return () => clearTimeout(timer)
  }, [leftMs, isCalm])
  return leftMs
}
