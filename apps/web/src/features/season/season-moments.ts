import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import type { Standings, StandingsDriver } from '@pitboard/contract/seasons/standings'
import { isLiveSession } from './session-titles.ts'

export interface SeasonMoments {
  /** What is being driven now, and who is first in it. */
  readonly live: {
    readonly event: SeasonEvent
    readonly linked: EventSession
    readonly leader: StandingsDriver | null
  } | null
  /** The last race that is over, with its winner. */
  readonly last: { readonly event: SeasonEvent; readonly winner: StandingsDriver } | null
  /** The next event without a race: neither driven nor being driven. */
  readonly next: SeasonEvent | null
}

/** What was driven last, is being driven and comes next. A live session has no winner. */
export function findMoments(
  { events }: Pick<Season, 'events'>,
  standings: Standings,
  now: string,
): SeasonMoments {
  const lives = events.flatMap((event) =>
    event.sessions.filter(isLiveSession).map((linked) => ({ event, linked })),
  )
  const live = lives.find(({ linked }) => linked.role === 'race') ?? lives[0]
  const races = events.flatMap((event) =>
    event.sessions
      .filter((linked) => linked.role === 'race' && !isLiveSession(linked))
      .map(({ session }) => ({ event, winner: findFirst(standings, session.id) })),
  )
  const next = events.find(
    ({ startsAt, sessions }) =>
      startsAt !== null &&
      startsAt > now &&
      !sessions.some((linked) => linked.role === 'race' || isLiveSession(linked)),
  )
  return {
    live: live ? { ...live, leader: findFirst(standings, live.linked.session.id) } : null,
    last: races.findLast(isWon) ?? null,
    next: next ?? null,
  }
}

interface Raced {
  readonly event: SeasonEvent
  readonly winner: StandingsDriver | null
}

function isWon(raced: Raced): raced is Raced & { readonly winner: StandingsDriver } {
  return raced.winner !== null
}

function findFirst({ drivers }: Standings, sessionId: string): StandingsDriver | null {
  const first = drivers.find(({ results }) =>
    results.some((result) => result.sessionId === sessionId && result.position === 1),
  )
  return first ?? null
}
