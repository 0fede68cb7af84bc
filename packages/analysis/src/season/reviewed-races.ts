import { eventName } from '@pitboard/contract/seasons/event-name'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'
import type { Season } from '@pitboard/contract/seasons/season'
import type { RaceCar, SeasonRaces } from '@pitboard/contract/seasons/season-races'
import type { Result, StandingsDriver } from '@pitboard/contract/seasons/standings'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'

export interface ReviewedResult {
  readonly driver: StandingsDriver
  readonly result: Result
  /** It has what the recording says of the car, and is null without a recording. */
  readonly car: RaceCar | null
  /**
   * The place on the grid counts only drivers who compete with each other; it is null for the pit lane or if
   * unknown.
   */
  readonly grid: number | null
  /**
   * Places gained from the grid are positive, places lost are negative; it is null for drivers who did not
   * finish or whose grid is unknown.
   */
  readonly gained: number | null
}

/** A reviewed race is over, and somebody has a place in it. */
export interface ReviewedRace {
  readonly sessionId: string
  /** The race has the name of its event. */
  readonly name: string
  readonly track: number
  /** Rounds are the events of the calendar, counted from 1. */
  readonly round: number
  /** Drivers with a place come first, in the order of their places. */
  readonly results: readonly ReviewedResult[]
}

/** Lists the races of a season as one of its tiers sees it, in the order of the calendar; sprints are left out. */
export function reviewedRaces(
  { events, standings, tiers }: Pick<Season, 'events' | 'standings' | 'tiers'>,
  { races }: Pick<SeasonRaces, 'races'>,
): ReviewedRace[] {
  const cars = new Map(races.map((race) => [race.sessionId, race.cars]))
  return events.flatMap((event, index) =>
    event.sessions
      .filter((linked) => linked.role === 'race' && !isLiveSession(linked))
      .flatMap(({ session: { id } }): ReviewedRace[] => {
        const known = cars.get(id) ?? []
        const found = standings.drivers.flatMap((driver) =>
          driver.results.flatMap((result) =>
            result.sessionId === id ? [{ driver, result, car: carOf(known, result) }] : [],
          ),
        )
        if (found.every(({ result }) => result.position === null)) return []
        const grid = found.flatMap(({ car }) => car?.grid || []).toSorted((a, b) => a - b)
        const results = found.map((one): ReviewedResult => {
          const place = one.car?.grid || null
          // Cars of other tiers stand on the same grid, so that places are counted within the own tier.
          const own = place === null || tiers.length === 0 ? place : grid.indexOf(place) + 1
          const { position, resultStatus } = one.result
          const isKnown = own && position !== null && resultStatus === ResultStatus.Finished
          return { ...one, grid: own, gained: isKnown ? own - position : null }
        })
        return [
          {
            sessionId: id,
            name: eventName(event),
            track: event.track,
            round: index + 1,
            results: results.toSorted(
              (a, b) => (a.result.position ?? Infinity) - (b.result.position ?? Infinity) || 0,
            ),
          },
        ]
      }),
  )
}

function carOf(cars: readonly RaceCar[], { driverIdx }: Result): RaceCar | null {
  return cars.find((car) => car.driverIdx === driverIdx) ?? null
}

export interface Streak {
  readonly driver: StandingsDriver
  readonly length: number
  readonly first: ReviewedRace
  readonly last: ReviewedRace
}

export const STREAKS = ['wins', 'podiums', 'points'] as const
export type StreakKind = (typeof STREAKS)[number]

const COUNTS: Readonly<Record<StreakKind, (result: Result) => boolean>> = {
  wins: ({ position }) => position === 1,
  podiums: ({ position }) => position !== null && position <= 3,
  points: ({ points }) => points > 0,
}

/**
 * Finds a driver's longest run of consecutive races of a kind, and the first of several that are equally
 * long; returns null if no race counts. A race that the driver missed ends a run.
 */
export function longestStreak(
  races: readonly ReviewedRace[],
  driver: StandingsDriver,
  kind: StreakKind,
): Streak | null {
  let best: Streak | null = null
  let first: ReviewedRace | null = null
  let length = 0
  for (const race of races) {
    const own = race.results.find((one) => one.driver === driver)
    if (own && COUNTS[kind](own.result)) {
      first ??= race
      length++
      if (length > (best?.length ?? 0)) best = { driver, length, first, last: race }
    } else {
      first = null
      length = 0
    }
  }
  return best
}
