import type { Driver } from './driver.ts'
import { ResultStatus } from '../wire/enumerations.ts'

/** Packets that the game sends with every frame and that are thinned before they are stored. */
type FramePacket =
  | 'lapData'
  | 'motion'
  | 'carStatus'
  | 'carDamage'
  | 'carTelemetry'
  | 'carTelemetry2'
/** Packets that are stored as often as they change. */
type WholePacket = 'session' | 'participants' | 'sessionHistory' | 'finalClassification' | 'event'

/**
 * What another recording of the same session adds to a field:
 * - `ifNull`: its value where the own one is null,
 * - `ifNullAtSameEnd`: the same, only where both recordings saw the same number of laps,
 * - `result`: its value where only the other recording has the classification,
 * - `shorter`: its value where it is shorter and laps were added,
 * - `hiddenName`: its name where the own game hides it,
 * - `entries`: entries of the list, by their own rules.
 */
export type FillRule =
  | 'ifNull'
  | 'ifNullAtSameEnd'
  | 'result'
  | 'shorter'
  | 'hiddenName'
  | 'entries'

interface CarField<Value> {
  /** The value while nothing is known. */
  readonly blank: Value | readonly []
  readonly fill: readonly FillRule[]
  readonly from: readonly WholePacket[]
  /** Fields of frame packets: the frames before and after a change are stored. */
  readonly onChange?: { readonly [K in FramePacket]?: readonly string[] }
  /** Fields of frame packets that change all the time: the packet's usual rate suffices. */
  readonly atRate?: { readonly [K in FramePacket]?: readonly string[] }
}

/**
 * One row for each field of a car. Decoder, thinner, blank values and the filling from other
 * recordings are derived from it; a field without a row does not compile.
 */
export const CAR_FIELDS = {
  driverIdx: { blank: 0, fill: [], from: [] },
  name: { blank: '', fill: ['hiddenName'], from: ['participants'] },
  carNumber: { blank: null, fill: [], from: ['participants'] },
  team: { blank: '', fill: [], from: ['participants'] },
  teamId: { blank: 0, fill: [], from: ['participants'] },
  teamColour: { blank: '', fill: [], from: ['participants'] },
  isHuman: { blank: false, fill: [], from: ['participants'] },
  telemetryPublic: { blank: true, fill: [], from: ['participants', 'session'] },
  lapTimes: {
    blank: [],
    fill: ['entries'],
    from: ['sessionHistory'],
    onChange: { lapData: ['lastLapTimeMs', 'sector1TimeMs', 'sector2TimeMs', 'currentLapInvalid'] },
  },
  pitStops: {
    blank: [],
    fill: ['entries'],
    from: ['finalClassification'],
    onChange: {
      lapData: ['pitStatus', 'numPitStops', 'pitLaneTimerActive', 'pitStopShouldServePen'],
    },
    atRate: { lapData: ['pitLaneTimeMs', 'pitStopTimeMs'] },
  },
  tyres: {
    blank: [],
    fill: ['entries'],
    from: ['sessionHistory', 'finalClassification'],
    onChange: { carStatus: ['actualTyreCompound', 'visualTyreCompound', 'tyresAgeLaps'] },
  },
  penalties: { blank: [], fill: [], from: ['event'] },
  warnings: { blank: [], fill: [], from: ['event'] },
  position: {
    blank: null,
    fill: ['result'],
    from: ['finalClassification'],
    onChange: { lapData: ['carPosition'] },
  },
  startingPosition: {
    blank: null,
    fill: ['ifNull'],
    from: ['finalClassification'],
    onChange: { lapData: ['gridPosition'] },
  },
  finishingPosition: { blank: null, fill: ['result', 'ifNull'], from: ['finalClassification'] },
  resultStatus: {
    blank: ResultStatus.Active,
    fill: ['result'],
    from: ['finalClassification'],
    onChange: { lapData: ['resultStatus'] },
  },
  points: { blank: undefined, fill: ['result'], from: ['finalClassification'] },
  numberOfLaps: { blank: 0, fill: ['result'], from: ['finalClassification'] },
  currentLapNumber: {
    blank: 1,
    fill: [],
    from: ['sessionHistory'],
    onChange: { lapData: ['currentLapNum'] },
  },
  totalRaceTime: { blank: null, fill: ['result', 'ifNull'], from: ['finalClassification'] },
  totalPenaltiesSeconds: {
    blank: 0,
    fill: ['result'],
    from: ['finalClassification'],
    onChange: { lapData: ['penaltiesSeconds'] },
  },
  totalWarnings: { blank: 0, fill: [], from: [], onChange: { lapData: ['totalWarnings'] } },
  totalCornerCutWarnings: {
    blank: 0,
    fill: [],
    from: ['event'],
    onChange: { lapData: ['cornerCuttingWarnings'] },
  },
  bestLapTimeMs: {
    blank: null,
    fill: ['ifNull', 'shorter'],
    from: ['sessionHistory', 'finalClassification'],
  },
  bestSector1TimeMs: { blank: null, fill: ['ifNull', 'shorter'], from: ['sessionHistory'] },
  bestSector2TimeMs: { blank: null, fill: ['ifNull', 'shorter'], from: ['sessionHistory'] },
  bestSector3TimeMs: { blank: null, fill: ['ifNull', 'shorter'], from: ['sessionHistory'] },
  lastLapTimeMs: {
    blank: null,
    fill: ['ifNullAtSameEnd'],
    from: ['sessionHistory'],
    onChange: { lapData: ['lastLapTimeMs'] },
  },
  lastSector1TimeMs: { blank: null, fill: ['ifNullAtSameEnd'], from: ['sessionHistory'] },
  lastSector2TimeMs: { blank: null, fill: ['ifNullAtSameEnd'], from: ['sessionHistory'] },
  lastSector3TimeMs: { blank: null, fill: ['ifNullAtSameEnd'], from: ['sessionHistory'] },
  currentLapTimeMs: {
    blank: null,
    fill: [],
    from: [],
    atRate: { lapData: ['currentLapTimeMs'] },
  },
  currentSector1TimeMs: {
    blank: null,
    fill: [],
    from: [],
    onChange: { lapData: ['sector1TimeMs'] },
  },
  currentSector2TimeMs: {
    blank: null,
    fill: [],
    from: [],
    onChange: { lapData: ['sector2TimeMs'] },
  },
  currentSector3TimeMs: {
    blank: null,
    fill: [],
    from: [],
    atRate: { lapData: ['currentLapTimeMs'] },
  },
  currentLapInvalid: {
    blank: false,
    fill: [],
    from: [],
    onChange: { lapData: ['currentLapInvalid'] },
  },
  sector: { blank: 0, fill: [], from: [], onChange: { lapData: ['sector'] } },
  pitStatus: { blank: 0, fill: [], from: [], onChange: { lapData: ['pitStatus'] } },
  driverStatus: { blank: 4, fill: [], from: [], onChange: { lapData: ['driverStatus'] } },
  deltaToCarAhead: {
    blank: null,
    fill: [],
    from: ['finalClassification'],
    atRate: { lapData: ['deltaToCarInFrontMs', 'totalDistance'] },
  },
  deltaToLeader: {
    blank: null,
    fill: [],
    from: ['finalClassification'],
    atRate: { lapData: ['deltaToRaceLeaderMs', 'totalDistance'] },
  },
  currentTyreCompound: {
    blank: null,
    fill: ['ifNullAtSameEnd'],
    from: [],
    onChange: { carStatus: ['visualTyreCompound'] },
  },
  currentTyreAgeLaps: {
    blank: null,
    fill: ['ifNullAtSameEnd'],
    from: [],
    onChange: { carStatus: ['tyresAgeLaps'] },
  },
  unservedDriveThroughs: {
    blank: 0,
    fill: [],
    from: [],
    onChange: { lapData: ['numUnservedDriveThroughPens'] },
  },
  unservedStopGos: {
    blank: 0,
    fill: [],
    from: [],
    onChange: { lapData: ['numUnservedStopGoPens'] },
  },
  livePosition: {
    blank: null,
    fill: [],
    from: [],
    atRate: { motion: ['worldPositionX', 'worldPositionY', 'worldPositionZ'] },
  },
  velocity: {
    blank: null,
    fill: [],
    from: [],
    atRate: { motion: ['worldVelocityX', 'worldVelocityY', 'worldVelocityZ'] },
  },
  lapDistance: { blank: null, fill: [], from: [], atRate: { lapData: ['lapDistance'] } },
  // Of restricted drivers other recordings must not fill anything in.
  fuelRemainingLaps: {
    blank: null,
    fill: [],
    from: ['participants'],
    atRate: { carStatus: ['fuelRemainingLaps', 'fuelCapacity'] },
  },
  ersStorePercent: {
    blank: null,
    fill: [],
    from: ['participants'],
    atRate: { carStatus: ['ersStoreEnergy'] },
  },
  ersDeployedPercent: {
    blank: null,
    fill: [],
    from: ['participants'],
    atRate: { carStatus: ['ersDeployedThisLap'] },
  },
  ersDeployMode: {
    blank: null,
    fill: [],
    from: ['participants'],
    atRate: { carStatus: ['ersDeployMode'] },
  },
  drsStatus: {
    blank: null,
    fill: [],
    from: [],
    atRate: {
      carStatus: ['drsAllowed'],
      carTelemetry: ['drs'],
      carTelemetry2: ['has2026Regulations'],
    },
  },
  activeAeroStatus: {
    blank: null,
    fill: [],
    from: [],
    atRate: { carTelemetry2: ['activeAeroMode', 'activeAeroAvailable'] },
  },
  overtakeStatus: {
    blank: null,
    fill: [],
    from: [],
    atRate: { carTelemetry2: ['overtakeAvailable', 'overtakeActive'] },
  },
  tyreWear: {
    blank: null,
    fill: [],
    from: ['participants'],
    atRate: { carDamage: ['tyresWear'] },
  },
  damage: {
    blank: null,
    fill: [],
    from: ['participants'],
    atRate: {
      carDamage: [
        ...(['frontLeftWingDamage', 'frontRightWingDamage', 'rearWingDamage'] as const),
        ...(['floorDamage', 'diffuserDamage', 'sidepodDamage', 'gearBoxDamage'] as const),
        ...(['engineDamage', 'drsFault', 'ersFault'] as const),
      ],
    },
  },
} as const satisfies { readonly [K in keyof Driver]-?: CarField<Driver[K]> }

type Table = typeof CAR_FIELDS

/** Fields with this rule. */
export type FieldFilledBy<Rule extends FillRule> = {
  [K in keyof Table]: Rule extends Table[K]['fill'][number] ? K : never
}[keyof Table]

/** Fields with this rule, in the order of the table. */
export function fieldsFilledBy<Rule extends FillRule>(rule: Rule): FieldFilledBy<Rule>[] {
  return FIELD_NAMES.filter((name): name is FieldFilledBy<Rule> => {
    const rules: readonly FillRule[] = CAR_FIELDS[name].fill
    return rules.includes(rule)
  })
}

type Cells<P extends FramePacket, C extends 'onChange' | 'atRate'> = {
  [K in keyof Table]: Table[K] extends { readonly [_ in C]: { readonly [_ in P]: infer Names } }
    ? Names extends readonly (infer Name)[]
      ? Name
      : never
    : never
}[keyof Table]

/** A field of a frame packet that some row reads. */
export type FrameField<P extends FramePacket> = Cells<P, 'onChange'> | Cells<P, 'atRate'>

/** The fields of a frame packet that rows read; with `onChange` only those of that column. */
export function frameFields<P extends FramePacket>(packet: P, only?: 'onChange'): FrameField<P>[] {
  const rows: readonly CarField<unknown>[] = Object.values(CAR_FIELDS)
  const names = rows.flatMap(({ onChange = {}, atRate = {} }): readonly string[] => {
    const atAnyRate: readonly string[] = only === undefined ? (atRate[packet] ?? []) : []
    return [...(onChange[packet] ?? []), ...atAnyRate]
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names stand in the table
  return [...new Set(names)] as FrameField<P>[]
}

const FIELD_NAMES = Object.keys(CAR_FIELDS).filter((name): name is keyof Table =>
  Object.hasOwn(CAR_FIELDS, name),
)

const blanks: object = Object.fromEntries(
  FIELD_NAMES.filter((name) => CAR_FIELDS[name].blank !== undefined).map((name) => [
    name,
    CAR_FIELDS[name].blank,
  ]),
)
/** A driver of whom nothing is known: the base of documents that are made without datagrams. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each row's blank fits its field
export const BLANK_DRIVER = blanks as Driver
