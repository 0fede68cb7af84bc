import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { Standings, StandingsDriver } from '@pitboard/contract/seasons/standings'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'

export interface SeasonMoments {
  /** It is being driven now, with who is first in it. */
  readonly live: {
    readonly event: SeasonEvent
    readonly linked: EventSession
    readonly leader: StandingsDriver | null
  } | null
  /** It is the last race that is over, with its winner. */
  readonly last: RaceResult | null
  /** It is the next event without a race: neither driven nor being driven. */
  readonly next: SeasonEvent | null
  /** It is the number of the live event, else of the next, else of the last, from 1; null without any. */
  readonly round: number | null
}

interface RaceResult {
  readonly event: SeasonEvent
  readonly linked: EventSession
  readonly winner: StandingsDriver
  /** They are the winner and up to two more, in their places. */
  readonly podium: readonly StandingsDriver[]
}

/** A race that starts late stays the next one for this long. */
const LATE_MS = 3 * 3_600_000

/** Returns what was driven last, is being driven and comes next. A live session has no winner. */
export function findMoments(
  { events }: Pick<Season, 'events'>,
  standings: Standings,
  now: string,
): SeasonMoments {
  const sessions = events.flatMap((event) => event.sessions.map((linked) => ({ event, linked })))
  const lives = sessions.filter(({ linked }) => isLiveSession(linked))
  const live = lives.find(({ linked }) => linked.role === 'race') ?? lives[0]
  const races = sessions
    .filter(({ linked }) => linked.role === 'race' && !isLiveSession(linked))
    .map(({ event, linked }) => ({ event, linked, podium: findPodium(standings, linked) }))
  const last = races.map(withWinner).findLast((race) => race !== null) ?? null
  const earliest = new Date(Date.parse(now) - LATE_MS).toISOString()
  const next =
    events.find(
      ({ startsAt, sessions: own }) =>
        startsAt !== null &&
        startsAt > earliest &&
        !own.some((linked) => linked.role === 'race' || isLiveSession(linked)),
    ) ?? null
  const current = live?.event ?? next ?? last?.event
  return {
    live: live ? { ...live, leader: findPlace(standings, live.linked, 1) } : null,
    last,
    next,
    round: current ? events.indexOf(current) + 1 : null,
  }
}

type Race = Omit<RaceResult, 'winner'>

function withWinner(race: Race): RaceResult | null {
  const [winner] = race.podium
  return winner ? { ...race, winner } : null
}

/** Returns the first three of an event's race; it is empty before the race is over. */
export function findEventPodium(event: SeasonEvent, standings: Standings): StandingsDriver[] {
  const race = event.sessions.findLast((linked) => linked.role === 'race' && !isLiveSession(linked))
  return race ? findPodium(standings, race) : []
}

/** Ends before a place that nobody has. */
function findPodium(standings: Standings, linked: EventSession): StandingsDriver[] {
  const places = [1, 2, 3].map((position) => findPlace(standings, linked, position))
  const gap = places.indexOf(null)
  return (gap < 0 ? places : places.slice(0, gap)).filter((driver) => driver !== null)
}

function findPlace(
  { drivers }: Standings,
  { session }: EventSession,
  position: number,
): StandingsDriver | null {
  const found = drivers.find(({ results }) =>
    results.some((result) => result.sessionId === session.id && result.position === position),
  )
  return found ?? null
}
