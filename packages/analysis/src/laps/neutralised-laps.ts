import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { leaderLapsOf } from './lap-ends.ts'

export interface Neutralised {
  readonly kind: 'safetyCar' | 'virtualSafetyCar' | 'redFlag'
  readonly firstLap: number
  readonly lastLap: number
  /** The period begins at this session time. */
  readonly fromMs: number
  /** It is null where the period lasted to the end. */
  readonly toMs: number | null
}

const KINDS = { 1: 'safetyCar', 2: 'virtualSafetyCar' } as const
const RETURNED = 2

type Happened = Pick<SessionDetail, 'events' | 'drivers'>

/** Returns when the race was under a safety car or stopped, in session time and in laps of the leader. */
export function neutralisedIn(session: Happened, lastLap: number): Neutralised[] {
  const { events } = session
  const { lapAt } = leaderLapsOf(session, lastLap)
  const periods: Neutralised[] = []
  let open: Neutralised | null = null
  for (const { kind, lapNum, timeMs, value } of events) {
    if (kind !== 'redFlag' && kind !== 'safetyCar') continue
    const lap = lapNum ?? lapAt(timeMs)
    if (kind === 'redFlag') {
      periods.push({ kind, firstLap: lap, lastLap: lap, fromMs: timeMs, toMs: timeMs })
    }
    if (kind !== 'safetyCar' || value === null) continue
    const type = Math.floor(value / 10)
    const hasReturned = value % 10 >= RETURNED
    if (hasReturned && open) {
      periods.push({ ...open, lastLap: lap, toMs: timeMs })
      open = null
    } else if (!hasReturned && !open && (type === 1 || type === 2)) {
      open = { kind: KINDS[type], firstLap: lap, lastLap, fromMs: timeMs, toMs: null }
    }
  }
  return open ? [...periods, open] : periods
}

/** Returns whether any part of a lap, counted from 1, lies within one of the periods. */
export function isNeutralised(lap: number, periods: readonly Neutralised[]): boolean {
  return periods.some(({ firstLap, lastLap }) => lap >= firstLap && lap <= lastLap)
}
