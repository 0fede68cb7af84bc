import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { completedLapsOf } from '../laps/completed-laps.ts'
import { lastLapOf } from '../laps/lap-ends.ts'
import { isNeutralised, neutralisedIn } from '../laps/neutralised-laps.ts'
import { type TyreWeather, weatherOfPass } from './tyre-weather.ts'

/** A driver lost this time to a rival on the racing laps from the first to the last. */
export interface LossToRival {
  readonly rival: Driver
  readonly firstLap: number
  readonly lastLap: number
  readonly lostMs: number
  /** What the rival's tyres were better for; it is null if both had slicks, or neither had. */
  readonly weather: TyreWeather | null
}

/**
 * Returns the part of the race in which a driver lost most to a rival at racing speed: the first lap, laps to and from
 * the pits and those behind a safety car count nothing. It is null where the driver lost nothing.
 */
export function lossToRival(
  session: Pick<SessionDetail, 'drivers' | 'events'>,
  driver: Driver,
  rival: Driver,
): LossToRival | null {
  const neutralised = neutralisedIn(session, lastLapOf(session))
  const laps = Math.min(completedLapsOf(driver), completedLapsOf(rival))
  const lost = Array.from({ length: Math.max(laps - 1, 0) }, (_, index) => index + 2).flatMap(
    (lap) => {
      const [ownMs, rivalMs] = [driver, rival].map((one) => timeOf(one, lap))
      const isRacing = ownMs && rivalMs && !isNeutralised(lap, neutralised)
      return isRacing ? [{ lap, ms: ownMs - rivalMs }] : []
    },
  )
  let [lostMs, firstLap] = [0, 0]
  let worst: { lostMs: number; firstLap: number; lastLap: number } | null = null
  for (const { lap, ms } of lost) {
    if (lostMs <= 0) [lostMs, firstLap] = [0, lap]
    lostMs += ms
    if (lostMs > (worst?.lostMs ?? 0)) worst = { lostMs, firstLap, lastLap: lap }
  }
  if (!worst) return null
  const { lastLap } = worst
  const weather = weatherOfPass(rival, driver, lastLap)
  if (weather === null) return { rival, ...worst, weather }
  // The tyres explain what was lost with them alone.
  const onTyres = lost.filter(
    ({ lap }) =>
      lap >= worst.firstLap && lap <= lastLap && weatherOfPass(rival, driver, lap) === weather,
  )
  return {
    rival,
    firstLap: onTyres[0]?.lap ?? worst.firstLap,
    lastLap,
    lostMs: onTyres.reduce((sum, { ms }) => sum + ms, 0),
    weather,
  }
}

/** Returns null for a lap to or from the pits. */
function timeOf({ lapTimes, pitStops }: Driver, lap: number): number | null {
  const isPitLap = pitStops.some(({ lapNum }) => lapNum === lap || lapNum + 1 === lap)
  return isPitLap ? null : (lapTimes[lap - 1]?.lapTime ?? null)
}
