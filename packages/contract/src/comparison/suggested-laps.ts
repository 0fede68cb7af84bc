import { type Static, Type } from 'typebox'
import { DRIVER_IDX_MAX } from '../traces/lap-traces.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, Milliseconds, nullable, Uuid } from '../wire/schema.ts'
import { LAP_REFERENCE_PATTERN } from './lap-reference.ts'

export const SuggestedLap = Type.Object({
  sessionId: describe(Uuid, 'Id of the recorded session.'),
  driverIdx: Type.Integer({
    description: 'Car index of the driver in the session.',
    minimum: 0,
    maximum: DRIVER_IDX_MAX,
  }),
  lapNum: Type.Integer({ description: 'Lap, from 1.' }),
  lapTimeMs: describe(Milliseconds, 'Lap time in ms.'),
  name: Type.String({ description: 'Name of the driver; empty if the game hides it.' }),
})
export type SuggestedLap = Static<typeof SuggestedLap>

/**
 * The suggestions are laps with telemetry that a lap is worth comparing with; the lap itself is never one of
 * them.
 */
export const SuggestedLaps = Type.Object({
  ownBest: nullable(
    SuggestedLap,
    'Best lap of the signed-in user on this track in this year of the game; null without one, or if it is this lap.',
  ),
  sessionFastest: nullable(
    SuggestedLap,
    'Fastest valid lap of the session; null without one, or if it is this lap.',
  ),
  record: nullable(
    SuggestedLap,
    'Record of the category of the lap: track, year, kind of session, tyres and weather; null without one, without its telemetry, or if it is this lap.',
  ),
})
export type SuggestedLaps = Static<typeof SuggestedLaps>

export const lapSuggestions = endpointTable({
  find: {
    method: 'GET',
    path: '/api/Laps/suggestions',
    summary: 'Laps that a lap is worth comparing with: own best, fastest of its session, record',
    auth: 'optional',
    scope: 'data:read',
    query: Type.Object({
      lap: Type.String({
        description: 'The lap as `SESSION.DRIVER.LAP`.',
        pattern: LAP_REFERENCE_PATTERN,
        maxLength: 50,
      }),
    }),
    response: SuggestedLaps,
    errors: [404],
  },
})
