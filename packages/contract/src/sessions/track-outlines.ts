import { Type } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'

/** Pictures of a track are the same for all its sessions, so that lists of sessions need not send them. */
export const trackOutlines = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Tracks/{trackId}/outline.svg',
    summary: 'The outline of a track as a picture; empty until a session has drawn it',
    params: Type.Object({
      trackId: Type.Integer({
        description: 'Track as the game numbers it.',
        minimum: -1,
        maximum: 255,
      }),
    }),
    file: 'image/svg+xml',
    alwaysFound: true,
  },
})
