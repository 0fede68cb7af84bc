import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { ResultStatusNumber, SessionTypeNumber, TrackNumber } from '../wire/enumeration-schemas.ts'
import { SeasonParams } from '../wire/path-params.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'
import { CountingSeason } from '../sessions/counting-seasons.ts'
import { SessionHighlights } from '../sessions/listed-session.ts'
import { DriverName } from '../seasons/season.ts'

/** A comparison of two drivers looks at this many sessions of either. */
export const SHARED_SESSIONS_MAX = 150

/** The session is listed for one driver, with the seasons in which it counts. */
export const DrivenSession = Type.Object({
  sessionId: describe(Uuid, 'Id of the recorded session.'),
  trackId: describe(TrackNumber, 'Track.'),
  trackName: Type.String({ description: 'Name of the track in English.' }),
  sessionType: describe(SessionTypeNumber, 'Type of the session.'),
  raceKind: SessionHighlights.properties.raceKind,
  drivenAt: describe(Instant, 'When the session was driven, UTC.'),
  season: nullable(
    describe(CountingSeason, 'Season that counts the session; its decisions are in the result.'),
    'Season that counts the session; null for a recording that none counts.',
  ),
})
export type DrivenSession = Static<typeof DrivenSession>

const SIDE = Type.Enum(['first', 'second'])

const Place = Type.Object({
  position: nullable(Type.Integer(), 'Position in the result, from 1; null without one.'),
  resultStatus: describe(ResultStatusNumber, 'Status of the result.'),
})

const SharedSession = Type.Object({
  ...DrivenSession.properties,
  kind: Type.Enum(['race', 'qualifying'], {
    description: 'Whether the session is a race, sprints included, or a qualifying session.',
  }),
  first: describe(Place, 'Result of the first driver.'),
  second: describe(Place, 'Result of the second driver.'),
  ahead: nullable(
    SIDE,
    'Who was ahead; null if neither is in the classification. A driver who finished is ahead of one who did not.',
  ),
  gapMs: nullable(
    Type.Integer(),
    'Time of the second driver minus that of the first, in ms: at the end of a race with all penalties, or of the best laps. Null for races in which one did not finish or was lapped, and without times.',
  ),
})
export type SharedSession = Static<typeof SharedSession>

const Compared = Type.Object({
  name: Type.String({ description: 'Name of the driver.' }),
  userId: nullable(Uuid, 'User who is this driver; null if nobody is known to be.'),
})

const Score = Type.Object({
  first: Type.Integer({ description: 'How often the first driver was ahead.' }),
  second: Type.Integer({ description: 'How often the second driver was ahead.' }),
  averageGapMs: nullable(
    Type.Integer(),
    'Average of the gaps that are known, in ms: positive if the first driver is quicker; null without any.',
  ),
  gaps: Type.Integer({ description: 'Number of gaps in the average.' }),
})
export type Score = Static<typeof Score>

/** Two drivers are compared in the sessions that both drove. */
export const HeadToHead = Type.Object({
  first: describe(Compared, 'The first driver.'),
  second: describe(Compared, 'The second driver.'),
  races: describe(Score, 'Races, sprints included.'),
  qualifying: describe(Score, 'Qualifying sessions.'),
  sessions: Type.Array(SharedSession, {
    description: 'Sessions that both drove, newest first, of the latest 150 of the first driver.',
  }),
})
export type HeadToHead = Static<typeof HeadToHead>

export const headToHead = endpointTable({
  ofSeason: {
    method: 'GET',
    path: '/api/Seasons/{seasonId}/headToHead',
    summary:
      'Two drivers of a season against each other, over all seasons of its leagues that the caller may see',
    auth: 'optional',
    scope: 'data:read',
    params: SeasonParams,
    query: Type.Object({
      first: describe(DriverName, 'Name of a driver in the standings of the season.'),
      second: describe(DriverName, 'Name of another driver in them.'),
    }),
    response: HeadToHead,
  },
  ofUser: {
    method: 'GET',
    path: '/api/Users/{userId}/headToHead',
    summary: 'A user against a driver whom they have met, over their recordings and listed seasons',
    params: Type.Object({ userId: describe(Uuid, 'Id of the user.') }),
    query: Type.Object({
      against: describe(DriverName, 'Name of the other driver, as results show it.'),
    }),
    response: HeadToHead,
  },
})
