import { type Static, Type } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { TrackNumber } from '../wire/enumeration-schemas.ts'
import { describe, Milliseconds, nullable, optional, Uuid } from '../wire/schema.ts'

/** The race is in one of these states when a car stops. */
export type PitLossFlag = 'racing' | 'virtualSafetyCar' | 'safetyCar'

export const KnownPitLoss = Type.Object({
  lowMs: describe(Milliseconds, 'A quarter of the stops cost less, in ms.'),
  medianMs: describe(Milliseconds, 'Half of the stops cost less, in ms.'),
  highMs: describe(Milliseconds, 'Three quarters of the stops cost less, in ms.'),
  stops: Type.Integer({ description: 'Number of stops that were measured.', minimum: 0 }),
  sessions: Type.Integer({ description: 'Number of sessions that they are from.', minimum: 0 }),
})
export type KnownPitLoss = Static<typeof KnownPitLoss>

/** A stop has cost this much on a track in recorded sessions (docs/pit-window.md). */
export const TrackPitLoss = Type.Object({
  racing: nullable(KnownPitLoss, 'At racing speed; null if unknown.'),
  virtualSafetyCar: nullable(KnownPitLoss, 'Under a virtual safety car; null if unknown.'),
  safetyCar: nullable(KnownPitLoss, 'Behind a safety car; null if unknown.'),
} satisfies Record<PitLossFlag, unknown>)
export type TrackPitLoss = Static<typeof TrackPitLoss>

export const pitLosses = endpointTable({
  get: {
    method: 'GET',
    path: '/api/PitLosses',
    summary: 'What a stop has cost on a track in recorded sessions',
    query: Type.Object({
      trackId: describe(TrackNumber, 'Track.'),
      gameVersion: Type.Integer({ description: 'Year of the game.', minimum: 2000, maximum: 2100 }),
      trackLength: Type.Integer({
        description: 'Length of a lap in m, which distinguishes layouts.',
        minimum: 1,
        maximum: 20_000,
      }),
      ...optional({
        userId: describe(Uuid, 'A user with sessions on the track: theirs alone are used.'),
      }),
    }),
    response: TrackPitLoss,
  },
})
