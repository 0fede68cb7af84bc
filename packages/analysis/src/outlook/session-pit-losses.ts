import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { isRaceType, SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import { measureSlowStops, measureStops } from './measured-stops.ts'
import { median, quantile } from '../statistics/quantile.ts'
import type { KnownPitLoss, PitLossFlag } from '@pitboard/contract/pit-losses/track-pit-loss'
import { startOf } from '../laps/lap-ends.ts'

type SessionPitLoss = Omit<KnownPitLoss, 'sessions'> & { readonly flag: PitLossFlag }

/** Fewer stops may cost much or little by chance. */
const RACING_STOPS_MIN = 3
const SLOW_STOPS_MIN = 2
/** No pit lane of the game costs less or more, and the stops of a session differ by less. */
const PLAUSIBLE_MS = { racing: [8_000, 60_000], slow: [2_000, 55_000] } as const
const QUARTILES_APART_MS = 15_000

/** Returns what the stops of a session cost, by the state of the race, as far as the session shows it. */
export function measurePitLosses(
  session: Pick<SessionDetail, 'drivers' | 'events' | 'sessionType'>,
): SessionPitLoss[] {
  if (!isRaceType(session.sessionType)) return []
  const measured = measureStops(session.drivers)
  const bypasses = measured.flatMap(({ bypassMs }) => bypassMs ?? [])
  const losses = new Map<PitLossFlag, number[]>([['racing', measured.map(({ lossMs }) => lossMs)]])
  // If nobody stopped at racing speed, it is unknown how long other cars need past the pit lane.
  if (bypasses.length > 0) {
    const bypassMs = median(bypasses)
    for (const { driver, lapNum, pitLaneTimeMs, slowness } of measureSlowStops(session.drivers)) {
      const flag = flagAt(session, driver, lapNum)
      if (flag === null) continue
      losses.set(flag, [...(losses.get(flag) ?? []), pitLaneTimeMs - bypassMs * slowness])
    }
  }
  return [...losses].flatMap(([flag, ms]) => summarise(flag, ms) ?? [])
}

function summarise(flag: PitLossFlag, losses: readonly number[]): SessionPitLoss | null {
  const sorted = losses.toSorted((a, b) => a - b)
  const [lowMs = 0, medianMs = 0, highMs = 0] = [0.25, 0.5, 0.75].map((share) =>
    Math.round(quantile(sorted, share)),
  )
  const [least, most] = flag === 'racing' ? PLAUSIBLE_MS.racing : PLAUSIBLE_MS.slow
  const isEnough = sorted.length >= (flag === 'racing' ? RACING_STOPS_MIN : SLOW_STOPS_MIN)
  const isPlausible = lowMs >= least && highMs <= most && highMs - lowMs <= QUARTILES_APART_MS
  return isEnough && isPlausible ? { flag, lowMs, medianMs, highMs, stops: sorted.length } : null
}

/** From this value on, the phase of a safety car says that it has returned. */
const RETURNED = 2

/**
 * Returns which safety car was out when a driver ended a lap; null if the car was slow for another reason.
 */
function flagAt(
  { events }: Pick<SessionDetail, 'events'>,
  { lapTimes }: Driver,
  lapNum: number,
): PitLossFlag | null {
  let endMs = startOf({ events })
  for (const { lapTime } of lapTimes.slice(0, lapNum)) {
    if (lapTime === null) return null
    endMs += lapTime
  }
  const last = events.findLast(({ kind, timeMs }) => kind === 'safetyCar' && timeMs <= endMs)
  if (typeof last?.value !== 'number' || last.value % 10 >= RETURNED) return null
  const status = Math.floor(last.value / 10)
  if (status === SafetyCarStatus.Full) return 'safetyCar'
  return status === SafetyCarStatus.Virtual ? 'virtualSafetyCar' : null
}
