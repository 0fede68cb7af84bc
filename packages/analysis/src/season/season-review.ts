import { systemOfEvent } from '@pitboard/contract/seasons/event-points'
import { completePoints } from '@pitboard/contract/seasons/points-presets'
import type { CompletePoints } from '@pitboard/contract/seasons/points-system'
import type { Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { SeasonRaces, SeasonRecord } from '@pitboard/contract/seasons/season-races'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import { type SessionKind, sessionKind } from '@pitboard/contract/wire/session-kind'
import {
  longestStreak,
  type ReviewedRace,
  type ReviewedResult,
  reviewedRaces,
  type Streak,
  type StreakKind,
  STREAKS,
} from './reviewed-races.ts'
import { bestPoints, findRemaining, findTitleFight, highestPoints } from './title-fight.ts'
import { pointsAfter } from './points-after.ts'

export const TALLIES = ['wins', 'podiums', 'poles', 'fastestLaps'] as const
type Tally = (typeof TALLIES)[number]

/** The review of a season, or of one of its tiers, is written from these numbers. */
export interface SeasonReview {
  /** Nobody can reach the leader any more. */
  readonly isDecided: boolean
  readonly isLive: boolean
  /** Counts the events of the calendar; `driven` counts those with a race that is over. */
  readonly rounds: number
  readonly driven: number
  readonly races: readonly ReviewedRace[]
  readonly leader: StandingsDriver
  readonly second: StandingsDriver | null
  /**
   * It has the place that decides between the first two if they have the same points; it is null otherwise.
   */
  readonly tie: TieOfFirst | null
  /** After this round the champion could not be caught any more; it is null if that is unknown. */
  readonly decidedAfter: number | null
  /** From this round on the leader has led without a break; it is null if they share the first place. */
  readonly leadsSince: number | null
  readonly leadChanges: readonly LeadChange[]
  /** Counts the drivers who have won a race. */
  readonly winners: number
  readonly tallies: readonly {
    readonly kind: Tally
    readonly count: number
    readonly holders: readonly StandingsDriver[]
  }[]
  readonly gained: readonly Gain[]
  /** These are the races with the smallest and the largest margin of a winner; null if no margin is known. */
  readonly closest: Finish | null
  readonly widest: Finish | null
  readonly streaks: readonly { readonly kind: StreakKind; readonly of: readonly Streak[] }[]
  readonly penalties: Penalties
  readonly records: readonly HeldRecord[]
}

/** A race and a qualifying have records of their own. */
interface HeldRecord {
  readonly driver: StandingsDriver
  readonly kind: SessionKind
  readonly record: SeasonRecord
}

interface TieOfFirst {
  readonly place: number
  readonly own: number
  readonly theirs: number
}

/** The championship has a new leader after a round. */
export interface LeadChange {
  readonly round: number
  readonly leader: StandingsDriver
  readonly from: StandingsDriver
  /** The new leader is ahead of the former one by this many points. */
  readonly ahead: number
}

export interface Gain extends Pick<ReviewedResult, 'driver'> {
  readonly race: ReviewedRace
  readonly count: number
  readonly from: number
  readonly to: number
}

export interface Finish {
  readonly race: ReviewedRace
  readonly first: StandingsDriver
  readonly second: StandingsDriver
  readonly marginMs: number
}

interface Penalties {
  /** Adds up the time penalties that the game gave in races; `cars` counts the cars that got them. */
  readonly seconds: number
  readonly cars: number
  /** These drivers have the most of them; the list is empty if there are none. */
  readonly most: readonly StandingsDriver[]
  readonly mostSeconds: number
  /** Counts the decisions of the stewards that apply. */
  readonly decisions: number
}

/**
 * Returns the review of a season; null before the first race is over. Where tiers compete, the caller passes
 * the season of one tier (`seasonOfTier`).
 */
export function seasonReview(season: Season, raced: SeasonRaces, now: string): SeasonReview | null {
  const races = reviewedRaces(season, raced)
  const fight = findTitleFight(season, season.standings, now)
  if (!fight || races.length === 0) return null
  const { leader, second, isDecided } = fight
  const { drivers } = season.standings
  const finishes = races.flatMap(finishOf).toSorted((a, b) => a.marginMs - b.marginMs)
  const lead = leadOf(season, races, leader)
  return {
    isDecided,
    isLive: season.isLive,
    rounds: season.events.length,
    driven: new Set(races.map(({ round }) => round)).size,
    races,
    leader,
    second,
    tie: second && second.gapToLeader === 0 ? tieOf(leader, second) : null,
    decidedAfter: isDecided ? decidedAfter(season, races, { leader, now }) : null,
    ...lead,
    winners: drivers.filter(({ wins }) => wins > 0).length,
    tallies: TALLIES.flatMap((kind) => {
      const count = Math.max(0, ...drivers.map((driver) => driver[kind]))
      const holders = drivers.filter((driver) => driver[kind] === count)
      return count === 0 ? [] : [{ kind, count, holders }]
    }),
    gained: mostGained(races),
    closest: finishes[0] ?? null,
    widest: finishes.length > 1 ? (finishes.at(-1) ?? null) : null,
    streaks: STREAKS.flatMap((kind) => {
      const found = drivers.flatMap((driver) => longestStreak(races, driver, kind) ?? [])
      const length = Math.max(0, ...found.map((streak) => streak.length))
      const of = found.filter((streak) => streak.length === length)
      return length < 2 ? [] : [{ kind, of }]
    }),
    penalties: penaltiesOf(season, races),
    records: raced.records.flatMap((record) => {
      const driver = drivers.find(({ results }) =>
        results.some(
          ({ sessionId, driverIdx }) =>
            sessionId === record.sessionId && driverIdx === record.driverIdx,
        ),
      )
      const driven = season.events
        .flatMap(({ sessions }) => sessions)
        .find(({ session }) => session.id === record.sessionId)
      if (!driver || !driven) return []
      return [{ driver, kind: sessionKind(driven.session.sessionType), record }]
    }),
  }
}

/** Returns the driver with the most points after a round; null if several drivers share them. */
export function leaderAfter(
  drivers: readonly StandingsDriver[],
  round: number,
): StandingsDriver | null {
  const pointsOf = (driver: StandingsDriver) => pointsAfter(driver, round)
  const most = Math.max(...drivers.map(pointsOf))
  const [first, ...others] = drivers.filter((driver) => pointsOf(driver) === most)
  return others.length === 0 ? (first ?? null) : null
}

function leadOf(
  { standings: { drivers } }: Season,
  races: readonly ReviewedRace[],
  leader: StandingsDriver,
): Pick<SeasonReview, 'leadsSince' | 'leadChanges'> {
  const rounds = [...new Set(races.map(({ round }) => round))]
  const leadChanges: LeadChange[] = []
  let before: StandingsDriver | null = null
  for (const round of rounds) {
    const now = leaderAfter(drivers, round)
    if (now && before && now !== before) {
      const ahead = pointsAfter(now, round) - pointsAfter(before, round)
      leadChanges.push({ round, leader: now, from: before, ahead })
    }
    before = now ?? before
  }
  const broken = rounds.findLastIndex((round) => leaderAfter(drivers, round) !== leader)
  return { leadsSince: rounds[broken + 1] ?? null, leadChanges }
}

function tieOf(leader: StandingsDriver, second: StandingsDriver): TieOfFirst | null {
  const places = [leader, second].flatMap(({ results }) =>
    results.flatMap(({ position }) => position ?? []),
  )
  for (let place = 1; place <= Math.max(0, ...places); place++) {
    const [own, theirs] = [countFinishes(leader, place), countFinishes(second, place)]
    if (own !== theirs) return { place, own, theirs }
  }
  return null
}

function countFinishes({ results }: StandingsDriver, place: number): number {
  return results.filter(({ role, position }) => role === 'race' && position === place).length
}

/** Returns null if results can be dropped, because a lead may shrink then without a race. */
function decidedAfter(
  season: Season,
  races: readonly ReviewedRace[],
  { leader, now }: { leader: StandingsDriver; now: string },
): number | null {
  const { events, standings } = season
  const pointsSystem = completePoints(season.pointsSystem)
  if (pointsSystem.dropWorst > 0 || pointsSystem.countBest !== null) return null
  const remaining = new Set(findRemaining(events, now))
  const stakes = events.map((event) =>
    remaining.has(event) ? bestPoints(event, pointsSystem) : stakeOf(event, pointsSystem),
  )
  for (const round of new Set(races.map((race) => race.round))) {
    const pointsOf = (driver: StandingsDriver) => pointsAfter(driver, round)
    const others = standings.drivers.filter((driver) => driver !== leader).map(pointsOf)
    const left = stakes.slice(round).reduce((sum, points) => sum + points, 0)
    if (pointsOf(leader) - Math.max(...others, -Infinity) > left) return round
  }
  return null
}

/** Returns what the sessions of a driven event paid at best. */
function stakeOf(event: SeasonEvent, ofSeason: CompletePoints): number {
  const system = systemOfEvent(ofSeason, event)
  return event.sessions
    .map(({ role, pointsFactor }) => {
      if (role === 'practice') return 0
      // Qualifying is a session of its own here.
      if (role === 'race') {
        return bestPoints({ ...event, sessions: QUALIFIED }, ofSeason) * pointsFactor
      }
      const fastest = role === 'sprint' && system.fastestLap?.inSprints === true
      const extra = fastest ? Math.max(0, system.fastestLap?.points ?? 0) : 0
      return (highestPoints(system[role]) + extra) * pointsFactor * (event.points?.factor ?? 1)
    })
    .reduce((sum, points) => sum + points, 0)
}

const QUALIFIED = [{ role: 'qualifying' }] as const

function mostGained(races: readonly ReviewedRace[]): Gain[] {
  const gains = races.flatMap((race) =>
    race.results.flatMap(({ driver, result, grid, gained }): Gain[] =>
      gained !== null && gained > 0 && grid !== null && result.position !== null
        ? [{ driver, race, count: gained, from: grid, to: result.position }]
        : [],
    ),
  )
  const most = Math.max(0, ...gains.map(({ count }) => count))
  return gains.filter(({ count }) => count === most)
}

/**
 * Returns the finish of a race; the list is empty unless the first two drove the same distance and no
 * adjustment changed the order of their times.
 */
export function finishOf(race: ReviewedRace): Finish[] {
  const [first, second] = race.results
  if (first?.result.position !== 1 || second?.result.position !== 2) return []
  const [winner, next] = [first.car, second.car]
  if (!winner || !next || winner.laps === null || winner.laps !== next.laps) return []
  if (winner.timeMs === null || next.timeMs === null || next.timeMs < winner.timeMs) return []
  return [
    { race, first: first.driver, second: second.driver, marginMs: next.timeMs - winner.timeMs },
  ]
}

function penaltiesOf(
  { adjustments, standings: { drivers, teams } }: Season,
  races: readonly ReviewedRace[],
): Penalties {
  const seconds = new Map<StandingsDriver, number>()
  let cars = 0
  for (const { driver, car } of races.flatMap(({ results }) => results)) {
    if (!car || car.penaltiesSeconds <= 0) continue
    cars++
    seconds.set(driver, (seconds.get(driver) ?? 0) + car.penaltiesSeconds)
  }
  const mostSeconds = Math.max(0, ...seconds.values())
  const decisions = adjustments.filter(({ revokedAt, sessionId, driverIdx, name }) => {
    if (revokedAt !== null) return false
    if (sessionId === null) return [...drivers, ...teams].some((row) => row.name === name)
    return drivers.some(({ results }) =>
      results.some((result) => result.sessionId === sessionId && result.driverIdx === driverIdx),
    )
  })
  return {
    seconds: [...seconds.values()].reduce((sum, one) => sum + one, 0),
    cars,
    most: [...seconds].flatMap(([driver, sum]) => (sum === mostSeconds ? [driver] : [])),
    mostSeconds,
    decisions: decisions.length,
  }
}
