import { Type, type Static } from 'typebox'
import { describe, nullable, optional } from '../wire/schema.ts'

/** A session has a role in its event, and each role has its own points table. */
export const SessionRole = Type.Enum([
  'race',
  'sprint',
  'qualifying',
  'sprintQualifying',
  'practice',
])
export type SessionRole = Static<typeof SessionRole>

const Points = Type.Number({ minimum: -1000, maximum: 1000 })
/** The first number is that of first place. */
const PointsByPosition = Type.Array(Points, { maxItems: 60 })

/** Unknown members are refused, since they would be stored without effect. */
const STRICT = { additionalProperties: false } as const

export const FastestLapPoints = Type.Object(
  {
    points: describe(Points, 'Points for the fastest lap.'),
    withinPosition: nullable(
      Type.Integer({ minimum: 1, maximum: 60 }),
      'Last finishing position that gets the points; null for any.',
    ),
    inSprints: Type.Boolean({ description: 'Whether sprints award the points too.' }),
    minimumDistanceShare: Type.Number({
      description: 'Share of the planned laps that must have been driven, 0 to 1.',
      minimum: 0,
      maximum: 1,
    }),
    shared: Type.Enum(['split', 'all', 'first'], {
      description:
        'If several drivers share the time: `split`: they share the points; `all`: each gets all of them; `first`: the best placed gets them.',
    }),
  },
  STRICT,
)
export type FastestLapPoints = Static<typeof FastestLapPoints>

export const ShortenedRace = Type.Object(
  {
    belowShare: Type.Number({
      description:
        'The list applies if less than this share of the planned laps was driven, 0 to 1.',
      exclusiveMinimum: 0,
      maximum: 1,
    }),
    race: describe(PointsByPosition, 'Points by position; the first is for first place.'),
  },
  STRICT,
)
export type ShortenedRace = Static<typeof ShortenedRace>

export const TeamRules = Type.Object(
  {
    carsPerSession: nullable(
      Type.Integer({ minimum: 1, maximum: 30 }),
      'Number of a team’s best cars that score in a session; null for all.',
    ),
    dropWorst: Type.Integer({
      description: 'Number of a team’s worst events that do not count.',
      minimum: 0,
      maximum: 100,
    }),
    countBest: nullable(
      Type.Integer({ minimum: 1, maximum: 100 }),
      'Number of a team’s best events that count; null for all.',
    ),
  },
  STRICT,
)

const MODEL = {
  race: describe(PointsByPosition, 'Points of a race by position; the first is for first place.'),
  sprint: describe(
    PointsByPosition,
    'Points of a sprint by position; the first is for first place.',
  ),
  qualifying: describe(PointsByPosition, 'Points of a qualifying session by position.'),
  sprintQualifying: describe(
    PointsByPosition,
    'Points of a sprint qualifying session by position.',
  ),
  pole: describe(Points, 'Points for first place on the grid of the race.'),
  fastestLap: nullable(FastestLapPoints, 'Points for the fastest lap; null for none.'),
  onlyClassified: Type.Boolean({ description: 'Whether only classified drivers score.' }),
  minimumDistanceShare: Type.Number({
    description: 'Share of the winner’s laps that a driver must have driven to score, 0 to 1.',
    minimum: 0,
    maximum: 1,
  }),
  shortenedRaces: Type.Array(ShortenedRace, {
    description:
      'Points of races that were stopped early, by the share of the planned laps driven.',
    maxItems: 10,
  }),
  dropWorst: Type.Integer({
    description:
      'Number of a driver’s worst events that do not count; a missed event is one of them.',
    minimum: 0,
    maximum: 100,
  }),
  countBest: nullable(
    Type.Integer({ minimum: 1, maximum: 100 }),
    'Number of a driver’s best events that count; null for all.',
  ),
  teams: describe(TeamRules, 'Rules for the teams’ standings.'),
  cleanRace: Type.Optional(
    describe(
      Points,
      'Points for each classified driver of a race who got no penalty time from the game and no penalty from the stewards; left out for none.',
    ),
  ),
  placesGained: Type.Optional(
    describe(
      Points,
      'Points for the driver who gained most places from grid to finish of a race, and for each with as many; left out for none.',
    ),
  ),
  participation: Type.Optional(
    describe(
      Points,
      'Points for each driver who took part in a race, whatever their result, unless disqualified; left out for none.',
    ),
  ),
  driverOfTheDay: Type.Optional(
    describe(
      Points,
      'Points for the driver of the day of a race, by vote, and for each who shares it; left out for none.',
    ),
  ),
  keepDisqualified: Type.Optional(
    Type.Boolean({
      description:
        'Whether an event in which a driver was disqualified from a race or sprint counts in any case, instead of being dropped; left out: it can be dropped.',
    }),
  ),
  minimumStarts: Type.Optional(
    Type.Integer({
      description:
        'Events in which a driver must have started a race or sprint; who can no longer start in so many stands below all others in the drivers’ standings. Left out for none.',
      minimum: 0,
      maximum: 100,
    }),
  ),
}

const EVENT_LISTS = {
  race: MODEL.race,
  sprint: MODEL.sprint,
  qualifying: MODEL.qualifying,
  sprintQualifying: MODEL.sprintQualifying,
}

/** An event may pay otherwise than the season. */
export const EventPoints = Type.Object(
  {
    factor: Type.Number({
      description:
        'Factor for all points of the event, bonuses too: 2 for double points. The factors of its sessions apply as well.',
      minimum: 0,
      maximum: 10,
    }),
    ...optional(EVENT_LISTS),
  },
  {
    ...STRICT,
    description:
      'Points of the event where they differ from those of the season. A list that is left out is that of the season; a race with a list of the event pays it whatever its distance.',
  },
)
export type EventPoints = Static<typeof EventPoints>

/** The system turns the results of a season into points (docs/standings.md). */
export const PointsSystem = Type.Object({
  preset: nullable(
    Type.String({ maxLength: 40 }),
    'Preset that the system equals; null if the organiser changed it.',
  ),
  ...MODEL,
})
export type PointsSystem = Static<typeof PointsSystem>
/** No member is left out; `completePoints` makes such a system. */
export type CompletePoints = Required<PointsSystem>

/**
 * An organiser sends the name of a preset, members of a points system, or both. Missing members come from the
 * preset; without a preset they are empty in a new season and unchanged otherwise.
 */
export const PointsSystemChoice = Type.Object(
  {
    preset: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: 40 }),
        'Name of the preset to start from; null for none.',
      ),
    ),
    ...optional(MODEL),
  },
  { minProperties: 1, ...STRICT },
)
export type PointsSystemChoice = Static<typeof PointsSystemChoice>
