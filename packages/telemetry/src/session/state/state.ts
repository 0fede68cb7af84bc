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

/** The session time is the one at which the lap was first complete, for flashbacks. */
export interface LapEntry {
  readonly lap: Lap
  readonly atMs: number
  readonly validBits: number
  readonly fromHistory: boolean
  /** It is false after a flashback, which may have made the lap valid again. */
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
  /** It is null if the stop was not seen. */
  readonly visit: PitVisit | null
  /** It is true if the game's count rose for this stop. */
  readonly isCounted: boolean
}

export interface PitVisit {
  readonly lapNum: number
  readonly atMs: number
  readonly stopsBefore: number
  /** It is null where the car was in the lane when it was first seen. */
  readonly stopGosBefore: number | null
  laneTimeMs: number
  stopTimeMs: number
  /** The lane timer had this value when the stop timer last rose. */
  stoodSinceMs: number
  /** The car was last seen in the lane at this session time. */
  lastAtMs: number
}

export interface TrackSample {
  readonly line: 'trackOutline' | 'pitLane'
  readonly distance: number
  readonly x: number
  readonly z: number
}

/**
 * The state is that of one car. Arrays in the contract's shape are replaced and never changed, so that
 * readers can compare them by identity.
 */
export interface CarState {
  readonly idx: number
  participant: Participant | null
  isHuman: boolean
  tookPart: boolean
  lap: LapCar | null
  /**
   * It is false after a gap in time (opening, flashback), because the next LapData has no predecessor then.
   */
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
  /** It is the last visit to the pit lane without a stop that was counted (yet). */
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
  /** The key is the lap number; marks exist only where sector times are sent in 16 bits (R21). */
  readonly sectorMarks: Map<number, SectorMarks>
  /** The sector times of the current lap lack this time because of wraps; it is null if unknown (R21). */
  wrap1Ms: number | null
  wrap2Ms: number | null
  /** It has when the car passed each mark of the track, only in years without gaps (R22). */
  trail: Trail | null
  /** It is null before the first mini-sector, and from a jump in time to the next timing. */
  miniSectorRun: MiniSectorRun | null
  readonly miniSectors: MiniSectorTimes
  /** R9: it is the position by laps, times and penalties after the end without a classification. */
  provisionalPosition: number | null
  /** These are the stints and stops before the end of the session, in case it continues. */
  beforeEnd: { readonly stints: StintEntry[]; readonly stops: StopEntry[] } | null
  result: ClassifiedCar | null
}

interface Repeat {
  readonly sent: EventDetails<'PENA'>
  readonly atMs: number
}

export interface Trail {
  /** The index is the mark, of the last marks (a ring); the values are session times in ms. */
  readonly passedMs: Int32Array
  lastMark: number
  distance: number
  timeMs: number
}

/** R28: the car needed this time for one mini-sector. */
export interface MiniSectorTime {
  readonly timeMs: number
  /** The car passed it at this session time. */
  readonly atMs: number
  readonly lapNum: number
}

/** R28: the index of each list is the mini-sector. */
export interface MiniSectorTimes {
  readonly latest: (MiniSectorTime | null)[]
  readonly bests: (MiniSectorTime | null)[]
  /** These were the bests before the current ones, and apply again after a flashback. */
  readonly earlierBests: (MiniSectorTime | null)[]
  statuses: readonly MiniSector[]
}

/** R28: the car was in this mini-sector at its last sample. */
export interface MiniSectorRun {
  index: number
  /** It is null if the time of the mini-sector will be unknown. */
  enteredAtMs: number | null
  metres: number
  timeMs: number
  lapNum: number
}

/** The position in the stream distinguishes late and voided datagrams from others (R3 to R6). */
export interface Order {
  frame: number
  timeMs: number
  rewoundAtFrame: number
  rewoundToMs: number
  frameOf: Map<string, number>
  recentEvents: string[]
  /**
   * R20, R24: the offset makes frame numbers rise throughout; the fields from `behind` on are signs of a
   * decrease.
   */
  frameBase: number
  /** The epochs before this one are needed to recognise what is sent a second time. */
  epochs: Epoch[]
  /**
   * R20: the index is the frame, the values are digests of LapData; 0 stands for none. It is filled where a
   * flashback takes frames back.
   */
  digests: Uint32Array
  /** R20: a stream that is being sent again has reached this frame; null for a stream that is new. */
  repeated: { readonly frameBase: number; readonly frame: number } | null
  behind: number
  behindFrame: number
  jumpedFromFrame: number
  /** It is null if no event announced the jump. */
  jumpedToFrame: number | null
  straysLeft: number
}

/** Within an epoch of the stream frames rise. */
export interface Epoch {
  readonly frameBase: number
  /** It is the frame of the header at which the epoch ended. */
  readonly lastFrame: number
  readonly endMs: number
  /** It is true if the next epoch begins later in session time, and not with a flashback. */
  readonly isInTime: boolean
}

interface SafetyCars {
  /** It has the SCAR events, and every change of the status. */
  announced: { readonly type: number; readonly phase: number; readonly atMs: number }[]
  statuses: { readonly type: number; readonly atMs: number }[]
}

export interface WeekendSoFar {
  readonly races: number
  /** It is the type of the last session, see `SessionType`; null without one. */
  readonly previousType: number | null
}

/** R21: the sectors of a lap ended between these lap times. */
export interface SectorMarks {
  sent1Ms: number
  sent2Ms: number
  end1FromMs: number
  end1ToMs: number
  end2FromMs: number
  end2ToMs: number
}

/** The newest packet of a kind is stored undecoded, since most frames are never read. */
export interface StoredPacket<Car> {
  readonly bytes: Uint8Array
  length: number
  frame: number
  /** It is the session time of its header. */
  timeMs: number
  /** It is null until the cars are requested. */
  cars: readonly Car[] | null
  readonly decoder: SessionDecoder
}

/** Each is the newest packet of its kind, and null before the first one and after a flashback. */
export interface ConditionPackets {
  carStatus: StoredPacket<EnergyState> | null
  carDamage: StoredPacket<DamageState> | null
  carTelemetry: StoredPacket<WingState> | null
  carTelemetry2: StoredPacket<AeroState | null> | null
}

/** What no other packet says of a car's condition is in CarStatus. */
type EnergyValues = Omit<CarCondition, 'drsStatus' | keyof DamageState | keyof AeroState>

/** CarStatus says this of a car beside its tyres. */
export interface EnergyState {
  /** It is false for a car that restricts its telemetry, which sends zeros. */
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

/** The state is that of one session of one game: plain data that the reducer changes in place. */
export interface TrackedSession {
  /** The UID is decimal; if a save was loaded it is the last one. */
  uid: string
  readonly uids: string[]
  readonly startedAtMs: number
  endedAtMs: number | null
  status: SessionStatus
  lastAtMs: number
  header: Header
  /** These are the first and the last packet with weather (R14); null before any. */
  firstWeather: SessionInfo | null
  lastWeather: SessionInfo | null
  /** The player has used these driving assists (R31). */
  readonly assists: Set<Assist>
  readonly weekend: WeekendSoFar
  info: SessionInfo
  readonly cars: CarState[]
  hasParticipants: boolean
  /** No participant list has had a higher car count. */
  mostActiveCars: number
  hasTiming: boolean
  /** It is the session time of the last LapData; null before any and just after a flashback. */
  timingMs: number | null
  classifiedAtMs: number | null
  endedByGameAtMs: number | null
  /** These cars have sent a history after the classification. */
  readonly finalHistories: Set<number>
  order: Order
  motion: StoredPacket<MotionCar> | null
  readonly condition: ConditionPackets
  /** These are the tyre bytes of the last CarStatus; null if it must be read again. */
  lastTyreBytes: Uint8Array | null
  readonly safetyCars: SafetyCars
  redFlags: readonly number[]
  overtakes: readonly Overtake[]
  weatherHistory: readonly WeatherChange[]
  forecast: readonly WeatherSample[]
  events: readonly SessionEvent[]
  lastSeq: number
  trackOutline: readonly ([number, number] | null)[]
  /** Cars began the second and the third sector here, in metres; null where no car has been seen. */
  readonly sectorStarts: [second: number | null, third: number | null]
  /** The points lie at the same distances as those of the outline; null where no car has passed a pit lane. */
  pitLane: readonly ([number, number] | null)[]
  /** Timing has arrived in these half seconds of session time. */
  readonly halfSeconds: Set<number>
  /** The keys are unknown ids ("teams 250"), the values their counts. */
  readonly unknownIds: Map<string, number>
}
