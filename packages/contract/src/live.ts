import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'
import { Instant, Milliseconds, nullable, Uuid, WholePage } from './schema.ts'
import { SessionDetail } from './session.ts'

/** How many events a live session holds; the recorded session has all of them. */
export const LIVE_EVENTS_MAX = 200

/**
 * A session that is being driven: the recorded session's document, as far as it is known, and
 * what only a live one has. It changes ten times a second at most; `version` counts the changes.
 */
export const LiveSession = Type.Object({
  ...SessionDetail.properties,
  version: Type.Integer({ minimum: 0 }),
  /** Session time of the newest frame. */
  sessionTimeMs: Milliseconds,
  viewers: Type.Integer({ minimum: 0 }),
  /** False while nothing arrives from the recorder or the console. */
  receiving: Type.Boolean(),
})
export type LiveSession = Static<typeof LiveSession>

/** One line of the list of live sessions. */
export const LiveSummary = Type.Object({
  id: Uuid,
  sessionId: Type.String(),
  userId: Uuid,
  userName: Type.String(),
  trackId: Type.Integer(),
  trackName: Type.String(),
  sessionType: Type.Integer(),
  sessionStartTime: Instant,
  numberOfLaps: SessionDetail.properties.numberOfLaps,
  /** The leader's lap; null before anyone has started one. */
  currentLapNumber: nullable(Type.Integer()),
  leaderName: nullable(Type.String()),
  numberOfDrivers: Type.Integer(),
  sessionTimeLeft: Type.Integer(),
  weather: SessionDetail.properties.weather,
  safetyCarStatus: Type.Integer(),
  viewers: Type.Integer(),
  receiving: Type.Boolean(),
  trackOutline: SessionDetail.properties.trackOutline,
})
export type LiveSummary = Static<typeof LiveSummary>

const LEASE_FIELDS = {
  host: Type.String(),
  port: Type.Integer(),
  expiresAt: Instant,
  liveUrl: Type.String(),
}

/** Where a recorder opens its stream, with the token of its first frame. */
export const TcpLease = Type.Object({
  protocol: Type.Literal('tcp'),
  token: Type.String(),
  ...LEASE_FIELDS,
})
export type TcpLease = Static<typeof TcpLease>

/** Where a console sends its datagrams: only the address that registered may, without a token. */
export const UdpLease = Type.Object({
  protocol: Type.Literal('udp'),
  token: Type.Null(),
  ...LEASE_FIELDS,
})
export type UdpLease = Static<typeof UdpLease>

export const Lease = Type.Union([TcpLease, UdpLease])
export type Lease = Static<typeof Lease>

export const liveSessions = endpointTable({
  register: {
    method: 'POST',
    path: '/api/LiveSession/register/{id}',
    summary: 'Lease a stream (useTcp=true) or a UDP port for the telemetry of user {id}',
    auth: 'recorderKey',
    params: Type.Object({ id: Uuid }),
    query: Type.Object({
      key: Type.String({ minLength: 1, maxLength: 200 }),
      useTcp: Type.Optional(Type.Boolean({ default: true })),
    }),
    response: Lease,
    errors: [400, 401, 429],
  },
  all: {
    method: 'GET',
    path: '/api/LiveSession/all',
    summary: 'Sessions that are being driven now, most viewers first',
    query: WholePage,
    list: 'pages',
    response: Type.Array(LiveSummary),
    errors: [400],
  },
  get: {
    method: 'GET',
    path: '/api/LiveSession/{id}',
    summary: 'One live session as its viewers see it at this version',
    params: Type.Object({ id: Uuid }),
    response: LiveSession,
    errors: [400, 404],
  },
  user: {
    method: 'GET',
    path: '/api/LiveSession/user/{userId}',
    summary: 'The live session of a user',
    params: Type.Object({ userId: Uuid }),
    response: LiveSession,
    errors: [400, 404],
  },
  watch: {
    method: 'GET',
    path: '/api/LiveSession/ws/{id}',
    summary: 'Follow one live session over WebSocket (docs/live-protocol.md)',
    webSocket: true,
    params: Type.Object({ id: Uuid }),
    errors: [400, 404],
  },
  watchUser: {
    method: 'GET',
    path: '/api/LiveSession/ws/user/{id}',
    summary: 'Follow a user from session to session over WebSocket (docs/live-protocol.md)',
    webSocket: true,
    params: Type.Object({ id: Uuid }),
    errors: [400, 404],
  },
})
