import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'
import { Instant, nullable, Uuid } from './schema.ts'
import { SessionSummary } from './session.ts'

/** What has become of one session of a file. */
export const UploadedSession = Type.Object({
  /**
   * `added`: it was not known. `replaced`: it was, and the file says more of it, or something else.
   * `same`: nothing has changed. `kept`: what was known says more and stays. `live`: it is being
   * driven now, and that recording stays.
   */
  outcome: Type.Enum(['added', 'replaced', 'same', 'kept', 'live']),
  session: SessionSummary,
})
export type UploadedSession = Static<typeof UploadedSession>

export const UploadResult = Type.Object({
  /** In the file's order. */
  sessions: Type.Array(UploadedSession),
  /** Sessions that were started over, or in which nobody drove: nothing is kept of them. */
  leftOut: Type.Integer(),
  datagrams: Type.Object({
    /** Those of the game in the file. */
    read: Type.Integer(),
    /** Kept in the captures of the sessions; more than half of a game's datagrams say nothing new. */
    used: Type.Integer(),
    /** Of a year or a kind that is not understood. */
    unknown: Type.Integer(),
  }),
  /** Where the file is damaged and the like. */
  notes: Type.Array(Type.String()),
})
export type UploadResult = Static<typeof UploadResult>

/** A capture file on its way to recorded sessions. */
export const CaptureUpload = Type.Object({
  id: Uuid,
  status: Type.Enum(['reading', 'done']),
  /** How much of the file is read, from 0 to 1. */
  progress: Type.Number(),
  /** Null while it is being read. */
  result: nullable(UploadResult),
})
export type CaptureUpload = Static<typeof CaptureUpload>

export const captureUploads = endpointTable({
  limits: {
    method: 'GET',
    path: '/api/Sessions/captures',
    summary: 'How large an uploaded capture may be',
    response: Type.Object({ bytesMax: Type.Integer() }),
    errors: [],
  },
  upload: {
    method: 'POST',
    path: '/api/Sessions/captures',
    summary:
      'Upload a capture file: 201 once its sessions are stored, 202 while it is being read; ask ' +
      'for it again then',
    auth: 'recorder',
    rawBody: true,
    query: Type.Object({
      /** When the file was last written: one without times ends then. Now where it is left out. */
      writtenAt: Type.Optional(Instant),
    }),
    response: CaptureUpload,
    statuses: [202, 201],
    errors: [400, 401, 403, 408, 413, 415, 422, 429, 507],
  },
  get: {
    method: 'GET',
    path: '/api/Sessions/captures/{id}',
    summary:
      'How far an own upload is, for an hour; 415 and 422 say why nothing could be made of it',
    auth: 'recorder',
    params: Type.Object({ id: Uuid }),
    response: CaptureUpload,
    errors: [400, 401, 403, 404, 415, 422, 507],
  },
  cancel: {
    method: 'DELETE',
    path: '/api/Sessions/captures/{id}',
    summary: 'Stop reading an own upload; sessions that are stored already stay',
    auth: 'recorder',
    params: Type.Object({ id: Uuid }),
    errors: [400, 401, 403, 404],
  },
})
