import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import { seasonOfTier } from '@pitboard/contract/seasons/tiers'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'
import { findEventPodium, findMoments } from '../overview/season-moments.ts'
import { findTitleFight } from '@pitboard/analysis/season/title-fight'

/** It says what the seasons of a league have in common, at a glance. */
export interface LeagueDigest {
  /**
   * This is the season of the live race, else of the next event, else of the newest result; it is null without any
   * season.
   */
  readonly current: Season | null
  /** It is the next event of all seasons. */
  readonly next: UpcomingEvent | null
  /** These races are over, newest first. */
  readonly races: readonly FinishedRace[]
  /** A champion is listed once nobody can overtake them in the season any more; the newest season comes first. */
  readonly champions: readonly Champion[]
}

export interface UpcomingEvent {
  readonly season: Season
  readonly event: SeasonEvent
  readonly startsAt: string
}

export interface FinishedRace {
  readonly season: Season
  /** Where tiers compete, the podium is of this one. */
  readonly tier: string | null
  readonly event: SeasonEvent
  readonly linked: EventSession
  /** They are the winner and up to two more, in their places. */
  readonly podium: readonly StandingsDriver[]
}

export interface Champion {
  readonly season: Season
  /** Where tiers compete, this one was won. */
  readonly tier: string | null
  readonly driver: StandingsDriver
  /** The last race was driven then. */
  readonly wonAt: string
}

export function summariseSeasons(seasons: readonly Season[], now: string): LeagueDigest {
  const races = seasons.flatMap(findRaces).toSorted(byNewest)
  const upcoming = seasons
    .flatMap((season) => findUpcoming(season, now))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  const [next = null] = upcoming
  return {
    current:
      seasons.find(({ isLive }) => isLive) ??
      next?.season ??
      races[0]?.season ??
      seasons[0] ??
      null,
    next,
    races,
    champions: findChampions(races, now),
  }
}

function findUpcoming(season: Season, now: string): UpcomingEvent[] {
  const { next } = findMoments(season, season.standings, now)
  return next?.startsAt ? [{ season, event: next, startsAt: next.startsAt }] : []
}

/** Finds the last race of each event and tier, where it has a winner. */
function findRaces(season: Season): FinishedRace[] {
  const tiers = season.tiers.length === 0 ? [null] : season.tiers
  return tiers.flatMap((tier) => {
    const { events, standings } = seasonOfTier(season, tier)
    return events.flatMap((event) => {
      const linked = event.sessions.findLast((each) => each.role === 'race' && !isLiveSession(each))
      const podium = findEventPodium(event, standings)
      return linked && podium.length > 0 ? [{ season, tier, event, linked, podium }] : []
    })
  })
}

function byNewest(a: FinishedRace, b: FinishedRace): number {
  return startOf(b).localeCompare(startOf(a))
}

function startOf({ linked }: FinishedRace): string {
  return linked.session.sessionStartTime
}

/** A title that is won can be shown before the last race, as the season's own page does. */
function findChampions(races: readonly FinishedRace[], now: string): Champion[] {
  const lastRaces = races.filter(
    ({ season, tier }, index) =>
      races.findIndex((race) => race.season === season && race.tier === tier) === index,
  )
  return lastRaces.flatMap((race) => {
    const { season, tier } = race
    const competed = seasonOfTier(season, tier)
    const fight = findTitleFight(competed, competed.standings, now)
    if (!fight?.isDecided) return []
    return [{ season, tier, driver: fight.leader, wonAt: startOf(race) }]
  })
}
