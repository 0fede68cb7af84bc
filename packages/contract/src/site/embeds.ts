import { Type, type Static } from 'typebox'
import { Driver } from '../sessions/driver.ts'
import { SessionDetail } from '../sessions/session.ts'
import { StandingsDriver, StandingsTeam } from '../seasons/standings.ts'
import { Season, SeasonEvent } from '../seasons/season.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, nullable, Uuid } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

const EmbeddedDriver = Type.Object({
  name: StandingsDriver.properties.name,
  position: StandingsDriver.properties.position,
  positionsGained: StandingsDriver.properties.positionsGained,
  points: StandingsDriver.properties.points,
  wins: StandingsDriver.properties.wins,
  podiums: StandingsDriver.properties.podiums,
  team: StandingsDriver.properties.team,
  teamColour: StandingsDriver.properties.teamColour,
})

const EmbeddedTeam = Type.Object({
  name: StandingsTeam.properties.name,
  position: StandingsTeam.properties.position,
  positionsGained: StandingsTeam.properties.positionsGained,
  points: StandingsTeam.properties.points,
  wins: StandingsTeam.properties.wins,
  podiums: StandingsTeam.properties.podiums,
  teamColour: StandingsTeam.properties.teamColour,
})

const EmbeddedEvent = Type.Object({
  id: SeasonEvent.properties.id,
  name: Type.String({ description: 'Name of the event, else of its track.' }),
  trackName: Type.String({ description: 'Name of the track in English.' }),
  startsAt: SeasonEvent.properties.startsAt,
  sessionId: nullable(Uuid, 'Id of its race, live or recorded; null before it.'),
  isLive: Type.Boolean({ description: 'Whether a session of the event is being driven.' }),
  podium: Type.Array(Type.String(), {
    description: 'Names of the first three of the race; empty before it is over.',
  }),
})

/** Embeds show this of a season (docs/embeds.md). */
export const EmbeddedSeason = Type.Object({
  id: Season.properties.id,
  name: Season.properties.name,
  leagueName: nullable(Type.String(), 'Name of its public league; null without one.'),
  accentColour: nullable(Type.String(), 'Colour of the league as `#rrggbb`; null without one.'),
  isLive: Season.properties.isLive,
  tier: nullable(
    Type.String(),
    'Tier of the standings and podiums; null where tiers do not compete.',
  ),
  drivers: Type.Array(EmbeddedDriver, { description: 'Drivers’ standings.' }),
  teams: Type.Array(EmbeddedTeam, { description: 'Teams’ standings.' }),
  events: Type.Array(EmbeddedEvent, { description: 'Events in the order of the calendar.' }),
})
export type EmbeddedSeason = Static<typeof EmbeddedSeason>

const EmbeddedResult = Type.Object({
  driverIdx: Driver.properties.driverIdx,
  name: Driver.properties.name,
  team: Driver.properties.team,
  teamColour: Driver.properties.teamColour,
  position: Driver.properties.position,
  finishingPosition: Driver.properties.finishingPosition,
  resultStatus: Driver.properties.resultStatus,
  numberOfLaps: Driver.properties.numberOfLaps,
  totalRaceTime: Driver.properties.totalRaceTime,
  totalPenaltiesSeconds: Driver.properties.totalPenaltiesSeconds,
  bestLapTimeMs: Driver.properties.bestLapTimeMs,
})
export type EmbeddedResult = Static<typeof EmbeddedResult>

/** Embeds show this of a recorded session (docs/embeds.md). */
export const EmbeddedSession = Type.Object({
  id: SessionDetail.properties.id,
  trackName: SessionDetail.properties.trackName,
  sessionType: SessionDetail.properties.sessionType,
  raceKind: SessionDetail.properties.raceKind,
  sessionStartTime: SessionDetail.properties.sessionStartTime,
  classification: SessionDetail.properties.classification,
  drivers: Type.Array(EmbeddedResult, { description: 'Cars in the order of the result.' }),
})
export type EmbeddedSession = Static<typeof EmbeddedSession>

/** The pages below `/embed` request these. Caches may store the answers for a short time. */
export const embeds = endpointTable({
  season: {
    method: 'GET',
    path: '/api/Embeds/seasons/{id}',
    summary: 'Standings and calendar of a public season, as embeds show them',
    params: Type.Object({ id: describe(Uuid, 'Id of the season.') }),
    query: Type.Object({
      tier: Type.Optional(
        Type.String({
          description: 'Tier that competes in the season; its best one if left out or unknown.',
          maxLength: TEXT_MAX.tier,
        }),
      ),
    }),
    response: EmbeddedSeason,
  },
  session: {
    method: 'GET',
    path: '/api/Embeds/sessions/{id}',
    summary: 'Result of a recorded session, as embeds show it',
    params: Type.Object({ id: describe(Uuid, 'Id of the recorded session.') }),
    response: EmbeddedSession,
  },
})
