import { eventName } from '@pitboard/contract/seasons/event-name'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'
import type { Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import { seasonOfTier } from '@pitboard/contract/seasons/tiers'
import { trackName } from '@pitboard/contract/sessions/track-names'
import type { EmbeddedSeason } from '@pitboard/contract/site/embeds'
import type { LeagueRecord } from '../../championship/leagues/queries.ts'

const PODIUM = [1, 2, 3]

/** Returns the small part of a season that an embed shows, of one tier where tiers compete. */
export function presentSeason(
  season: Season,
  league: LeagueRecord | undefined,
  wanted?: string,
): EmbeddedSeason {
  const tier = season.tiers.find((one) => one === wanted) ?? season.tiers[0] ?? null
  const shown = seasonOfTier(season, tier)
  const { id, name, isLive, standings } = shown
  return {
    id,
    name,
    isLive,
    leagueName: league?.name ?? null,
    accentColour: league?.accent_colour ?? null,
    tier,
    drivers: standings.drivers,
    teams: standings.teams,
    events: shown.events.map((event) => presentEvent(event, shown)),
  }
}

function presentEvent(event: SeasonEvent, { standings }: Season): EmbeddedSeason['events'][number] {
  const { id, startsAt, sessions } = event
  const race = sessions.findLast(({ role }) => role === 'race')
  const places = PODIUM.map((position) =>
    standings.drivers.find(({ results }) =>
      results.some(
        (result) => result.sessionId === race?.session.id && result.position === position,
      ),
    ),
  )
  return {
    id,
    startsAt,
    trackName: trackName(event.track),
    name: eventName(event),
    sessionId: race?.session.id ?? null,
    isLive: sessions.some(isLiveSession),
    podium: race && !isLiveSession(race) ? places.flatMap((driver) => driver?.name ?? []) : [],
  }
}
