import { Type, type Static, type TObject, type TSchema } from 'typebox'
import { Assist, ASSISTS, CarPerformance, Formula } from '../records/lap-category.ts'
import { CarDamage, TyreWear } from './car-condition.ts'
import { Driver, Lap, Penalty, PitStop, TyreStint, Warning } from './driver.ts'
import { endpointTable } from '../wire/endpoint.ts'
import {
  PenaltyType,
  ResultStatus,
  SafetyCarStatus,
  SessionType,
  Track,
  TyreCompound,
  WarningType,
  Weather,
} from '../wire/enumerations.ts'
import { describe, Instant, nullable, Uuid, Vector } from '../wire/schema.ts'
import {
  Overtake,
  SessionEvent,
  SessionEventKind,
  WeatherChange,
  WeatherSample,
} from './session-events.ts'
import { SessionSettings, RecordedSession, SessionSummary } from './session.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

/** A season has at most this many driver names per session. */
const CARS_MAX = 30
export const LAPS_MAX = 200
export const DOCUMENT_BYTES_MAX = 4_000_000
/** Thirty cars with two hundred laps each have some 45,000 values. */
export const DOCUMENT_VALUES_MAX = 100_000

const DAY_MS = 86_400_000

const number = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)
const known = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema))
const list = <T extends TSchema>(schema: T, maxItems: number) =>
  Type.Optional(Type.Array(schema, { maxItems }))

/**
 * The server derives these members of an answer. A request may contain them, so that a document of this API
 * can be sent back, and they are ignored. Any other unknown member is refused.
 */
const ignoring = (answer: TObject) => ({ ignored: Object.keys(answer.properties), answer })

/** The game sends such a number in one byte. */
const Code = number(0, 255)
const codeOf = (names: Readonly<Record<string, number>>) =>
  Type.Integer({ minimum: 0, maximum: 255, names })
const Link = number(0, 4_294_967_295)
const Celsius = number(-100, 150)
const TimeMs = number(0, DAY_MS)
/** It is the time of a lap or sector; 0 is not a time. */
const SplitMs = number(1, DAY_MS)
const Place = number(1, CARS_MAX)
const CarIndex = number(0, CARS_MAX - 1)
const LapNumber = number(0, LAPS_MAX)
const Flag = Type.Boolean()
/** A hidden name is empty. */
const Name = Type.String({ maxLength: TEXT_MAX.driverName })

const Measured = Type.Number({ minimum: -1e9, maximum: 1e9 })
export const DocumentVector = Type.Object(
  { x: Measured, y: Measured, z: Measured },
  ignoring(Vector),
)

const DocumentLap = Type.Object(
  {
    lapTime: nullable(SplitMs),
    sector1Time: known(SplitMs),
    sector2Time: known(SplitMs),
    sector3Time: known(SplitMs),
    invalidLap: optional(Flag),
  },
  ignoring(Lap),
)

const DocumentStint = Type.Object(
  {
    tyreCompound: codeOf(TyreCompound),
    actualTyreCompound: known(Code),
    endLap: known(LapNumber),
  },
  ignoring(TyreStint),
)

const DocumentStop = Type.Object(
  {
    lapNum: LapNumber,
    pitLaneTimeMs: known(TimeMs),
    stopTimeMs: known(TimeMs),
  },
  ignoring(PitStop),
)

const DocumentPenalty = Type.Object(
  {
    penaltyType: codeOf(PenaltyType),
    penaltyTime: known(number(0, 255)),
    infringementType: Code,
    otherVehicleIdx: known(Code),
    lapNum: LapNumber,
    penaltyIssuedTime: TimeMs,
  },
  ignoring(Penalty),
)

const DocumentWarning = Type.Object(
  {
    warningType: codeOf(WarningType),
    infringementType: Code,
    lapNum: LapNumber,
    warningTime: TimeMs,
  },
  ignoring(Warning),
)

const FuelLaps = Type.Number({ minimum: -1000, maximum: 1000 })
const Percent = number(0, 100)
const DocumentWear = Type.Object(
  { frontLeft: Percent, frontRight: Percent, rearLeft: Percent, rearRight: Percent },
  ignoring(TyreWear),
)
const DocumentDamage = Type.Object(
  {
    frontLeftWing: Code,
    frontRightWing: Code,
    rearWing: Code,
    floor: Code,
    diffuser: Code,
    sidepod: Code,
    gearbox: Code,
    engine: Code,
    drsFault: Flag,
    ersFault: Flag,
  },
  ignoring(CarDamage),
)

/** Missing members of a car are unknown; none that a session has is refused or ignored. */
export const DocumentDriver = Type.Object(
  {
    driverIdx: CarIndex,
    name: Name,
    carNumber: known(number(0, 999)),
    team: optional(Name),
    teamId: optional(number(0, 65_535)),
    teamColour: optional(
      Type.String({ pattern: '^#[\\da-fA-F]{6}$', 'x-expected': 'must be a colour like #e10600' }),
    ),
    isHuman: optional(Flag),
    telemetryPublic: optional(Flag),
    position: known(Place),
    startingPosition: known(number(0, CARS_MAX)),
    finishingPosition: known(Place),
    resultStatus: Type.Integer({ minimum: 0, maximum: 7, names: ResultStatus }),
    points: known(number(0, 1000)),
    numberOfLaps: known(LapNumber),
    /** Penalties are not included. */
    totalRaceTime: known(SplitMs),
    totalPenaltiesSeconds: optional(number(0, 3600)),
    totalWarnings: optional(number(0, 999)),
    totalCornerCutWarnings: optional(number(0, 999)),
    bestLapTimeMs: known(SplitMs),
    bestSector1TimeMs: known(SplitMs),
    bestSector2TimeMs: known(SplitMs),
    bestSector3TimeMs: known(SplitMs),
    lastLapTimeMs: known(SplitMs),
    lastSector1TimeMs: known(SplitMs),
    lastSector2TimeMs: known(SplitMs),
    lastSector3TimeMs: known(SplitMs),
    currentLapNumber: optional(number(0, LAPS_MAX + 1)),
    currentTyreCompound: known(codeOf(TyreCompound)),
    currentTyreAgeLaps: known(LapNumber),
    deltaToCarAhead: known(number(-DAY_MS, DAY_MS)),
    deltaToLeader: known(number(-DAY_MS, DAY_MS)),
    currentLapTimeMs: known(TimeMs),
    currentSector1TimeMs: known(TimeMs),
    currentSector2TimeMs: known(TimeMs),
    currentSector3TimeMs: known(TimeMs),
    currentLapInvalid: optional(Flag),
    sector: optional(Code),
    pitStatus: optional(Code),
    driverStatus: optional(Code),
    unservedDriveThroughs: optional(Code),
    unservedStopGos: optional(Code),
    livePosition: known(DocumentVector),
    velocity: known(DocumentVector),
    lapDistance: known(Measured),
    fuelRemainingLaps: known(FuelLaps),
    ersStorePercent: known(Percent),
    ersDeployedPercent: known(Percent),
    ersDeployMode: known(Code),
    drsStatus: known(Code),
    activeAeroStatus: known(Code),
    overtakeStatus: known(Code),
    tyreWear: known(DocumentWear),
    damage: known(DocumentDamage),
    lapTimes: list(DocumentLap, LAPS_MAX),
    pitStops: list(DocumentStop, 100),
    tyres: list(DocumentStint, 100),
    penalties: list(DocumentPenalty, 300),
    warnings: list(DocumentWarning, 300),
  } satisfies Readonly<Record<keyof Driver, TSchema>>,
  ignoring(Driver),
)
export type DocumentDriver = Static<typeof DocumentDriver>

const DocumentOvertake = Type.Object(
  {
    overtakingDriverIdx: Code,
    overtakenDriverIdx: Code,
    lapNum: LapNumber,
    overtakingTime: TimeMs,
    utcTime: Instant,
  },
  ignoring(Overtake),
)

const DocumentWeather = Type.Object(
  {
    timeMs: TimeMs,
    lapNum: LapNumber,
    weather: codeOf(Weather),
    trackTemp: Celsius,
    airTemp: Celsius,
  },
  ignoring(WeatherChange),
)

const Change = number(-128, 255)

const DocumentForecast = Type.Object(
  {
    sessionTypeMode: codeOf(SessionType),
    timeOffSet: number(0, 1440),
    forecastedWeatherCondition: codeOf(Weather),
    trackTemperatureCelsius: Celsius,
    trackTemperatureChange: Change,
    airTemperatureCelsius: Celsius,
    airTemperatureChange: Change,
    rainPercentage: Code,
  },
  ignoring(WeatherSample),
)

const DocumentEvent = Type.Object(
  {
    kind: SessionEventKind,
    timeMs: TimeMs,
    lapNum: known(LapNumber),
    driverIdx: known(Code),
    otherDriverIdx: known(Code),
    value: known(number(-DAY_MS, DAY_MS)),
    seconds: known(number(0, 3600)),
  },
  ignoring(SessionEvent),
)

const DocumentSettings = Type.Object(
  {
    formula: Formula,
    performance: CarPerformance,
    gameMode: Code,
    assists: Type.Array(Assist, { maxItems: ASSISTS.length }),
  },
  ignoring(SessionSettings),
)

const Metres = Type.Number({ minimum: -100_000, maximum: 100_000 })

/**
 * A person or program describes a finished session: it is a session detail of which most members are
 * optional. The server sets the sender, the ids and the completeness; such members are ignored.
 */
export const SessionDocument = Type.Object(
  {
    /** It is the UID that the game sends, and is ignored for a result without laps. */
    sessionId: optional(
      Type.String({
        pattern: '^\\d{1,20}$',
        'x-expected': 'must be a number of at most 20 digits, as text',
      }),
    ),
    trackId: codeOf(Track),
    sessionType: Type.Integer({ minimum: 0, maximum: 18, names: SessionType }),
    numberOfLaps: known(LapNumber),
    sessionStartTime: Instant,
    sessionEndTime: known(Instant),
    gameVersion: known(number(1950, 2100)),
    gameBuild: optional(Type.String({ maxLength: 20 })),
    packetFormat: known(number(0, 2100)),
    isMultiplayer: known(Flag),
    seasonLinkIdentifier: optional(Link),
    weekendLinkIdentifier: optional(Link),
    sessionLinkIdentifier: optional(Link),
    startTrackTemp: known(Celsius),
    startAirTemp: known(Celsius),
    startWeather: known(codeOf(Weather)),
    trackTemp: known(Celsius),
    airTemp: known(Celsius),
    weather: known(codeOf(Weather)),
    sessionTimeLeft: optional(number(0, 86_400)),
    safetyCarStatus: optional(codeOf(SafetyCarStatus)),
    weatherForecastSamples: list(DocumentForecast, 200),
    settings: optional(DocumentSettings),
    recorderDriverIdx: known(CarIndex),
    sessionDuration: known(number(0, 86_400)),
    timeOfDay: known(number(0, 1440)),
    trackLength: known(number(0, 100_000)),
    numberOfSafetyCars: known(number(0, 255)),
    numberOfVirtualSafetyCars: known(number(0, 255)),
    numberOfRedFlags: known(number(0, 255)),
    classification: optional(Type.Enum(['final', 'provisional'])),
    raceKind: known(Type.Enum(['sprint', 'main'])),
    derived: list(Type.String({ maxLength: 100 }), 200),
    weekendStructure: list(Type.Integer({ minimum: 0, maximum: 18, names: SessionType }), 20),
    overtakes: list(DocumentOvertake, 5000),
    weatherHistory: list(DocumentWeather, 2000),
    events: list(DocumentEvent, 10_000),
    trackOutline: list(nullable(Type.Tuple([Metres, Metres])), 2000),
    drivers: Type.Array(DocumentDriver, { minItems: 1, maxItems: CARS_MAX }),
  },
  ignoring(RecordedSession),
)
export type SessionDocument = Static<typeof SessionDocument>

const PATH = '/api/Sessions'

export const manualResults = endpointTable({
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Stores a result entered by hand; repeating the same document has no further effect',
    auth: 'recorder',
    scope: 'sessions:write',
    body: SessionDocument,
    bodyBytesMax: DOCUMENT_BYTES_MAX,
    bodyValuesMax: DOCUMENT_VALUES_MAX,
    response: SessionSummary,
  },
  correct: {
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Replaces the document of an own result entered by hand',
    auth: 'recorder',
    scope: 'sessions:write',
    params: Type.Object({ id: describe(Uuid, 'Id of the recorded session.') }),
    body: SessionDocument,
    bodyBytesMax: DOCUMENT_BYTES_MAX,
    bodyValuesMax: DOCUMENT_VALUES_MAX,
    response: SessionSummary,
    ifMatch: true,
    errors: [409],
  },
})
