import { Type, type Static } from 'typebox'
import { describe } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

export const STARTING_POINTS_MAX = { drivers: 200, teams: 60, points: 10_000 } as const

/** Unknown members are refused, since they would be stored without effect. */
const STRICT = { additionalProperties: false } as const

const Name = Type.String({ minLength: 1, maxLength: TEXT_MAX.driverName, pattern: '\\S' })
const Points = Type.Number({
  description: 'Points that the season begins with.',
  minimum: -STARTING_POINTS_MAX.points,
  maximum: STARTING_POINTS_MAX.points,
})

/**
 * A name starts with points from before, such as those of events that another tool has counted. They are
 * never dropped.
 */
export const StartingPoints = Type.Object(
  {
    drivers: Type.Array(
      Type.Object(
        { name: describe(Name, 'Name of the driver; an alias will do.'), points: Points },
        STRICT,
      ),
      { description: 'Drivers with starting points.', maxItems: STARTING_POINTS_MAX.drivers },
    ),
    teams: Type.Array(
      Type.Object({ name: describe(Name, 'Name of the team.'), points: Points }, STRICT),
      { description: 'Teams with starting points.', maxItems: STARTING_POINTS_MAX.teams },
    ),
  },
  STRICT,
)
export type StartingPoints = Static<typeof StartingPoints>
