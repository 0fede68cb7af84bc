import { Type, type Static } from 'typebox'
import { nullable } from './schema.ts'

/** What a session is within its event; the points system pays each role by its own table. */
export const SessionRole = Type.Enum([
  'race',
  'sprint',
  'qualifying',
  'sprintQualifying',
  'practice',
])
export type SessionRole = Static<typeof SessionRole>

const Points = Type.Number({ minimum: -1000, maximum: 1000 })
/** The first is for first place. */
const PointsByPosition = Type.Array(Points, { maxItems: 60 })

/** What a model does not know it would keep for ever without a use. */
const STRICT = { additionalProperties: false } as const

export const FastestLapPoints = Type.Object(
  {
    points: Points,
    /** Only for a finishing position up to this one; null: for any. */
    withinPosition: nullable(Type.Integer({ minimum: 1, maximum: 60 })),
    inSprints: Type.Boolean(),
    /** Share of the planned laps that must have been driven. */
    minimumDistanceShare: Type.Number({ minimum: 0, maximum: 1 }),
    /** When several share the time: each gets a part, each gets all, or the first in the result. */
    shared: Type.Enum(['split', 'all', 'first']),
  },
  STRICT,
)
export type FastestLapPoints = Static<typeof FastestLapPoints>

export const ShortenedRace = Type.Object(
  {
    belowShare: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
    race: PointsByPosition,
  },
  STRICT,
)
export type ShortenedRace = Static<typeof ShortenedRace>

const MODEL = {
  race: PointsByPosition,
  sprint: PointsByPosition,
  qualifying: PointsByPosition,
  sprintQualifying: PointsByPosition,
  /** For the first place on the race's grid. */
  pole: Points,
  fastestLap: nullable(FastestLapPoints),
  /** Only finishers and who else the game classifies score. */
  onlyClassified: Type.Boolean(),
  /** Share of the winner's laps that a driver must have driven to score, 0 to 1. */
  minimumDistanceShare: Type.Number({ minimum: 0, maximum: 1 }),
  /** Races that were stopped early pay these instead, by the share of the planned laps driven. */
  shortenedRaces: Type.Array(ShortenedRace, { maxItems: 10 }),
  /** A driver's worst events that don't count; an event without him is one of them. */
  dropWorst: Type.Integer({ minimum: 0, maximum: 100 }),
  /** Only a driver's best events count; null: all. */
  countBest: nullable(Type.Integer({ minimum: 1, maximum: 100 })),
  teams: Type.Object(
    {
      /** Only a team's best cars of a session score; null: all. */
      carsPerSession: nullable(Type.Integer({ minimum: 1, maximum: 30 })),
      dropWorst: Type.Integer({ minimum: 0, maximum: 100 }),
      countBest: nullable(Type.Integer({ minimum: 1, maximum: 100 })),
    },
    STRICT,
  ),
}

/** How a season's results become points (DESIGN §8). */
export const PointsSystem = Type.Object({
  /** The preset it was taken from unchanged; null for one of the organiser's own. */
  preset: nullable(Type.String({ maxLength: 40 })),
  ...MODEL,
})
export type PointsSystem = Static<typeof PointsSystem>

/**
 * What an organiser sends: a preset by its name, a model, or what is otherwise than in the preset. What
 * is left out is as in the preset; without one, in a new season nothing, in a known one as it is.
 */
export const PointsSystemChoice = Type.Object(
  {
    preset: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 40 }))),
    // One by one: `Type.Partial` brings the whole type engine into every page.
    race: Type.Optional(MODEL.race),
    sprint: Type.Optional(MODEL.sprint),
    qualifying: Type.Optional(MODEL.qualifying),
    sprintQualifying: Type.Optional(MODEL.sprintQualifying),
    pole: Type.Optional(MODEL.pole),
    fastestLap: Type.Optional(MODEL.fastestLap),
    onlyClassified: Type.Optional(MODEL.onlyClassified),
    minimumDistanceShare: Type.Optional(MODEL.minimumDistanceShare),
    shortenedRaces: Type.Optional(MODEL.shortenedRaces),
    dropWorst: Type.Optional(MODEL.dropWorst),
    countBest: Type.Optional(MODEL.countBest),
    teams: Type.Optional(MODEL.teams),
  },
  { minProperties: 1, ...STRICT },
)
export type PointsSystemChoice = Static<typeof PointsSystemChoice>
