import type { Assist } from '@pitboard/contract/records/lap-category'
import type { CarCondition } from '@pitboard/contract/sessions/car-condition'
import type { Lap, Penalty, PitStop, TyreStint, Warning } from '@pitboard/contract/sessions/driver'
import type { MiniSector } from '@pitboard/contract/live/mini-sectors'
import type {
  Overtake,
  SessionEvent,
  WeatherChange,
  WeatherSample,
} from '@pitboard/contract/sessions/session-events'
import type { Body, BodyPacket, EventDetails, Header } from '../../formats/model.ts'
import type { Row, SessionDecoder } from './session-decoder.ts'

export type LapCar = Row<'lapData'>
export type MotionCar = Row<'motion'>
export type Participant = Body<'participants'>['cars'][number]
export type ClassifiedCar = Body<'finalClassification'>['cars'][number]
export type SessionInfo = BodyPacket<'session'>

type SessionStatus = 'live' | 'ended' | 'aborted'
export type EndReason =
  | 'classification'
  | 'sessionEnded'
  | 'replaced'
  | 'silence'
  | 'finished'
  | 'restarted'

/** A lap with the session time at which it was first complete, for flashbacks. */
export interface LapEntry {
  readonly lap: Lap
  readonly atMs: number
  readonly validBits: number
  readonly fromHistory: boolean
  /** False after a flashback, which may have made the lap valid again. */
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
  /** Null if the stop was not seen. */
  readonly visit: PitVisit | null
  /** Whether the game's count rose for it. */
  readonly isCounted: boolean
}

export interface PitVisit {
  readonly lapNum: number
  readonly atMs: number
  readonly stopsBefore: number
  /** Null where the car was in the lane when it was first seen. */
  readonly stopGosBefore: number | null
  laneTimeMs: number
  stopTimeMs: number
  /** The lane timer when the stop timer last rose. */
  stoodSinceMs: number
  /** Session time at which the car was last seen in the lane. */
  lastAtMs: number
}

export interface TrackSample {
  readonly line: 'trackOutline' | 'pitLane'
  readonly distance: number
  readonly x: number
  readonly z: number
}

/**
 * The state of one car. Arrays in the contract's shape are replaced and never changed, so that readers
 * can compare them by identity.
 */
export interface CarState {
  readonly idx: number
  participant: Participant | null
  isHuman: boolean
  tookPart: boolean
  lap: LapCar | null
  /** False after a gap in time (opening, flashback): the next LapData has no predecessor. */
  comparable: boolean
  sample: TrackSample | null
  laps: (LapEntry | null)[]
  /** Counts the laps in the histories, including the current lap. */
  historyLaps: number
  historyCompleted: number
  lapTimes: readonly Lap[]
  tyreCompound: number | null
  actualTyreCompound: number | null
  tyreAgeLaps: number | null
  stints: StintEntry[]
  tyres: readonly TyreStint[]
  visit: PitVisit | null
  /** The last visit to the pit lane without a stop that was counted (yet). */
  driveThrough: StopEntry | null
  stops: StopEntry[]
  /** Each stop that the game counts is listed with the laps between which the count rose. */
  rises: readonly { readonly fromLap: number; readonly toLap: number; readonly atMs: number }[]
  pitStops: readonly PitStop[]
  penalties: readonly Penalty[]
  warnings: readonly Warning[]
  penaltyKeys: { readonly key: string; readonly atMs: number }[]
  /** Such a warning or time penalty equals an earlier one: the game has repeated it or issued it again (R12). */
  repeats: readonly Repeat[]
  /** The marks by lap number; only where sector times are sent in 16 bits (R21). */
  readonly sectorMarks: Map<number, SectorMarks>
  /** Time to add to the sector times of the current lap for wraps; null if unknown (R21). */
  wrap1Ms: number | null
  wrap2Ms: number | null
  /** When the car passed each mark of the track; only in years without gaps (R22). */
  trail: Trail | null
  /** Is null before the first mini-sector, and from a jump in time to the next timing. */
  miniSectorRun: MiniSectorRun | null
  readonly miniSectors: MiniSectorTimes
  /** R9: the position by laps, times and penalties after the end without a classification. */
  provisionalPosition: number | null
  /** Stints and stops before the end of the session, in case it continues. */
  beforeEnd: { readonly stints: StintEntry[]; readonly stops: StopEntry[] } | null
  result: ClassifiedCar | null
}

interface Repeat {
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

/** R28: a car's time of one mini-sector. */
export interface MiniSectorTime {
  readonly timeMs: number
  /** Session time at which it was passed. */
  readonly atMs: number
  readonly lapNum: number
}

/** R28: by mini-sector. */
export interface MiniSectorTimes {
  readonly latest: (MiniSectorTime | null)[]
  readonly bests: (MiniSectorTime | null)[]
  /** Has the bests before these, which apply again after a flashback. */
  readonly earlierBests: (MiniSectorTime | null)[]
  statuses: readonly MiniSector[]
}

/** R28: the mini-sector that a car is in, at its last sample. */
export interface MiniSectorRun {
  index: number
  /** Null if its time will be unknown. */
  enteredAtMs: number | null
  metres: number
  timeMs: number
  lapNum: number
}

/** The position in the stream tells late and voided datagrams from others (R3 to R6). */
export interface Order {
  frame: number
  timeMs: number
  rewoundAtFrame: number
  rewoundToMs: number
  frameOf: Map<string, number>
  recentEvents: string[]
  /** R20, R24: offset that makes frame numbers rise throughout, and signs of a decrease. */
  frameBase: number
  /** The epochs before this one, for what is sent a second time. */
  epochs: Epoch[]
  /** R20: digests of LapData by frame, where a flashback takes frames back; 0 for none. */
  digests: Uint32Array
  /** R20: where a stream that is being sent again has got to; null for what is new. */
  repeated: { readonly frameBase: number; readonly frame: number } | null
  behind: number
  behindFrame: number
  jumpedFromFrame: number
  /** Is null if no event announced the jump. */
  jumpedToFrame: number | null
  straysLeft: number
}

/** Within an epoch of the stream frames rise. */
export interface Epoch {
  readonly frameBase: number
  /** Is the frame of the header at which it ended. */
  readonly lastFrame: number
  readonly endMs: number
  /** Whether the next one begins later in session time, and not with a flashback. */
  readonly isInTime: boolean
}

interface SafetyCars {
  /** SCAR events, and every change of the status. */
  announced: { readonly type: number; readonly phase: number; readonly atMs: number }[]
  statuses: { readonly type: number; readonly atMs: number }[]
}

export interface WeekendSoFar {
  readonly races: number
  /** Type of the last session, see `SessionType`; null without one. */
  readonly previousType: number | null
}

/** R21: the lap times between which the sectors of a lap ended. */
export interface SectorMarks {
  sent1Ms: number
  sent2Ms: number
  end1FromMs: number
  end1ToMs: number
  end2FromMs: number
  end2ToMs: number
}

/** The newest packet of a kind, undecoded, since most frames are never read. */
export interface StoredPacket<Car> {
  readonly bytes: Uint8Array
  length: number
  frame: number
  /** Is the session time of its header. */
  timeMs: number
  /** Null until they are requested. */
  cars: readonly Car[] | null
  readonly decoder: SessionDecoder
}

/** Each is the newest packet of its kind; null before the first and after a flashback. */
export interface ConditionPackets {
  carStatus: StoredPacket<EnergyState> | null
  carDamage: StoredPacket<DamageState> | null
  carTelemetry: StoredPacket<WingState> | null
  carTelemetry2: StoredPacket<AeroState | null> | null
}

export type EnergyValues = Pick<
  CarCondition,
  'fuelRemainingLaps' | 'ersStorePercent' | 'ersDeployedPercent' | 'ersDeployMode'
>

/** What CarStatus says of a car beside its tyres. */
export interface EnergyState {
  /** False for a car that restricts its telemetry: what it sends is zero. */
  readonly isSent: boolean
  readonly isDrsAllowed: boolean
  readonly values: EnergyValues
}

export type DamageState = Pick<CarCondition, 'tyreWear' | 'damage'>

interface WingState {
  readonly isDrsOpen: boolean
}

/** Cars under the regulations before 2026 have none. */
export type AeroState = Pick<CarCondition, 'activeAeroStatus' | 'overtakeStatus'>

/** One session of one game: plain data that the reducer changes in place. */
export interface TrackedSession {
  /** Decimal; the last UID if a save was loaded. */
  uid: string
  readonly uids: string[]
  readonly startedAtMs: number
  endedAtMs: number | null
  status: SessionStatus
  lastAtMs: number
  header: Header
  /** The first and the last packet with weather (R14); null before any. */
  firstWeather: SessionInfo | null
  lastWeather: SessionInfo | null
  /** Driving assists that the player has used (R30). */
  readonly assists: Set<Assist>
  readonly weekend: WeekendSoFar
  info: SessionInfo
  readonly cars: CarState[]
  hasParticipants: boolean
  /** The highest car count of any participant list. */
  mostActiveCars: number
  hasTiming: boolean
  /** Session time of the last LapData; null before any and just after a flashback. */
  timingMs: number | null
  classifiedAtMs: number | null
  endedByGameAtMs: number | null
  /** These cars have sent a history after the classification. */
  readonly finalHistories: Set<number>
  order: Order
  motion: StoredPacket<MotionCar> | null
  readonly condition: ConditionPackets
  /** Tyre bytes of the last CarStatus; null if it must be read again. */
  lastTyreBytes: Uint8Array | null
  readonly safetyCars: SafetyCars
  redFlags: readonly number[]
  overtakes: readonly Overtake[]
  weatherHistory: readonly WeatherChange[]
  forecast: readonly WeatherSample[]
  events: readonly SessionEvent[]
  lastSeq: number
  trackOutline: readonly ([number, number] | null)[]
  /** Where cars began the second and the third sector, in metres; null where no car has been seen. */
  readonly sectorStarts: [second: number | null, third: number | null]
  /** The points lie at the same distances as those of the outline; null where no car has passed a pit lane. */
  pitLane: readonly ([number, number] | null)[]
  /** Timing has arrived in these half seconds of session time. */
  readonly halfSeconds: Set<number>
  /** Unknown ids ("teams 250") and their counts. */
  readonly unknownIds: Map<string, number>
}
