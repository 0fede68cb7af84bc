import { systemOfEvent } from '@pitboard/contract/seasons/event-points'
import { completePoints } from '@pitboard/contract/seasons/points-presets'
import type { CompletePoints } from '@pitboard/contract/seasons/points-system'
import type { Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { Standings, StandingsDriver } from '@pitboard/contract/seasons/standings'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'

export interface TitleFight {
  readonly leader: StandingsDriver
  /** It is null for the only driver. */
  readonly second: StandingsDriver | null
  /** It is the most that one driver can still win at events, sprints left out. */
  readonly pointsLeft: number
  /** The season has had sprints, and the calendar does not say which events to come have one. */
  readonly mayHaveSprints: boolean
  /** Nobody can reach the leader any more. */
  readonly isDecided: boolean
}

/** Finds the leader of the championship and what can still be won; null before the first result. */
export function findTitleFight(
  season: Pick<Season, 'events' | 'pointsSystem'>,
  { drivers }: Standings,
  now: string,
): TitleFight | null {
  const [leader, next] = drivers
  if (!leader) return null
  // A driver who ranks lower for lack of starts cannot win, whatever their points.
  const isRival = next?.missingStarts === undefined || leader.missingStarts !== undefined
  const second = isRival ? (next ?? null) : null
  const { events } = season
  const pointsSystem = completePoints(season.pointsSystem)
  const remaining = findRemaining(events, now)
  const pointsLeft = remaining
    .map((event) => bestPoints(event, pointsSystem))
    .reduce((sum, points) => sum + points, 0)
  const sessions = events.flatMap((event) => event.sessions)
  const mayHaveSprints =
    remaining.length > 0 &&
    sessions.some(({ role }) => role === 'sprint') &&
    remaining.some((event) => systemOfEvent(pointsSystem, event).sprint.length > 0)
  const isSafe =
    remaining.length === 0
      ? second?.position !== 1
      : !mayHaveSprints && second !== null && second.gapToLeader > pointsLeft
  return {
    leader,
    second,
    pointsLeft,
    mayHaveSprints,
    // A single event does not decide a championship.
    isDecided: isSafe && events.length > 1 && !sessions.some(isLiveSession),
  }
}

/**
 * Returns the events that are still to be raced. An event without a result counts as cancelled if a later one
 * has a result.
 */
export function findRemaining(events: readonly SeasonEvent[], now: string): SeasonEvent[] {
  const lastRaced = events.findLastIndex(hasRace)
  return events.filter(
    (event, index) =>
      !hasRace(event) && (index > lastRaced || (event.startsAt !== null && event.startsAt > now)),
  )
}

function hasRace({ sessions }: SeasonEvent): boolean {
  return sessions.some(({ role }) => role === 'race')
}

interface EventToPay extends Pick<SeasonEvent, 'points'> {
  readonly sessions: readonly Pick<SeasonEvent['sessions'][number], 'role'>[]
}

/** Returns what the race of an event, and its qualifying unless that is over, pay at best. */
export function bestPoints(event: EventToPay, ofSeason: CompletePoints): number {
  const system = systemOfEvent(ofSeason, event)
  const isQualified = event.sessions.some(({ role }) => role === 'qualifying')
  const once =
    highestPoints(system.race) +
    (isQualified ? 0 : highestPoints(system.qualifying)) +
    Math.max(0, system.pole) +
    Math.max(0, system.fastestLap?.points ?? 0) +
    highestPoints([system.cleanRace]) +
    highestPoints([system.placesGained]) +
    highestPoints([system.participation])
  return once * (event.points?.factor ?? 1)
}

/** Returns the largest of these points; 0 if there are none or all of them are negative. */
export function highestPoints(points: readonly number[]): number {
  return Math.max(0, ...points)
}
