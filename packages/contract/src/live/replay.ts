import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import type { StateMessage } from './live-protocol.ts'
import { SessionEventKind } from '../sessions/session-events.ts'
import { SessionParams } from '../wire/path-params.ts'
import { describe, Milliseconds, nullable, Uuid } from '../wire/schema.ts'

/** The index describes a replay (docs/replays.md). Times count from the beginning of the replay. */
export const Replay = Type.Object({
  version: Type.String({
    description: 'Version of the replay; chunks of another version do not fit.',
  }),
  durationMs: describe(Milliseconds, 'Length of the replay in ms.'),
  fromMs: describe(
    Milliseconds,
    'First moment that is available in ms; more than 0 where parts of a long live session were removed.',
  ),
  chunkMs: describe(Milliseconds, 'Length of a chunk in ms; chunk `n` begins at `n * chunkMs`.'),
  chunks: Type.Integer({ description: 'Number of chunks.' }),
  laps: Type.Array(
    Type.Object({
      lapNum: Type.Integer({ description: 'Lap, from 1.' }),
      atMs: describe(Milliseconds, 'Time since the beginning of the replay in ms.'),
    }),
    { description: 'When the leader began each lap.' },
  ),
  events: Type.Array(
    Type.Object({
      seq: Type.Integer({ description: '`seq` of the event.' }),
      kind: describe(SessionEventKind, 'What happened.'),
      atMs: describe(Milliseconds, 'Time since the beginning of the replay in ms.'),
    }),
    { description: 'When each event of the session appeared.' },
  ),
})
export type Replay = Static<typeof Replay>

export const ReplayState = Type.Object({
  status: Type.Enum(['preparing', 'ready'], {
    description: '`preparing`: ask again later; `ready`: the replay can be played.',
  }),
  progress: Type.Number({ description: 'Progress of the preparation, 0 to 1.' }),
  replay: nullable(Replay, 'The replay; null while it is being prepared.'),
})
export type ReplayState = Static<typeof ReplayState>

/** A chunk begins with a snapshot, so that a replay can begin at any chunk. */
export interface ReplayChunk {
  readonly messages: readonly StateMessage[]
}

const chunkParams = {
  version: Type.String({ description: 'Version of the replay.', pattern: '^[0-9a-z]{1,40}$' }),
  chunk: Type.Integer({
    description: 'Number of the chunk, from 0.',
    minimum: 0,
    maximum: 100_000,
  }),
}

export const replays = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Sessions/{sessionId}/replay',
    summary: 'Replay of a session; it is prepared on the first request: poll until it is ready',
    params: SessionParams,
    response: ReplayState,
  },
  chunk: {
    method: 'GET',
    path: '/api/Sessions/{sessionId}/replay/{version}/{chunk}',
    summary: 'Chunk of a replay; it begins with a snapshot',
    params: Type.Object({
      ...SessionParams.properties,
      ...chunkParams,
    }),
    file: 'application/json',
    errors: [406],
  },
  live: {
    method: 'GET',
    path: '/api/LiveSession/{sessionId}/replay',
    summary: 'Replay of a live session so far; available until a few minutes after its end',
    params: Type.Object({ sessionId: describe(Uuid, 'Id of the live session.') }),
    response: Replay,
  },
  liveChunk: {
    method: 'GET',
    path: '/api/LiveSession/{sessionId}/replay/{version}/{chunk}',
    summary: 'Chunk of a live session’s replay; the last one ends at the present moment',
    params: Type.Object({ sessionId: describe(Uuid, 'Id of the live session.'), ...chunkParams }),
    file: 'application/json',
    errors: [406],
  },
})
