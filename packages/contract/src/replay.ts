import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'
import type { LiveMessage } from './live-protocol.ts'
import { Milliseconds, nullable, Uuid } from './schema.ts'

/** What a player needs to know before it plays (docs/replays.md). Times count from the replay's beginning. */
export const Replay = Type.Object({
  /** Names what was made of the capture: other chunks have another one. */
  version: Type.String(),
  durationMs: Milliseconds,
  /** What a chunk holds: chunk `n` begins at `n * chunkMs`. */
  chunkMs: Milliseconds,
  chunks: Type.Integer(),
  /** When the leader began each lap. */
  laps: Type.Array(Type.Object({ lapNum: Type.Integer(), atMs: Milliseconds })),
  /** When each event of the session was first seen, by its `seq`. */
  events: Type.Array(Type.Object({ seq: Type.Integer(), atMs: Milliseconds })),
})
export type Replay = Static<typeof Replay>

export const ReplayState = Type.Object({
  status: Type.Enum(['preparing', 'ready']),
  /** From 0 to 1. */
  progress: Type.Number(),
  replay: nullable(Replay),
})
export type ReplayState = Static<typeof ReplayState>

/** A chunk as it is served: messages of the live protocol, the first of them a snapshot. */
export interface ReplayChunk {
  readonly frames: readonly (readonly [atMs: number, message: LiveMessage])[]
}

export const replays = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Sessions/{id}/replay',
    summary: "A session's replay; where there is none yet it is prepared: ask again",
    params: Type.Object({ id: Uuid }),
    response: ReplayState,
    errors: [400, 404, 503],
  },
  chunk: {
    method: 'GET',
    path: '/api/Sessions/{id}/replay/{version}/{chunk}',
    summary: 'A part of a replay that begins with a snapshot',
    params: Type.Object({
      id: Uuid,
      version: Type.String({ pattern: '^[0-9a-z]{1,40}$' }),
      chunk: Type.Integer({ minimum: 0, maximum: 100_000 }),
    }),
    file: 'application/json',
    errors: [400, 404],
  },
})
