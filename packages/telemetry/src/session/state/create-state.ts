import { MINI_SECTORS, MiniSector } from '@pitboard/contract/live/mini-sectors'
import type {
  CarState,
  ConditionPackets,
  MiniSectorTimes,
  Order,
  SessionInfo,
  TrackedSession,
  WeekendSoFar,
} from './state.ts'

export const outlinePoints = 200

/** R1: creates the session of a first Session packet. */
export function createSession(
  info: SessionInfo,
  atMs: number,
  weekend: WeekendSoFar,
): TrackedSession {
  const uid = String(info.header.sessionUid)
  return {
    uid,
    uids: [uid],
    startedAtMs: atMs,
    endedAtMs: null,
    status: 'live',
    lastAtMs: atMs,
    header: info.header,
    firstWeather: null,
    lastWeather: null,
    assists: new Set(),
    weekend,
    info,
    cars: [],
    hasParticipants: false,
    mostActiveCars: 0,
    hasTiming: false,
    timingMs: null,
    classifiedAtMs: null,
    endedByGameAtMs: null,
    finalHistories: new Set(),
    order: createOrder(0),
    motion: null,
    condition: noCondition(),
    lastTyreBytes: null,
    safetyCars: { announced: [], statuses: [] },
    redFlags: [],
    overtakes: [],
    weatherHistory: [],
    forecast: [],
    events: [],
    lastSeq: 0,
    trackOutline: Array.from({ length: outlinePoints }, () => null),
    sectorStarts: [null, null],
    pitLane: Array.from({ length: outlinePoints }, () => null),
    halfSeconds: new Set(),
    unknownIds: new Map(),
  }
}

/** Returns the condition of a session that has received none of these packets. */
export function noCondition(): ConditionPackets {
  return { carStatus: null, carDamage: null, carTelemetry: null, carTelemetry2: null }
}

/** Creates the order state of a stream that begins at this session time in ms. */
export function createOrder(timeMs: number): Order {
  return {
    frame: 0,
    timeMs,
    rewoundAtFrame: -1,
    rewoundToMs: 0,
    frameOf: new Map(),
    recentEvents: [],
    frameBase: 0,
    epochs: [],
    digests: new Uint32Array(),
    repeated: null,
    behind: 0,
    behindFrame: 0,
    jumpedFromFrame: -Infinity,
    jumpedToFrame: null,
    straysLeft: 0,
  }
}

/** Returns the car with this index; creates it on first use. */
export function carAt(session: TrackedSession, idx: number): CarState {
  const known = session.cars[idx]
  if (known !== undefined) return known
  while (session.cars.length <= idx) session.cars.push(createCar(session.cars.length))
  return session.cars[idx] ?? createCar(idx)
}

function createCar(idx: number): CarState {
  return {
    idx,
    participant: null,
    isHuman: false,
    tookPart: false,
    lap: null,
    comparable: false,
    sample: null,
    laps: [],
    historyLaps: 0,
    historyCompleted: 0,
    lapTimes: [],
    tyreCompound: null,
    actualTyreCompound: null,
    tyreAgeLaps: null,
    stints: [],
    tyres: [],
    visit: null,
    driveThrough: null,
    stops: [],
    rises: [],
    pitStops: [],
    penalties: [],
    warnings: [],
    penaltyKeys: [],
    repeats: [],
    sectorMarks: new Map(),
    wrap1Ms: 0,
    wrap2Ms: 0,
    trail: null,
    miniSectorRun: null,
    miniSectors: createMiniSectors(),
    provisionalPosition: null,
    beforeEnd: null,
    result: null,
  }
}

const unknownMiniSectors = Array.from({ length: MINI_SECTORS }, () => MiniSector.Unknown)

function createMiniSectors(): MiniSectorTimes {
  return {
    latest: unknownTimes(),
    bests: unknownTimes(),
    earlierBests: unknownTimes(),
    statuses: unknownMiniSectors,
  }
}

function unknownTimes(): null[] {
  return Array.from({ length: MINI_SECTORS }, () => null)
}
