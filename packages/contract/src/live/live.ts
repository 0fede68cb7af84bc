import { INGEST_WEB_SOCKET_PATH } from '../ingest/ingest-address.ts'
import { type Static, Type } from 'typebox'
import { SafetyCarNumber, SessionTypeNumber, TrackNumber } from '../wire/enumeration-schemas.ts'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, Instant, Milliseconds, nullable, Uuid, WholePage } from '../wire/schema.ts'
import { CountingSeasons } from '../sessions/counting-seasons.ts'
import { SessionDetail } from '../sessions/session.ts'
import { RaceFlag } from './race-flag.ts'
import { MiniSectors } from './mini-sectors.ts'
import type { SessionEvent } from '../sessions/session-events.ts'

/** A live session has at most this many events; the recorded session has all of them. */
export const LIVE_EVENTS_MAX = 200

/** A map shows this beside the outline, in metres from the line. */
export const TrackMarks = Type.Object({
  pitLane: describe(
    SessionDetail.properties.trackOutline,
    'The pit lane as [x, z] metres, at the same distances as `trackOutline`; null where it has no pit lane or none is known yet.',
  ),
  sectorStarts: nullable(
    Type.Tuple([Type.Number(), Type.Number()]),
    'Where the second and the third sector begin. Before 2024 the game does not send it: null until a car has been there.',
  ),
  flaggedZones: Type.Array(
    Type.Object({
      from: Type.Number({ description: 'Where the zone begins.' }),
      to: Type.Number({ description: 'Where it ends; the last zone ends beyond the line.' }),
      isRed: Type.Boolean({ description: 'True under a red flag, else yellow.' }),
    }),
    { description: 'Marshal zones under a yellow or red flag.' },
  ),
})
export type TrackMarks = Static<typeof TrackMarks>

/**
 * A live session is being driven: it has the document of a recorded session so far, and fields that only a
 * live session has. It changes at most ten times a second; `version` counts the changes.
 */
export const LiveSession = Type.Object({
  ...SessionDetail.properties,
  ...TrackMarks.properties,
  miniSectors: MiniSectors,
  version: Type.Integer({ description: 'Counts the changes of the live session.', minimum: 0 }),
  sessionTimeMs: describe(Milliseconds, 'Session time of the newest frame in ms.'),
  viewers: Type.Integer({ description: 'Number of viewers.', minimum: 0 }),
  receiving: Type.Boolean({ description: 'False while no telemetry arrives.' }),
  recorderConnected: Type.Boolean({
    description: 'False while no recorder is connected and no console has an address to send to.',
  }),
})
export type LiveSession = Static<typeof LiveSession>

/** The driver is one of the first three. */
export const LiveLeader = Type.Object({
  name: Type.String({ description: 'Name of the driver; empty if the game hides it.' }),
  teamColour: SessionDetail.properties.drivers.items.properties.teamColour,
  gapMs: nullable(
    Milliseconds,
    'Gap to the leader in ms, cut off to half seconds in races; of the best laps outside races. Null for the leader and if unknown.',
  ),
})
export type LiveLeader = Static<typeof LiveLeader>

/** The list of live sessions has these entries. */
export const LiveSummary = Type.Object({
  id: describe(Uuid, 'Id of the session.'),
  sessionId: Type.String({ description: 'The game’s session UID as a decimal string.' }),
  userId: describe(Uuid, 'Id of the user who records the session.'),
  userName: Type.String({ description: 'Name of the user who records the session.' }),
  trackId: describe(TrackNumber, 'Track of the session.'),
  trackName: Type.String({ description: 'Name of the track in English.' }),
  sessionType: describe(SessionTypeNumber, 'Type of the session.'),
  raceKind: SessionDetail.properties.raceKind,
  sessionStartTime: describe(Instant, 'When the session started, UTC.'),
  numberOfLaps: SessionDetail.properties.numberOfLaps,
  currentLapNumber: nullable(
    Type.Integer(),
    'Current lap of the leader; null before anyone has started one.',
  ),
  leaderName: nullable(Type.String(), 'Name of the leader; null if unknown.'),
  leaders: Type.Array(LiveLeader, { description: 'The first three in order.' }),
  numberOfDrivers: Type.Integer({ description: 'Number of cars in the session.' }),
  sessionTimeLeft: Type.Integer({ description: 'Time left in the session, in seconds.' }),
  weather: SessionDetail.properties.weather,
  safetyCarStatus: describe(SafetyCarNumber, 'Safety car now.'),
  flag: nullable(RaceFlag, 'What race control shows everyone; null on a green track.'),
  viewers: Type.Integer({ description: 'Number of viewers.' }),
  receiving: Type.Boolean({ description: 'False while no telemetry arrives.' }),
  trackOutline: SessionDetail.properties.trackOutline,
  seasons: describe(
    CountingSeasons,
    'Listed seasons that count the session; three at most. A few seconds old.',
  ),
})
export type LiveSummary = Static<typeof LiveSummary>

const LEASE_FIELDS = {
  host: Type.String({ description: 'Host to send to.' }),
  port: Type.Integer({ description: 'Port to send to.' }),
  expiresAt: describe(Instant, 'When the lease expires unless telemetry arrives before, UTC.'),
  liveUrl: Type.String({ description: 'Address of the page that shows the live session.' }),
}

/** A recorder opens its TCP stream at the address, and sends the token in its first frame. */
export const TcpLease = Type.Object({
  protocol: Type.Literal('tcp', { description: 'The recorder’s stream over TCP.' }),
  token: Type.String({ description: 'Token for the first frame of the stream.' }),
  isTls: Type.Optional(
    Type.Boolean({
      description:
        'True if the port takes TLS, with a certificate for the host; servers of earlier versions do not say.',
    }),
  ),
  webSocketPath: Type.Optional(
    Type.String({
      description:
        'Path of the same stream over WebSocket, at the address that was registered at; servers of earlier versions have none.',
    }),
  ),
  ...LEASE_FIELDS,
})
export type TcpLease = Static<typeof TcpLease>

/** A console sends its datagrams to this address. Only the IP address that registered may send to it. */
export const UdpLease = Type.Object({
  protocol: Type.Literal('udp', { description: 'Datagrams of the game over UDP.' }),
  token: Type.Null({
    description: 'Always null: the address that registered may send without a token.',
  }),
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
    params: Type.Object({ id: describe(Uuid, 'Id of the user whose telemetry is sent.') }),
    query: Type.Object({
      key: Type.String({ description: 'Recorder key of the user.', minLength: 1, maxLength: 200 }),
      useTcp: Type.Optional(
        Type.Boolean({
          description:
            'True for the recorder’s TCP stream, false for a UDP port that a console can send to.',
          default: true,
        }),
      ),
    }),
    response: Lease,
  },
  all: {
    method: 'GET',
    path: '/api/LiveSession/all',
    summary:
      'Sessions that are being driven now: those that are received first, races of seasons before other races and the rest, then by cars and viewers',
    query: WholePage,
    list: 'pages',
    response: Type.Array(LiveSummary),
  },
  get: {
    method: 'GET',
    path: '/api/LiveSession/{id}',
    summary: 'One live session as its viewers see it at this version',
    params: Type.Object({ id: describe(Uuid, 'Id of the live session.') }),
    response: LiveSession,
  },
  user: {
    method: 'GET',
    path: '/api/LiveSession/user/{userId}',
    summary: 'The live session of a user',
    params: Type.Object({ userId: describe(Uuid, 'Id of the user.') }),
    response: LiveSession,
  },
  watch: {
    method: 'GET',
    path: '/api/LiveSession/ws/{id}',
    summary: 'Follow one live session over WebSocket (docs/live-protocol.md)',
    webSocket: true,
    params: Type.Object({ id: describe(Uuid, 'Id of the live session.') }),
  },
  watchUser: {
    method: 'GET',
    path: '/api/LiveSession/ws/user/{id}',
    summary: 'Follow a user from session to session over WebSocket (docs/live-protocol.md)',
    webSocket: true,
    params: Type.Object({ id: describe(Uuid, 'Id of the user.') }),
  },
  ingest: {
    method: 'GET',
    path: INGEST_WEB_SOCKET_PATH,
    summary: 'Send the frames of a recorder’s stream over WebSocket (docs/ingest-protocol.md)',
    webSocket: true,
  },
})

/** Charts shade and count from these events, so that they are not dropped before others. */
const LASTING_KINDS: ReadonlySet<SessionEvent['kind']> = new Set([
  'lightsOut',
  'safetyCar',
  'redFlag',
])
const LASTING_MAX = 60

function isLasting({ kind }: SessionEvent): boolean {
  return LASTING_KINDS.has(kind)
}

/**
 * Returns at most `LIVE_EVENTS_MAX` events in their order: the newest, and those that charts need to the end.
 */
export function limitEvents(events: SessionEvent[]): SessionEvent[] {
  if (events.length <= LIVE_EVENTS_MAX) return events
  const lasting = events.filter(isLasting).slice(-LASTING_MAX)
  const others = events.filter((event) => !isLasting(event))
  const limited = new Set([...lasting, ...others.slice(-(LIVE_EVENTS_MAX - lasting.length))])
  return events.filter((event) => limited.has(event))
}

/** Appends events to the feed of a live session and limits it as `limitEvents` does. */
export function appendEvents(
  events: readonly SessionEvent[],
  appended: readonly SessionEvent[],
): SessionEvent[] {
  return limitEvents([...events, ...appended])
}

/**
 * Lists what has changed in the list of live sessions since the last message, at most once a second. Applying
 * it twice has no further effect.
 */
export const LiveListChange = Type.Object({
  /** It is true if `opened` contains every live session, so that all others are over. */
  isWhole: Type.Boolean(),
  opened: Type.Array(LiveSummary),
  /** It has the changed fields of sessions that are already in the list. */
  changed: Type.Array(Type.Object({ ...Type.Partial(LiveSummary).properties, id: Uuid })),
  ended: Type.Array(Uuid),
  /** Positions, penalties or the fastest lap have changed in these sessions. */
  moved: Type.Array(Uuid),
})
export type LiveListChange = Static<typeof LiveListChange>
