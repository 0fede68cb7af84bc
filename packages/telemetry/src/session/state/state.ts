import type { Lap, Penalty, PitStop, TyreStint, Warning } from '@pitboard/contract/driver'
import type {
  Overtake,
  SessionEvent,
  WeatherChange,
  WeatherSample,
} from '@pitboard/contract/session-events'
import type { Body, BodyPacket, EventDetails, Header } from '../../formats/model.ts'
import type { Row, SessionDecoder } from './session-decoder.ts'

export type LapCar = Row<'lapData'>
export type MotionCar = Row<'motion'>
export type Participant = Body<'participants'>['cars'][number]
export type ClassifiedCar = Body<'finalClassification'>['cars'][number]
export type SessionInfo = BodyPacket<'session'>

export type SessionStatus = 'live' | 'ended' | 'aborted'
export type EndReason =
  | 'classification'
  | 'sessionEnded'
  | 'replaced'
  | 'silence'
  | 'finished'
  | 'restarted'

/** A lap with the session time at which it was first seen complete, for flashbacks. */
export interface LapEntry {
  readonly lap: Lap
  readonly atMs: number
  readonly validBits: number
  readonly fromHistory: boolean
  /** False after a flashback, which may have undone that it is invalid. */
  readonly stands: boolean
}

export interface StintEntry {
  readonly tyreCompound: number
  readonly actualTyreCompound: number | null
  readonly endLap: number | null
  readonly startedAtMs: number
}

export interface StopEntry {
  readonly stop: PitStop
  readonly atMs: number
  /** Null where nobody saw it. */
  readonly visit: PitVisit | null
  /** Whether the game's count rose for it. */
  readonly isCounted: boolean
}

/** A car in the pit lane. */
export interface PitVisit {
  readonly lapNum: number
  readonly atMs: number
  readonly stopsBefore: number
  readonly stopGosBefore: number
  laneTimeMs: number
  stopTimeMs: number
  /** The lane timer when the stop timer last rose. */
  stoodSinceMs: number
  /** Session time at which the car was last seen in the lane. */
  lastAtMs: number
}

export interface TrackSample {
  readonly distance: number
  readonly x: number
  readonly z: number
}

/**
 * What is known of one car. The arrays in the contract's shape are replaced when they change
 * and never mutated, so that a reader can compare them by identity.
 */
export interface CarState {
  readonly idx: number
  participant: Participant | null
  isHuman: boolean
  tookPart: boolean
  lap: LapCar | null
  /** False after a gap in time (opening, flashback): the next lap data is no transition. */
  comparable: boolean
  sample: TrackSample | null
  laps: (LapEntry | null)[]
  /** How many laps histories name, with the one that is being driven. */
  historyLaps: number
  historyCompleted: number
  lapTimes: readonly Lap[]
  tyreCompound: number | null
  actualTyreCompound: number | null
  tyreAgeLaps: number | null
  stints: StintEntry[]
  tyres: readonly TyreStint[]
  visit: PitVisit | null
  /** The last time through the pit lane without a stop that was counted (yet). */
  driveThrough: StopEntry | null
  stops: StopEntry[]
  /** For each stop that the game counts: the laps between which the count rose. */
  rises: readonly { readonly fromLap: number; readonly toLap: number; readonly atMs: number }[]
  pitStops: readonly PitStop[]
  penalties: readonly Penalty[]
  warnings: readonly Warning[]
  penaltyKeys: { readonly key: string; readonly atMs: number }[]
  /** Warnings and time penalties like one before: either sent again or issued again (R12). */
  repeats: readonly Repeat[]
  /** By lap number; only where sector times are sent in 16 bits (R21). */
  readonly sectorMarks: Map<number, SectorMarks>
  /** What the sector times of the lap that it is on lack; null where that can't be told (R21). */
  wrap1Ms: number | null
  wrap2Ms: number | null
  /** When the car passed each mark of the track; only in years that send no gaps (R22). */
  trail: Trail | null
  /** R9: the place that laps, time and penalties give, once a session has ended without result. */
  provisionalPosition: number | null
  /** What was known before the end of the session put it in order, in case it goes on. */
  beforeEnd: { readonly stints: StintEntry[]; readonly stops: StopEntry[] } | null
  result: ClassifiedCar | null
}

export interface Repeat {
  readonly sent: EventDetails<'PENA'>
  readonly atMs: number
}

export interface Trail {
  /** Session time in ms by mark, of the last marks (a ring). */
  readonly passedMs: Int32Array
  lastMark: number
  distance: number
  timeMs: number
}

/** Where the stream stands, to tell late and voided datagrams (rules R3 to R6). */
export interface Order {
  frame: number
  timeMs: number
  rewoundAtFrame: number
  rewoundToMs: number
  frameOf: Map<string, number>
  recentEvents: string[]
  /** R20, R24: what the frame number lacks to rise throughout, and the signs that it fell. */
  frameBase: number
  behind: number
  behindFrame: number
  jumpedFromFrame: number
  /** Null where only the packets told of the jump. */
  jumpedToFrame: number | null
  straysLeft: number
}

export interface SafetyCars {
  /** What SCAR events told, and the status wherever it changed. */
  announced: { readonly type: number; readonly phase: number; readonly atMs: number }[]
  statuses: { readonly type: number; readonly atMs: number }[]
}

/** What the same weekend had before this session, as far as it was seen. */
export interface WeekendSoFar {
  readonly races: number
  /** The last session's type, see `SessionType`; null where there was none. */
  readonly previousType: number | null
}

/** R21: what the lap data showed of one lap: between which times on it its sectors ended. */
export interface SectorMarks {
  sent1Ms: number
  sent2Ms: number
  end1FromMs: number
  end1ToMs: number
  end2FromMs: number
  end2ToMs: number
}

/** The newest positions as they came, since hardly anyone looks at those of every frame. */
export interface StoredMotion {
  readonly bytes: Uint8Array
  length: number
  frame: number
  /** Null until somebody looks. */
  cars: readonly MotionCar[] | null
  readonly decoder: SessionDecoder
}

/** One session of one game: plain data that the reducer changes in place. */
export interface TrackedSession {
  /** Decimal. The last one where a save was loaded. */
  uid: string
  readonly uids: string[]
  readonly startedAtMs: number
  endedAtMs: number | null
  status: SessionStatus
  lastAtMs: number
  header: Header
  /** The first and the last packet that knew the weather (R14); null before any did. */
  firstWeather: SessionInfo | null
  lastWeather: SessionInfo | null
  readonly weekend: WeekendSoFar
  info: SessionInfo
  readonly cars: CarState[]
  hasParticipants: boolean
  /** The most cars that a participant list counted. */
  mostActiveCars: number
  hasTiming: boolean
  /** Session time of the last lap data; null before any, and just after a flashback. */
  timingMs: number | null
  classifiedAtMs: number | null
  endedByGameAtMs: number | null
  /** Cars whose history came after the classification. */
  readonly finalHistories: Set<number>
  order: Order
  motion: StoredMotion | null
  /** What the last car status said of tyres; null where it has to be read anew. */
  lastTyreBytes: Uint8Array | null
  readonly safetyCars: SafetyCars
  redFlags: readonly number[]
  overtakes: readonly Overtake[]
  weatherHistory: readonly WeatherChange[]
  forecast: readonly WeatherSample[]
  events: readonly SessionEvent[]
  lastSeq: number
  trackOutline: readonly ([number, number] | null)[]
  /** Half seconds of session time in which something arrived. */
  readonly halfSeconds: Set<number>
  /** Ids that no table of the year knows, and how often they came ("team 250"). */
  readonly unknownIds: Map<string, number>
}
