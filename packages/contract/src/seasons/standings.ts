import { Type, type Static } from 'typebox'
import { ResultStatusNumber, TrackNumber } from '../wire/enumeration-schemas.ts'
import { describe, nullable, Uuid } from '../wire/schema.ts'
import { SessionRole } from './points-system.ts'

export const Result = Type.Object({
  sessionId: describe(Uuid, 'Id of the recorded session.'),
  eventId: describe(Uuid, 'Id of the event.'),
  role: describe(SessionRole, 'Role of the session in its event.'),
  driverIdx: Type.Integer({
    description:
      'Car index of the driver in the session; `drivers`, overtakes, results and `driverNames` use the same.',
  }),
  position: nullable(
    Type.Integer(),
    'Position after adjustments; null if not classified, unless the points system counts the position anyway.',
  ),
  points: Type.Number({ description: 'Points in the season.' }),
  resultStatus: describe(ResultStatusNumber, 'Status of the result.'),
  fastestLap: Type.Boolean({
    description: 'Whether the driver set the fastest lap of the session.',
  }),
  pole: Type.Boolean({ description: 'Whether the driver started from pole position.' }),
  dropped: Type.Boolean({ description: 'Whether the points system drops these points.' }),
  team: Type.String({ description: 'Name of the team.' }),
  driverOfTheDay: Type.Optional(
    Type.Boolean({
      description: 'Whether the driver was voted driver of the day; left out if not.',
    }),
  ),
  tier: Type.Optional(
    Type.String({
      description:
        'Tier in which the result counts; empty for a driver without one, who takes no place; left out where tiers do not compete.',
    }),
  ),
})
export type Result = Static<typeof Result>

/** Drivers and teams have these fields in their standings. */
export const StandingsRow = Type.Object({
  name: Type.String({ description: 'Name of the driver or team.' }),
  position: Type.Integer({ description: 'Position in the standings, from 1.' }),
  positionsGained: nullable(
    Type.Integer(),
    'Positions gained since the previous event; negative if lost; null if not in the standings then.',
  ),
  points: Type.Number({ description: 'Points in the season.' }),
  gapToLeader: Type.Number({
    description: 'Points behind the leader; 0 for who stands below with more points.',
  }),
  gapToAhead: Type.Number({
    description: 'Points behind the next better position; 0 for who stands below with more points.',
  }),
  wins: Type.Integer({ description: 'Number of wins.' }),
  podiums: Type.Integer({ description: 'Number of podiums.' }),
  poles: Type.Integer({ description: 'Number of pole positions.' }),
  fastestLaps: Type.Integer({ description: 'Number of fastest laps.' }),
  progression: Type.Array(Type.Number(), {
    description: 'Points after each event, in the order of `tracks`.',
  }),
})

export const StandingsDriver = Type.Object({
  key: Type.String({
    description: 'Key of the driver: the name, or the session and car of a hidden driver.',
  }),
  ...StandingsRow.properties,
  team: Type.String({ description: 'Team of the last result.' }),
  teamColour: Type.String({ description: 'Colour of the team as `#rrggbb`; empty if unknown.' }),
  results: Type.Array(Result, { description: 'Results of the driver, session by session.' }),
  aliases: Type.Array(Type.String(), {
    description: 'All names under which the driver has raced.',
  }),
  isHidden: Type.Boolean({
    description: 'Whether the game hid the name and the organiser has not named the driver.',
  }),
  missingStarts: Type.Optional(
    Type.Integer({
      description:
        'Starts that the driver lacks for the minimum of the points system and can no longer get, for which they stand below all others; left out without any.',
      minimum: 1,
    }),
  ),
  userId: Type.Optional(
    describe(Uuid, 'User who is this driver; left out if nobody is known to be.'),
  ),
})
export type StandingsDriver = Static<typeof StandingsDriver>

export const StandingsTeam = Type.Object({
  ...StandingsRow.properties,
  teamColour: Type.String({ description: 'Colour of the team as `#rrggbb`; empty if unknown.' }),
  drivers: Type.Array(Type.String(), { description: 'Names of the team’s drivers.' }),
  picture: Type.Optional(
    Type.Object(
      {
        teamId: describe(Uuid, 'Id of the team in the roster.'),
        pictureId: Type.String({ description: 'Id of the picture.' }),
      },
      {
        description:
          'Picture of the team in the roster (`GET …/teams/{teamId}/picture?v={pictureId}`); left out without one.',
      },
    ),
  ),
})
export type StandingsTeam = Static<typeof StandingsTeam>

/** Positions and points are those within the tier. */
export const TierStandings = Type.Object({
  tier: Type.String({ description: 'Name of the tier.' }),
  drivers: Type.Array(StandingsDriver, { description: 'Drivers’ standings of the tier.' }),
  teams: Type.Optional(
    Type.Array(StandingsTeam, {
      description: 'Teams’ standings of the tier; left out where teams compete over all tiers.',
    }),
  ),
})
export type TierStandings = Static<typeof TierStandings>

export const Standings = Type.Object({
  drivers: Type.Array(StandingsDriver, {
    description:
      'Drivers’ standings; where tiers compete, all drivers with the points of their tiers.',
  }),
  teams: Type.Array(StandingsTeam, { description: 'Teams’ standings, over all tiers.' }),
  tracks: Type.Array(TrackNumber, {
    description: 'Track of each event, in the order of the calendar.',
  }),
  tiers: Type.Optional(
    Type.Array(TierStandings, {
      description: 'Standings of each tier, the best first; left out where tiers do not compete.',
    }),
  ),
})
export type Standings = Static<typeof Standings>

export const Contribution = Type.Object({
  eventId: nullable(Uuid, 'Id of the event; null for points of the season as a whole.'),
  sessionId: nullable(Uuid, 'Id of the session; null for points of the season as a whole.'),
  kind: Type.Enum(
    [
      'position',
      'pole',
      'fastestLap',
      'cleanRace',
      'placesGained',
      'participation',
      'driverOfTheDay',
      'adjustment',
      'startingPoints',
    ],
    { description: 'What the points were awarded for.' },
  ),
  points: Type.Number({ description: 'Points.' }),
  position: nullable(Type.Integer(), 'Finishing position; null for kinds without one.'),
  factor: Type.Number({ description: 'Factor that the points of the session were multiplied by.' }),
  distance: Type.Enum(['full', 'shortened', 'overridden'], {
    description:
      'List that paid a position: `full`, `shortened` for a race that was stopped early, or `overridden`: full points because the organiser chose so. Other kinds are `full`.',
  }),
  ofEvent: Type.Optional(
    Type.Boolean({
      description:
        'Whether a list of the event paid the position; left out where that of the season did.',
    }),
  ),
  dropped: Type.Boolean({ description: 'Whether the points system drops these points.' }),
  adjustmentId: nullable(Uuid, 'Id of the adjustment; null for other kinds.'),
  team: nullable(Type.String(), 'Team that has the points too; null for an adjustment.'),
  teamSource: nullable(
    Type.Enum(['roster', 'game']),
    'What names the team: the roster at the time of the event, or the game; null for an adjustment.',
  ),
})
export type Contribution = Static<typeof Contribution>

export const TieBreak = Type.Object({
  against: Type.String({ description: 'Name of the driver with the same points.' }),
  decidedBy: nullable(
    Type.Integer(),
    'Finishing position whose count decided the tie; null if it is not resolved.',
  ),
  own: Type.Integer({ description: 'How often the driver finished there.' }),
  theirs: Type.Integer({ description: 'How often the other driver finished there.' }),
})
export type TieBreak = Static<typeof TieBreak>

export const Explanation = Type.Object({
  key: Type.String({ description: 'Key of the driver.' }),
  name: Type.String({ description: 'Name of the driver.' }),
  position: Type.Integer({ description: 'Position in the standings, from 1.' }),
  points: Type.Number({ description: 'Points in the season.' }),
  contributions: Type.Array(Contribution, { description: 'What the points consist of.' }),
  tieBreaks: Type.Array(TieBreak, {
    description: 'Ties with other drivers and what decided them.',
  }),
})
export type Explanation = Static<typeof Explanation>

/** Two names in the standings are probably one driver. The suggestion merges nothing. */
export const MergeSuggestion = Type.Object({
  name: Type.String({ description: 'Name to show.' }),
  alias: Type.String({ description: 'Name that probably belongs to the same driver.' }),
  reason: Type.Enum(['letters', 'tag', 'cutOff', 'typo'], {
    description:
      'How the names are alike: `letters`: the same except for case, accents, spaces and punctuation; `tag`: except for a clan tag; `cutOff`: one is the beginning of the other; `typo`: one or two letters differ.',
  }),
  sameNumber: Type.Boolean({ description: 'Whether both drove with the same race number.' }),
  sameTeam: Type.Boolean({ description: 'Whether both drove for the same team.' }),
  score: Type.Number({ description: 'Likelihood, 0 to 1.' }),
})
export type MergeSuggestion = Static<typeof MergeSuggestion>

/** The preview shows how a change of aliases would change the drivers' standings. */
export const AliasPreview = Type.Object({
  moves: Type.Array(
    Type.Object({
      alias: Type.String({ description: 'Name under which the results were driven.' }),
      from: Type.String({ description: 'Driver that has the results now.' }),
      to: Type.String({ description: 'Driver that would get the results.' }),
      results: Type.Integer({ description: 'Number of results.' }),
      points: Type.Number({ description: 'Points of the results.' }),
    }),
    {
      description:
        'Results that would move from one driver to another, by the name they were driven under.',
    },
  ),
  drivers: Type.Array(
    Type.Object({
      key: Type.String({ description: 'Key of the driver.' }),
      name: Type.String({ description: 'Name of the driver.' }),
      tier: Type.Optional(
        Type.String({
          description: 'Tier of these standings; left out where tiers do not compete.',
        }),
      ),
      positionBefore: nullable(Type.Integer(), 'Position now; null if not in the standings.'),
      positionAfter: nullable(
        Type.Integer(),
        'Position afterwards; null if no longer in the standings.',
      ),
      pointsBefore: nullable(Type.Number(), 'Points now; null if not in the standings.'),
      pointsAfter: nullable(
        Type.Number(),
        'Points afterwards; null if no longer in the standings.',
      ),
    }),
    { description: 'Drivers whose position or points would change.' },
  ),
  conflicts: Type.Array(
    Type.Object({
      key: Type.String({ description: 'Key of the driver.' }),
      sessionId: describe(Uuid, 'Id of the recorded session.'),
      driverIdxs: Type.Array(Type.Integer(), { description: 'Indices of the cars.' }),
    }),
    {
      description:
        'Sessions in which one driver would have driven several cars: the names hardly belong to one driver.',
    },
  ),
})
export type AliasPreview = Static<typeof AliasPreview>

/** The preview shows how recorded sessions would change a season. */
export const LinkPreview = Type.Object({
  sessions: Type.Array(
    Type.Object({
      sessionId: describe(Uuid, 'Id of the recorded session.'),
      role: describe(SessionRole, 'Role that the session would have in its event.'),
      cars: Type.Integer({
        description: 'Number of cars with a result; 0 while it is being driven.',
      }),
      knownCars: Type.Integer({
        description:
          'Number of those whose driver is in the roster or the standings of the season.',
      }),
      bannedDrivers: Type.Array(Type.String(), {
        description: 'Drivers who took part although the stewards have banned them.',
      }),
    }),
    { description: 'Sessions that are not in the season yet, in the order of the call.' },
  ),
  drivers: AliasPreview.properties.drivers,
})
export type LinkPreview = Static<typeof LinkPreview>
