import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'
import { describe, ArrayPage, nullable, Uuid } from './schema.ts'

/** What a session counts in a season that it is linked to. */
export const SessionSeason = Type.Object({
  id: describe(Uuid, 'Id of the season.'),
  name: Type.String({ description: 'Name of the season.' }),
  eventId: describe(Uuid, 'Id of the event.'),
  eventName: Type.String({
    description: 'Name of the event; empty if it is named after its track.',
  }),
  results: Type.Array(
    Type.Object({
      driverIdx: Type.Integer({
        description:
          'Car index of the driver in the session; `drivers`, overtakes, results and `driverNames` use the same.',
      }),
      position: nullable(Type.Integer(), 'Position after adjustments; null if not classified.'),
      points: Type.Number({ description: 'Points in the season.' }),
    }),
    { description: 'Results of the cars in this season.' },
  ),
})
export type SessionSeason = Static<typeof SessionSeason>

export const sessionSeasons = endpointTable({
  list: {
    method: 'GET',
    path: '/api/Sessions/{sessionId}/seasons',
    summary: 'The seasons a session counts in that the caller may see, and its points there',
    auth: 'optional',
    params: Type.Object({ sessionId: describe(Uuid, 'Id of the recorded session.') }),
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(SessionSeason),
    errors: [400, 401, 404],
  },
})
