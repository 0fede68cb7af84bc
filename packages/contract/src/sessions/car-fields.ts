import type { Driver } from './driver.ts'

/** The game sends these packets with every frame; they are thinned before they are stored. */
type FramePacket =
  | 'lapData'
  | 'motion'
  | 'carStatus'
  | 'carDamage'
  | 'carTelemetry'
  | 'carTelemetry2'
/** These packets are stored as often as they change. */
type WholePacket = 'session' | 'participants' | 'sessionHistory' | 'finalClassification' | 'event'

/**
 * Another recording of the same session adds to a field:
 * - `ifNull`: its value where the own one is null,
 * - `ifNullAtSameEnd`: the same, only where both recordings saw the same number of laps,
 * - `result`: its value where only the other recording has the classification,
 * - `shorter`: its value where it is shorter and laps were added,
 * - `hiddenName`: its name where the own game hides it,
 * - `entries`: entries of the list, by their own rules.
 */
type FillRule = 'ifNull' | 'ifNullAtSameEnd' | 'result' | 'shorter' | 'hiddenName' | 'entries'

interface CarField {
  readonly fill: readonly FillRule[]
  readonly from: readonly WholePacket[]
  /** The frames before and after a change of these fields are stored. */
  readonly onChange?: { readonly [K in FramePacket]?: readonly string[] }
  /** These fields change all the time, so that the packet's usual rate suffices. */
  readonly atRate?: { readonly [K in FramePacket]?: readonly string[] }
}

/**
 * The table has one row for each field of a car. Decoder, thinner and the filling from other recordings are
 * derived from it; a field without a row does not compile.
 */
export const CAR_FIELDS = {
  driverIdx: { fill: [], from: [] },
  name: { fill: ['hiddenName'], from: ['participants'] },
  carNumber: { fill: [], from: ['participants'] },
  team: { fill: [], from: ['participants'] },
  teamId: { fill: [], from: ['participants'] },
  teamColour: { fill: [], from: ['participants'] },
  isHuman: { fill: [], from: ['participants'] },
  telemetryPublic: { fill: [], from: ['participants', 'session'] },
  lapTimes: {
    fill: ['entries'],
    from: ['sessionHistory'],
    onChange: { lapData: ['lastLapTimeMs', 'sector1TimeMs', 'sector2TimeMs', 'currentLapInvalid'] },
  },
  pitStops: {
    fill: ['entries'],
    from: ['finalClassification'],
    onChange: {
      lapData: ['pitStatus', 'numPitStops', 'pitLaneTimerActive', 'pitStopShouldServePen'],
    },
    atRate: { lapData: ['pitLaneTimeMs', 'pitStopTimeMs'] },
  },
  tyres: {
    fill: ['entries'],
    from: ['sessionHistory', 'finalClassification'],
    onChange: { carStatus: ['actualTyreCompound', 'visualTyreCompound', 'tyresAgeLaps'] },
  },
  penalties: { fill: [], from: ['event'] },
  warnings: { fill: [], from: ['event'] },
  position: {
    fill: ['result'],
    from: ['finalClassification'],
    onChange: { lapData: ['carPosition'] },
  },
  startingPosition: {
    fill: ['ifNull'],
    from: ['finalClassification'],
    onChange: { lapData: ['gridPosition'] },
  },
  finishingPosition: { fill: ['result', 'ifNull'], from: ['finalClassification'] },
  resultStatus: {
    fill: ['result'],
    from: ['finalClassification'],
    onChange: { lapData: ['resultStatus'] },
  },
  points: { fill: ['result'], from: ['finalClassification'] },
  numberOfLaps: { fill: ['result'], from: ['finalClassification'] },
  currentLapNumber: {
    fill: [],
    from: ['sessionHistory'],
    onChange: { lapData: ['currentLapNum'] },
  },
  totalRaceTime: { fill: ['result', 'ifNull'], from: ['finalClassification'] },
  totalPenaltiesSeconds: {
    fill: ['result'],
    from: ['finalClassification'],
    onChange: { lapData: ['penaltiesSeconds'] },
  },
  totalWarnings: { fill: [], from: [], onChange: { lapData: ['totalWarnings'] } },
  totalCornerCutWarnings: {
    fill: [],
    from: ['event'],
    onChange: { lapData: ['cornerCuttingWarnings'] },
  },
  bestLapTimeMs: {
    fill: ['ifNull', 'shorter'],
    from: ['sessionHistory', 'finalClassification'],
  },
  bestSector1TimeMs: { fill: ['ifNull', 'shorter'], from: ['sessionHistory'] },
  bestSector2TimeMs: { fill: ['ifNull', 'shorter'], from: ['sessionHistory'] },
  bestSector3TimeMs: { fill: ['ifNull', 'shorter'], from: ['sessionHistory'] },
  lastLapTimeMs: {
    fill: ['ifNullAtSameEnd'],
    from: ['sessionHistory'],
    onChange: { lapData: ['lastLapTimeMs'] },
  },
  lastSector1TimeMs: { fill: ['ifNullAtSameEnd'], from: ['sessionHistory'] },
  lastSector2TimeMs: { fill: ['ifNullAtSameEnd'], from: ['sessionHistory'] },
  lastSector3TimeMs: { fill: ['ifNullAtSameEnd'], from: ['sessionHistory'] },
  currentLapTimeMs: {
    fill: [],
    from: [],
    atRate: { lapData: ['currentLapTimeMs'] },
  },
  currentSector1TimeMs: {
    fill: [],
    from: [],
    onChange: { lapData: ['sector1TimeMs'] },
  },
  currentSector2TimeMs: {
    fill: [],
    from: [],
    onChange: { lapData: ['sector2TimeMs'] },
  },
  currentSector3TimeMs: {
    fill: [],
    from: [],
    atRate: { lapData: ['currentLapTimeMs'] },
  },
  currentLapInvalid: {
    fill: [],
    from: [],
    onChange: { lapData: ['currentLapInvalid'] },
  },
  sector: { fill: [], from: [], onChange: { lapData: ['sector'] } },
  pitStatus: { fill: [], from: [], onChange: { lapData: ['pitStatus'] } },
  driverStatus: { fill: [], from: [], onChange: { lapData: ['driverStatus'] } },
  deltaToCarAhead: {
    fill: [],
    from: ['finalClassification'],
    atRate: { lapData: ['deltaToCarInFrontMs', 'totalDistance'] },
  },
  deltaToLeader: {
    fill: [],
    from: ['finalClassification'],
    atRate: { lapData: ['deltaToRaceLeaderMs', 'totalDistance'] },
  },
  currentTyreCompound: {
    fill: ['ifNullAtSameEnd'],
    from: [],
    onChange: { carStatus: ['visualTyreCompound'] },
  },
  currentTyreAgeLaps: {
    fill: ['ifNullAtSameEnd'],
    from: [],
    onChange: { carStatus: ['tyresAgeLaps'] },
  },
  unservedDriveThroughs: {
    fill: [],
    from: [],
    onChange: { lapData: ['numUnservedDriveThroughPens'] },
  },
  unservedStopGos: {
    fill: [],
    from: [],
    onChange: { lapData: ['numUnservedStopGoPens'] },
  },
  livePosition: {
    fill: [],
    from: [],
    atRate: { motion: ['worldPositionX', 'worldPositionY', 'worldPositionZ'] },
  },
  velocity: {
    fill: [],
    from: [],
    atRate: { motion: ['worldVelocityX', 'worldVelocityY', 'worldVelocityZ'] },
  },
  lapDistance: { fill: [], from: [], atRate: { lapData: ['lapDistance'] } },
  // Other recordings must not fill in anything of restricted drivers.
  fuelRemainingLaps: {
    fill: [],
    from: ['participants'],
    atRate: { carStatus: ['fuelRemainingLaps', 'fuelCapacity'] },
  },
  ersStorePercent: {
    fill: [],
    from: ['participants'],
    atRate: { carStatus: ['ersStoreEnergy'] },
  },
  ersDeployedPercent: {
    fill: [],
    from: ['participants'],
    atRate: { carStatus: ['ersDeployedThisLap'] },
  },
  ersDeployMode: {
    fill: [],
    from: ['participants'],
    atRate: { carStatus: ['ersDeployMode'] },
  },
  drsStatus: {
    fill: [],
    from: [],
    atRate: {
      carStatus: ['drsAllowed'],
      carTelemetry: ['drs'],
      carTelemetry2: ['has2026Regulations'],
    },
  },
  activeAeroStatus: {
    fill: [],
    from: [],
    atRate: { carTelemetry2: ['activeAeroMode', 'activeAeroAvailable'] },
  },
  overtakeStatus: {
    fill: [],
    from: [],
    atRate: { carTelemetry2: ['overtakeAvailable', 'overtakeActive'] },
  },
  tyreWear: {
    fill: [],
    from: ['participants'],
    atRate: { carDamage: ['tyresWear'] },
  },
  damage: {
    fill: [],
    from: ['participants'],
    atRate: {
      carDamage: [
        'frontLeftWingDamage',
        'frontRightWingDamage',
        'rearWingDamage',
        'floorDamage',
        'diffuserDamage',
        'sidepodDamage',
        'gearBoxDamage',
        'engineDamage',
        'drsFault',
        'ersFault',
      ],
    },
  },
} as const satisfies { readonly [K in keyof Driver]-?: CarField }

type Table = typeof CAR_FIELDS

type FieldFilledBy<Rule extends FillRule> = {
  [K in keyof Table]: Rule extends Table[K]['fill'][number] ? K : never
}[keyof Table]

/** Returns the fields with a fill rule, in the order of the table. */
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

/** Some row reads this field of a frame packet. */
export type FrameField<P extends FramePacket> = Cells<P, 'onChange'> | Cells<P, 'atRate'>

/** Returns the fields of a frame packet that rows read; with `onChange` only those of that column. */
export function frameFields<P extends FramePacket>(packet: P, only?: 'onChange'): FrameField<P>[] {
  const rows: readonly CarField[] = Object.values(CAR_FIELDS)
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
