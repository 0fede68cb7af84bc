import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { FILTER_CHARS_MAX } from './filters.ts'
import { SessionParams } from '../wire/path-params.ts'
import { describe, ArrayPage, nullable, Page, Uuid } from '../wire/schema.ts'
import { ListedSession, OwnSessionList, SessionPage } from './listed-session.ts'
import { RecordedSession } from './session.ts'

const Numbers = Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), { maxItems: 50 })
const SessionList = Type.Array(ListedSession)

const StandingsLine = {
  position: Type.Integer({ description: 'Position in the standings, from 1.' }),
  positionsGained: nullable(
    Type.Integer(),
    'Positions gained in the standings since the previous event; negative if lost; null if not in the standings then.',
  ),
  points: Type.Number({ description: 'Points in the standings.' }),
}

const DriverNames = Type.Array(Type.String(), {
  description:
    'All names under which the season knows the driver; empty if the game hides the driver’s.',
})

/**
 * The season contains the session; it is shown with the session's results and what they mean for the
 * standings.
 */
export const SessionSeason = Type.Object({
  id: describe(Uuid, 'Id of the season.'),
  name: Type.String({ description: 'Name of the season.' }),
  ownerId: describe(Uuid, 'Id of the user who owns the season.'),
  eventId: describe(Uuid, 'Id of the event.'),
  eventName: Type.String({
    description: 'Name of the event; empty if it is named after its track.',
  }),
  round: Type.Integer({ description: 'Number of the event in the calendar, from 1.' }),
  roundCount: Type.Integer({ description: 'Number of events in the calendar.' }),
  hasVote: Type.Optional(
    Type.Boolean({
      description:
        'Whether the season votes for the driver of the day, or has done so; left out if not.',
    }),
  ),
  leagues: Type.Array(
    Type.Object({
      id: describe(Uuid, 'Id of the league.'),
      name: Type.String({ description: 'Name of the league.' }),
    }),
    { description: 'Leagues that contain the season and that the caller can see.' },
  ),
  results: Type.Array(
    Type.Object({
      driverIdx: Type.Integer({
        description:
          'Car index of the driver in the session; `drivers`, overtakes, results and `driverNames` use the same.',
      }),
      position: nullable(Type.Integer(), 'Position after adjustments; null if not classified.'),
      points: Type.Number({ description: 'Points of the session in the season.' }),
      seasonPosition: Type.Integer({
        description: 'Position of the driver in the standings, from 1.',
      }),
      seasonPositionsGained: nullable(
        Type.Integer(),
        'Positions gained in the standings since the previous event; negative if lost; null if not in the standings then.',
      ),
      seasonPoints: Type.Number({ description: 'Points of the driver in the standings.' }),
      names: DriverNames,
    }),
    {
      description:
        'Results of the cars in this season; while the session is live, as if it ended now.',
    },
  ),
  absentDrivers: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Name of the driver.' }),
      names: DriverNames,
      ...StandingsLine,
    }),
    { description: 'Drivers in the standings who have no result in this session.' },
  ),
  teams: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Name of the team.' }),
      teamColour: Type.String({
        description: 'Colour of the team as `#rrggbb`; empty if unknown.',
      }),
      ...StandingsLine,
    }),
    { description: 'Teams’ standings; while the session is live, as if it ended now.' },
  ),
})
export type SessionSeason = Static<typeof SessionSeason>

/**
 * Other calls below `/api/Sessions` have tables of their own, since a page loads the schemas of every call in
 * a table: `captureUploads`, `manualResults` and `replays`.
 */
export const sessions = endpointTable({
  list: {
    method: 'GET',
    path: '/api/Sessions',
    summary: 'Recorded sessions, newest first',
    query: Page,
    list: 'pages',
    response: SessionPage,
  },
  get: {
    method: 'GET',
    path: '/api/Sessions/{id}',
    summary: 'One recorded session with every driver, lap and event',
    params: Type.Object({ id: describe(Uuid, 'Id of the recorded session.') }),
    response: RecordedSession,
  },
  recordings: {
    method: 'GET',
    path: '/api/Sessions/session/{id}',
    summary: 'Recordings of the session with this UID of the game, newest first',
    params: Type.Object({
      id: Type.String({
        description: 'The game’s session UID as a decimal string.',
        pattern: '^\\d{1,20}$',
        'x-expected': 'must be a number of at most 20 digits, as text',
      }),
    }),
    query: ArrayPage,
    list: 'pages',
    response: SessionList,
  },
  delete: {
    method: 'DELETE',
    path: '/api/Sessions/{id}',
    summary: 'Delete an own session with its capture; `force` also takes it out of own seasons',
    auth: 'user',
    scope: 'sessions:write',
    params: Type.Object({ id: describe(Uuid, 'Id of the recorded session.') }),
    query: Type.Object({
      force: Type.Optional(
        Type.Boolean({
          description:
            'True to remove the session from the caller’s seasons too; otherwise 409 if it is in one.',
          default: false,
        }),
      ),
    }),
    ifMatch: true,
    errors: [409],
  },
  mine: {
    method: 'GET',
    path: '/api/Sessions/user',
    summary: 'Own recorded sessions, newest first',
    auth: 'user',
    scope: 'data:read',
    query: Page,
    list: 'pages',
    response: SessionPage,
  },
  currentUser: {
    method: 'GET',
    path: '/api/Sessions/currentUser',
    summary: 'Own recorded sessions at these tracks and of these types, newest first',
    auth: 'user',
    scope: 'data:read',
    query: Type.Object({
      ...Page.properties,
      TrackIds: Type.Optional(
        describe(Numbers, 'Tracks of the sessions; may be repeated. Left out: all.'),
      ),
      SessionTypes: Type.Optional(
        describe(Numbers, 'Types of the sessions; may be repeated. Left out: all.'),
      ),
    }),
    list: 'pages',
    response: OwnSessionList,
  },
  ofUser: {
    method: 'GET',
    path: '/api/Sessions/user/{id}',
    summary: 'The recorded sessions of a user, newest first',
    params: Type.Object({ id: describe(Uuid, 'Id of the user.') }),
    query: Page,
    list: 'pages',
    response: SessionPage,
  },
  weekendOf: {
    method: 'GET',
    path: '/api/Sessions/{sessionId}/weekend',
    summary: "The sessions of this one's weekend by the same user, in the order they were driven",
    params: SessionParams,
    query: ArrayPage,
    list: 'pages',
    response: SessionList,
  },
  weekend: {
    method: 'GET',
    path: '/api/Sessions/weekend/{weekendId}',
    summary: 'Sessions with this weekendLinkIdentifier in the order they were driven',
    params: Type.Object({
      weekendId: Type.Integer({
        description: 'The game’s `weekendLinkIdentifier`.',
        minimum: 0,
        maximum: 4_294_967_295,
      }),
    }),
    query: Type.Object({
      ...ArrayPage.properties,
      userId: Type.Optional(describe(Uuid, 'Only sessions that this user recorded.')),
    }),
    list: 'pages',
    response: SessionList,
  },
  filters: {
    method: 'GET',
    path: '/api/Sessions/filters',
    summary:
      'Recorded sessions by a filter (docs/filters.md), newest first unless sorted otherwise',
    query: Type.Object({
      ...ArrayPage.properties,
      filters: Type.Optional(
        Type.String({
          description:
            'Conditions such as `trackId==5,userName@=max` (docs/filters.md). Left out: all sessions.',
          maxLength: FILTER_CHARS_MAX * 4,
        }),
      ),
      sorts: Type.Optional(
        Type.String({
          description:
            'Fields to sort by, separated by commas, with `-` for descending: `-sessionStartTime,trackId`. Defaults to newest first.',
          maxLength: 200,
        }),
      ),
    }),
    list: 'uncountedPages',
    response: SessionList,
  },
  export: {
    method: 'GET',
    path: '/api/Sessions/{sessionId}/export',
    summary:
      'The session as a file; a CSV holds the classification or the laps, an XLSX all tables',
    params: SessionParams,
    query: Type.Object({
      format: Type.Optional(
        Type.Enum(['csv', 'json', 'xlsx'], {
          description: 'Format of the file.',
          default: 'csv',
        }),
      ),
      table: Type.Optional(
        Type.Enum(['classification', 'laps'], {
          description: 'Table to export as CSV.',
          default: 'classification',
        }),
      ),
    }),
    file: 'text/csv',
  },
  capture: {
    method: 'GET',
    path: '/api/Sessions/{sessionId}/capture',
    summary: "An own session's datagrams, a .pcap that is compressed with Zstandard",
    auth: 'user',
    scope: 'data:read',
    params: SessionParams,
    file: 'application/zstd',
  },
  seasons: {
    method: 'GET',
    path: '/api/Sessions/{sessionId}/seasons',
    summary: 'Seasons that contain the session and that the caller may see, with its results there',
    auth: 'optional',
    scope: 'data:read',
    params: SessionParams,
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(SessionSeason),
  },
})
