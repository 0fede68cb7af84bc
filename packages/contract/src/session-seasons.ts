import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'
import { ArrayPage, nullable, Uuid } from './schema.ts'

/** What a session counts in a season that it is linked to. */
export const SessionSeason = Type.Object({
  id: Uuid,
  name: Type.String(),
  eventId: Uuid,
  /** Empty where the event is called like its track. */
  eventName: Type.String(),
  /** The cars that have a result there; `position` is after the stewards' decisions. */
  results: Type.Array(
    Type.Object({
      driverIdx: Type.Integer(),
      position: nullable(Type.Integer()),
      points: Type.Number(),
    }),
  ),
})
export type SessionSeason = Static<typeof SessionSeason>

export const sessionSeasons = endpointTable({
  list: {
    method: 'GET',
    path: '/api/Sessions/{sessionId}/seasons',
    summary: 'The seasons a session counts in that the caller may see, and its points there',
    auth: 'optional',
    params: Type.Object({ sessionId: Uuid }),
    query: ArrayPage,
    list: 'pages',
    response: Type.Array(SessionSeason),
    errors: [400, 401, 404],
  },
})
