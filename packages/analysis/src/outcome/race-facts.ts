import { lastLapOf } from '../laps/lap-ends.ts'
import { type Neutralised, neutralisedIn } from '../laps/neutralised-laps.ts'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { finalTimeMs, placeOf, resultOrder } from './result-order.ts'
import { raceOutcome, type RaceOutcome, trustedLeaders } from './race-outcome.ts'
import { type BestLap, bestLapOf } from './session-outcome.ts'

interface PlacesGained {
  readonly driver: Driver
  readonly from: number
  readonly to: number
}

/** A summary of a finished race is written from these numbers. */
export interface RaceFacts {
  readonly outcome: RaceOutcome
  /** The time includes penalties; it is null if unknown. */
  readonly winnerTimeMs: number | null
  /** It is null where fewer than three finished, or where the third was lapped. */
  readonly third: { readonly driver: Driver; readonly behindMs: number } | null
  /**
   * Counts the laps that a driver led at the line, most first; the list is empty where the leader of some lap
   * is unknown.
   */
  readonly led: readonly { readonly driver: Driver; readonly laps: number }[]
  readonly neutralised: readonly Neutralised[]
  readonly retired: readonly Driver[]
  /** It is null where nobody gained places, or two gained as many. */
  readonly gained: PlacesGained | null
  readonly lost: PlacesGained | null
  readonly fastest: { readonly driver: Driver; readonly best: BestLap } | null
  readonly quickestStop: {
    readonly driver: Driver
    readonly lap: number
    readonly timeMs: number
  } | null
  /** Adds up the time penalties of each driver who has any. */
  readonly penalised: readonly { readonly driver: Driver; readonly seconds: number }[]
}

/** Returns null for a race that nobody has won. */
export function raceFacts(session: SessionDetail): RaceFacts | null {
  const order = resultOrder(session)
  const outcome = raceOutcome(session, order)
  if (outcome?.kind !== 'race') return null
  const { winner } = outcome
  const changes = placesGained(order)
  return {
    outcome,
    winnerTimeMs: finalTimeMs(winner),
    third: thirdOf(winner, order[2]),
    led: lapsLed(session, winner),
    neutralised: neutralisedIn(session, lastLapOf(session)),
    retired: order.filter(isRetired),
    gained: mostGained(changes),
    lost: mostLost(changes),
    fastest: fastestOf(order),
    quickestStop: quickestStopOf(order),
    penalised: order.flatMap((driver) =>
      driver.totalPenaltiesSeconds > 0 ? [{ driver, seconds: driver.totalPenaltiesSeconds }] : [],
    ),
  }
}

/** Returns whether a driver retired from the session; disqualified drivers did not. */
export function isRetired({ resultStatus }: Pick<Driver, 'resultStatus'>): boolean {
  return resultStatus === ResultStatus.DidNotFinish || resultStatus === ResultStatus.Retired
}

/**
 * Lists the drivers who finished, from the most places gained to the most lost; if gains are equal, the better place
 * comes first.
 */
export function placesGained(drivers: readonly Driver[]): PlacesGained[] {
  return drivers
    .flatMap((driver): PlacesGained[] => {
      const [from, to] = [driver.startingPosition, placeOf(driver)]
      const isKnown = from && to && driver.resultStatus === ResultStatus.Finished
      return isKnown ? [{ driver, from, to }] : []
    })
    .toSorted((a, b) => b.from - b.to - (a.from - a.to) || a.to - b.to)
}

function mostGained([first, next]: readonly PlacesGained[]): PlacesGained | null {
  return first && gainOf(first) > 0 && gainOf(first) !== gainOf(next) ? first : null
}

function mostLost(changes: readonly PlacesGained[]): PlacesGained | null {
  const [last, before] = changes.toReversed()
  return last && gainOf(last) < 0 && gainOf(last) !== gainOf(before) ? last : null
}

function gainOf(change: PlacesGained | undefined): number {
  return change ? change.from - change.to : Number.NaN
}

function thirdOf(winner: Driver, third: Driver | undefined): RaceFacts['third'] {
  if (third?.resultStatus !== ResultStatus.Finished || third.numberOfLaps !== winner.numberOfLaps) {
    return null
  }
  const [thirdMs, winnerMs] = [finalTimeMs(third), finalTimeMs(winner)]
  if (thirdMs === null || winnerMs === null || thirdMs < winnerMs) return null
  return { driver: third, behindMs: thirdMs - winnerMs }
}

function lapsLed(session: SessionDetail, winner: Driver): RaceFacts['led'] {
  const laps = new Map<Driver, number>()
  for (const leader of trustedLeaders(session, winner)) {
    if (leader === null) return []
    laps.set(leader, (laps.get(leader) ?? 0) + 1)
  }
  return [...laps]
    .map(([driver, count]) => ({ driver, laps: count }))
    .toSorted((a, b) => b.laps - a.laps)
}

/** Finds the best lap of a session and its driver; returns null if nobody set a time. */
export function fastestOf(drivers: readonly Driver[]): RaceFacts['fastest'] {
  const [quickest] = drivers
    .flatMap((driver) =>
      driver.bestLapTimeMs === null ? [] : [{ driver, timeMs: driver.bestLapTimeMs }],
    )
    .toSorted((a, b) => a.timeMs - b.timeMs)
  if (!quickest) return null
  return { driver: quickest.driver, best: bestLapOf(quickest.driver, quickest.timeMs) }
}

function quickestStopOf(drivers: readonly Driver[]): RaceFacts['quickestStop'] {
  const [quickest] = drivers
    .flatMap((driver) =>
      driver.pitStops.flatMap(({ lapNum, stopTimeMs }) =>
        stopTimeMs === null ? [] : [{ driver, lap: lapNum, timeMs: stopTimeMs }],
      ),
    )
    .toSorted((a, b) => a.timeMs - b.timeMs)
  return quickest ?? null
}
