import type { Season } from '@pitboard/contract/seasons/season'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { median } from '../statistics/quantile.ts'
import {
  longestStreak,
  type ReviewedRace,
  type ReviewedResult,
  type Streak,
  STREAKS,
  type StreakKind,
} from './reviewed-races.ts'
import type { SeasonReview } from './season-review.ts'
import { pointsAfter } from './points-after.ts'

/** `standing` is the place in the standings after the round of the race. */
export interface DriverRound extends ReviewedResult {
  readonly race: ReviewedRace
  readonly standing: number
}

/** The review of one driver's season is written from these numbers. */
export interface DriverSeason {
  readonly driver: StandingsDriver
  /** Counts the drivers in the standings. */
  readonly drivers: number
  readonly rounds: readonly DriverRound[]
  readonly retired: number
  /**
   * These rounds left the driver at their best and at their worst place in the standings, each for the first
   * time.
   */
  readonly highest: DriverRound | null
  readonly lowest: DriverRound | null
  /** Adds up the places gained from the grid over all races with a known grid; it is null without any. */
  readonly gained: { readonly count: number; readonly races: number } | null
  readonly best: DriverRound | null
  /** It is null below three finishes. */
  readonly worst: DriverRound | null
  readonly rival: Rival | null
  readonly pace: Pace | null
  readonly streaks: readonly { readonly kind: StreakKind; readonly streak: Streak }[]
  readonly penaltiesSeconds: number
  readonly records: SeasonReview['records']
}

/**
 * The rival is the driver closest in points, among those who drove at least half of the races with this one.
 */
interface Rival {
  readonly driver: StandingsDriver
  /** Points ahead of the rival are positive, points behind are negative. */
  readonly ahead: number
  /** Counts the races in which both have a place; `won` counts those in which the driver was ahead. */
  readonly races: number
  readonly won: number
}

/** Each race compares the driver's best lap with the best of the race, in percent; the pace is the median. */
interface Pace {
  readonly races: number
  readonly offPercent: number
  /** The season is divided into two halves of races; it is null below six races. */
  readonly halves: { readonly first: number; readonly second: number } | null
}

/** Returns the season of a driver; null without a race. */
export function driverSeason(
  season: Season,
  review: Pick<SeasonReview, 'races' | 'records'>,
  driver: StandingsDriver,
): DriverSeason | null {
  const { drivers } = season.standings
  const { races, records } = review
  const rounds = races.flatMap((race): DriverRound[] =>
    race.results
      .filter((one) => one.driver === driver)
      .map((one) => ({ ...one, race, standing: standingAfter(drivers, driver, race.round) })),
  )
  if (rounds.length === 0) return null
  const finished = rounds.flatMap((round) => {
    const { position: place, resultStatus } = round.result
    return place !== null && resultStatus === ResultStatus.Finished ? { round, place } : []
  })
  const byPlace = finished
    .toSorted((a, b) => a.place - b.place || (b.round.gained ?? 0) - (a.round.gained ?? 0))
    .map(({ round }) => round)
  const byStanding = rounds.toSorted((a, b) => a.standing - b.standing)
  const [highest = null] = byStanding
  const lowest = byStanding.find(({ standing }) => standing === byStanding.at(-1)?.standing) ?? null
  const known = rounds.flatMap(({ gained }) => (gained === null ? [] : [gained]))
  return {
    driver,
    drivers: drivers.length,
    rounds,
    retired: rounds.filter(({ result: { resultStatus } }) => OUT.includes(resultStatus)).length,
    highest,
    lowest,
    gained:
      known.length === 0
        ? null
        : { count: known.reduce((sum, one) => sum + one, 0), races: known.length },
    best: byPlace[0] ?? null,
    worst: finished.length < FINISHES_MIN ? null : (byPlace.at(-1) ?? null),
    rival: rivalOf(drivers, races, driver),
    pace: paceOf(rounds),
    streaks: STREAKS.flatMap((kind) => {
      const streak = longestStreak(races, driver, kind)
      return streak && streak.length > 1 ? [{ kind, streak }] : []
    }),
    penaltiesSeconds: rounds.reduce((sum, { car }) => sum + (car?.penaltiesSeconds ?? 0), 0),
    records: records.filter((one) => one.driver === driver),
  }
}

const OUT: readonly number[] = [ResultStatus.DidNotFinish, ResultStatus.Retired]
/** Of two finishes, the worst would only be the other one. */
const FINISHES_MIN = 3

/** Drivers with the same points share a place. */
function standingAfter(
  drivers: readonly StandingsDriver[],
  driver: StandingsDriver,
  round: number,
): number {
  const own = pointsAfter(driver, round)
  return 1 + drivers.filter((other) => pointsAfter(other, round) > own).length
}

function rivalOf(
  drivers: readonly StandingsDriver[],
  races: readonly ReviewedRace[],
  driver: StandingsDriver,
): Rival | null {
  const own = races.filter(({ results }) => results.some((one) => one.driver === driver)).length
  const rivals = drivers.flatMap((other): Rival[] => {
    if (other === driver) return []
    const places = races.flatMap(({ results }) => {
      const [mine, theirs] = [driver, other].map(
        (each) => results.find((one) => one.driver === each)?.result.position ?? null,
      )
      return mine && theirs ? [[mine, theirs] as const] : []
    })
    if (places.length === 0 || places.length < own / 2) return []
    const won = places.filter(([mine, theirs]) => mine < theirs).length
    return [{ driver: other, ahead: driver.points - other.points, races: places.length, won }]
  })
  const [closest] = rivals.toSorted(
    (a, b) => Math.abs(a.ahead) - Math.abs(b.ahead) || b.races - a.races,
  )
  return closest ?? null
}

/** Halves of fewer races show chance and no trend. */
const HALVES_MIN = 6

function paceOf(rounds: readonly DriverRound[]): Pace | null {
  const offs = rounds.flatMap(({ race, car }) => {
    const best = Math.min(...race.results.map((one) => one.car?.bestLapTimeMs || Infinity))
    const own = car?.bestLapTimeMs
    return own ? [(own / best - 1) * 100] : []
  })
  if (offs.length === 0) return null
  const half = Math.floor(offs.length / 2)
  return {
    races: offs.length,
    offPercent: median(offs),
    halves:
      offs.length < HALVES_MIN
        ? null
        : { first: median(offs.slice(0, half)), second: median(offs.slice(-half)) },
  }
}
