import { Type, type Static } from 'typebox'
import { ResultStatusNumber } from '../wire/enumeration-schemas.ts'
import { describe, Milliseconds, nullable } from '../wire/schema.ts'
import { CountingSeasons } from './counting-seasons.ts'
import { Driver } from './driver.ts'
import { SessionSummary } from './session.ts'

/** The driver is one of the first three. */
export const PodiumDriver = Type.Object({
  name: Type.String({ description: 'Name of the driver; empty if the game hides it.' }),
  carNumber: Driver.properties.carNumber,
  team: Driver.properties.team,
  teamColour: Driver.properties.teamColour,
  isHuman: Driver.properties.isHuman,
  timeMs: nullable(
    Milliseconds,
    'Race time with penalties, or best lap outside races, in ms; null if unknown.',
  ),
})
export type PodiumDriver = Static<typeof PodiumDriver>

export const RecorderResult = Type.Object({
  position: nullable(Type.Integer(), 'Position in the result, from 1; null without one.'),
  resultStatus: describe(ResultStatusNumber, 'Status of the result.'),
  points: nullable(Type.Integer(), 'Points that the game awarded; null if unknown.'),
  gridPosition: nullable(
    Type.Integer(),
    'Grid position, from 1; 0 for a start from the pit lane; null if unknown.',
  ),
  hasFastestLap: Type.Boolean({ description: 'Whether no other car drove a faster lap.' }),
  team: Driver.properties.team,
  teamColour: Driver.properties.teamColour,
})
export type RecorderResult = Static<typeof RecorderResult>

/** Lists show this of a session’s result. */
export const SessionHighlights = Type.Object({
  raceKind: nullable(
    Type.Enum(['sprint', 'main']),
    'Whether the race is the sprint or the main race of its weekend; null for other sessions and if unknown.',
  ),
  numberOfDrivers: Type.Integer({ description: 'Number of cars that took part.' }),
  podium: Type.Array(PodiumDriver, { description: 'The first three in order.' }),
  recorderResult: nullable(
    RecorderResult,
    'Result of the user who recorded the session; null for a spectator.',
  ),
})
export type SessionHighlights = Static<typeof SessionHighlights>

export const ListedSession = Type.Object({
  ...SessionSummary.properties,
  highlights: nullable(
    SessionHighlights,
    'What lists show of the result; null until the server has derived it.',
  ),
  seasons: describe(
    CountingSeasons,
    'Seasons that count the session: listed ones, and in own lists also the caller’s. Three at most.',
  ),
})
export type ListedSession = Static<typeof ListedSession>

export const SessionPage = Type.Object({
  totalPages: Type.Integer({ description: 'Number of pages.' }),
  sessions: Type.Array(ListedSession, { description: 'Sessions of the page.' }),
})
export type SessionPage = Static<typeof SessionPage>

export const OwnSessionList = Type.Object({
  totalElements: Type.Integer({ description: 'Number of all matching sessions, over all pages.' }),
  sessions: Type.Array(ListedSession, { description: 'Sessions of the page.' }),
})
export type OwnSessionList = Static<typeof OwnSessionList>
