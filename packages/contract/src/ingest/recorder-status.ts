import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, nullable, Uuid } from '../wire/schema.ts'

export const RecorderProblem = Type.Enum(
  ['noPackets', 'otherPort', 'unsupportedFormat', 'notTelemetry', 'portTaken', 'restricted'],
  {
    description:
      '`noPackets`: nothing arrives; `otherPort`: telemetry arrives on another port (`foundPort`); `unsupportedFormat`: the game sends a format (`format`) that is not supported; `notTelemetry`: what arrives is not the game’s; `portTaken`: another program uses the port; `restricted`: the game hides the user’s telemetry from the recorders of others.',
  },
)
export type RecorderProblem = Static<typeof RecorderProblem>

const Port = Type.Integer({ minimum: 1, maximum: 65_535 })

/** A recorder reports what it sees of the game. Each report replaces the one before. */
export const RecorderReport = Type.Object({
  problem: nullable(RecorderProblem, 'What the user can put right; null if nothing is wrong.'),
  listenPort: describe(Port, 'UDP port that the recorder listens on.'),
  foundPort: nullable(Port, 'Other port that telemetry arrives on; null without one.'),
  format: nullable(
    Type.Integer({ minimum: 0, maximum: 65_535 }),
    'Year of the format that the game sends; null before it sends any.',
  ),
  packetsPerSecond: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    description: 'Datagrams of the game in the last second.',
  }),
})
export type RecorderReport = Static<typeof RecorderReport>

/** The status shows how far a user has come on the way to their first recorded session. */
export const RecorderStatus = Type.Object({
  isPaired: Type.Boolean({ description: 'Whether a recorder has used a key of the user.' }),
  report: nullable(
    RecorderReport,
    'The newest report of the user’s recorder; null if none has arrived for a while.',
  ),
  liveSessionId: nullable(Uuid, 'Id of the live session of the user; null without one.'),
  hasRecorded: Type.Boolean({ description: 'Whether the user has a recorded session.' }),
})
export type RecorderStatus = Static<typeof RecorderStatus>

/** A running recorder reports this often; the server forgets a report after three intervals. */
export const REPORT_INTERVAL_MS = 5_000

export const recorderStatus = endpointTable({
  get: {
    method: 'GET',
    path: '/api/RecorderStatus',
    summary: 'What the caller’s recorder sees, and which first steps are done',
    auth: 'user',
    scope: 'data:read',
    response: RecorderStatus,
  },
  report: {
    method: 'PUT',
    path: '/api/RecorderStatus',
    summary: 'Reports what the recorder sees; only its owner can read it',
    auth: 'recorder',
    scope: 'none',
    body: RecorderReport,
  },
})
