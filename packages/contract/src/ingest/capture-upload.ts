import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'
import { SessionSummary } from '../sessions/session.ts'

export const UploadedSession = Type.Object({
  outcome: Type.Enum(['added', 'replaced', 'same', 'kept', 'live'], {
    description:
      'What happened to the session: `added`: it was new; `replaced`: the file replaced a recording with fewer or other data; `same`: nothing changed; `kept`: the stored recording has more data and stays; `live`: the session is being driven, and that recording stays.',
  }),
  session: describe(SessionSummary, 'The stored session.'),
})
export type UploadedSession = Static<typeof UploadedSession>

export const UploadResult = Type.Object({
  sessions: Type.Array(UploadedSession, { description: 'Sessions of the file, in its order.' }),
  leftOut: Type.Integer({
    description:
      'Number of sessions that were not stored because they were restarted or nobody drove.',
  }),
  datagrams: Type.Object(
    {
      read: Type.Integer({ description: 'Number of the game’s datagrams in the file.' }),
      used: Type.Integer({
        description: 'Number of datagrams stored in captures; the others contain nothing new.',
      }),
      unknown: Type.Integer({
        description: 'Number of datagrams of an unknown format or packet type.',
      }),
    },
    { description: 'Datagrams of the file.' },
  ),
  notes: Type.Array(Type.String(), {
    description: 'Remarks for the user, such as where the file is damaged.',
  }),
})
export type UploadResult = Static<typeof UploadResult>

/** The capture file is being turned into recorded sessions. */
export const CaptureUpload = Type.Object({
  id: describe(Uuid, 'Id of the upload.'),
  status: Type.Enum(['reading', 'done'], {
    description: '`reading`: the file is being read; `done`: its sessions are stored.',
  }),
  progress: Type.Number({ description: 'Share of the file that has been read, 0 to 1.' }),
  result: nullable(UploadResult, 'What the file contained; null while it is being read.'),
})
export type CaptureUpload = Static<typeof CaptureUpload>

export const CaptureUploadLimits = Type.Object({
  bytesMax: Type.Integer({ description: 'Largest size of an upload, in bytes.' }),
})

export const CaptureUsage = Type.Object({
  count: Type.Integer({ description: 'Number of stored captures.' }),
  usedBytes: Type.Integer({ description: 'What they take, in bytes.' }),
  allowedBytes: nullable(
    Type.Integer(),
    'What they may take; above it the oldest are removed. Null without a limit.',
  ),
  daysMax: nullable(
    Type.Integer(),
    'After so many days a capture is removed. Null without a limit.',
  ),
  next: Type.Array(
    Type.Object({
      sessionId: describe(Uuid, 'Id of the recorded session, which stays.'),
      trackName: Type.String({ description: 'Name of the track.' }),
      sessionStartTime: describe(Instant, 'When the session began.'),
      bytes: Type.Integer({ description: 'Size of its capture.' }),
      removedAt: nullable(
        Instant,
        'When the capture is removed by its age, or earlier if space is needed. Null where only space decides.',
      ),
    }),
    { description: 'The captures that are removed next, the oldest first; empty without limits.' },
  ),
})
export type CaptureUsage = Static<typeof CaptureUsage>

export const captureUploads = endpointTable({
  limits: {
    method: 'GET',
    path: '/api/Sessions/captures',
    summary: 'Largest size of an uploaded capture',
    response: CaptureUploadLimits,
  },
  usage: {
    method: 'GET',
    path: '/api/Sessions/captures/usage',
    summary: 'Space that the captures of the signed-in user take, and which are removed next',
    auth: 'user',
    scope: 'data:read',
    response: CaptureUsage,
  },
  upload: {
    method: 'POST',
    path: '/api/Sessions/captures',
    summary:
      'Upload a capture file: 201 once its sessions are stored, 202 while it is being read; then ' +
      'poll the upload',
    auth: 'recorder',
    scope: 'sessions:write',
    rawBody: true,
    query: Type.Object({
      writtenAt: Type.Optional(
        describe(
          Instant,
          'When the file was last written, UTC; a file without times ends then. Defaults to now.',
        ),
      ),
    }),
    response: CaptureUpload,
    statuses: [202, 201],
    errors: [408, 422, 507],
  },
  get: {
    method: 'GET',
    path: '/api/Sessions/captures/{id}',
    summary:
      'Progress of an own upload, for an hour; 415 and 422 explain why no session could be read',
    auth: 'recorder',
    scope: 'sessions:write',
    params: Type.Object({ id: describe(Uuid, 'Id of the upload.') }),
    response: CaptureUpload,
    errors: [415, 422, 507],
  },
  cancel: {
    method: 'DELETE',
    path: '/api/Sessions/captures/{id}',
    summary: 'Cancel an own upload; sessions that are already stored stay',
    auth: 'recorder',
    scope: 'sessions:write',
    params: Type.Object({ id: describe(Uuid, 'Id of the upload.') }),
  },
})
