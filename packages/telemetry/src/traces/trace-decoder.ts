import { type DatagramIdentity, identifyDatagram } from '../decode.ts'
import type { FrameHeader } from '../formats/format-table.ts'
import type { Body } from '../formats/model.ts'
import type { PlayerCarPart } from '../formats/player-car.ts'
import { type Field, placeOf, struct } from '../layout/field.ts'
import { type ColumnReader, columnReaderOf, fieldReaderOf } from '../layout/reader.ts'

interface Cars {
  readonly lapData: Body<'lapData'>['cars'][number]
  readonly motion: Body<'motion'>['cars'][number]
  readonly carTelemetry: Body<'carTelemetry'>['cars'][number]
  readonly carStatus: Body<'carStatus'>['cars'][number]
  readonly carTelemetry2: Body<'carTelemetry2'>['cars'][number]
}

/** Traces read these fields of each car, at these places. */
export const SENT_COLUMNS = {
  lapData: {
    lapDistance: 0,
    currentLapTimeMs: 1,
    currentLapNum: 2,
    lastLapTimeMs: 3,
    pitStatus: 4,
    driverStatus: 5,
    resultStatus: 6,
  },
  motion: { worldPositionX: 0, worldPositionZ: 1 },
  carTelemetry: { speedKmh: 0, throttle: 1, brake: 2, steer: 3, gear: 4, engineRpm: 5, drs: 6 },
  carStatus: { ersDeployMode: 0, ersStoreEnergy: 1, fuelCapacity: 2 },
  carTelemetry2: { activeAeroMode: 0, overtakeActive: 1, has2026Regulations: 2 },
} as const satisfies { readonly [K in keyof Cars]: Partial<Record<keyof Cars[K], number>> }

/**
 * The row has the numbers of a car in a datagram: `read` reads those of `SENT_COLUMNS`, with `at` as the
 * beginning.
 */
export interface SentRow {
  readonly read: ColumnReader
  readonly view: DataView
  at: number
}

interface Readable {
  /** What it returns is valid until the next header is read. */
  readHeader(view: DataView): FrameHeader
}

/** The packet has a row of each car. */
interface CarsLayout extends Readable {
  readonly kind: keyof Cars
  /** The row of the first car begins here. */
  readonly at: number
  readonly rowBytes: number
  /** The packet has room for this number of cars. */
  readonly count: number
  readonly read: ColumnReader
}

/** The packet has parts of the player's car alone. */
export interface PlayerCarLayout extends Readable {
  readonly kind: 'playerCar'
  readonly carIdxAt: number
  readonly partsAt: number
  /** The readers of its parts take this as the beginning. */
  readonly at: number
  readonly read: Readonly<Record<PlayerCarPart, ColumnReader>>
}

const layouts = new WeakMap<DatagramIdentity, CarsLayout | PlayerCarLayout>()

/** Returns where a datagram has what traces are made of; null for one that has nothing of it. */
export function findTraceLayout(bytes: Uint8Array): CarsLayout | PlayerCarLayout | null {
  const identity = identifyDatagram(bytes)
  switch (identity.kind) {
    case 'lapData':
    case 'motion':
    case 'carTelemetry':
    case 'carStatus':
    case 'carTelemetry2':
    case 'playerCar': {
      const known = layouts.get(identity)
      if (known) return known
      const { kind } = identity
      const made = kind === 'playerCar' ? playerCarLayout(identity) : carsLayout(kind, identity)
      layouts.set(identity, made)
      return made
    }
    default:
      return null
  }
}

function carsLayout(kind: keyof Cars, { header, headerSize, body }: DatagramIdentity): CarsLayout {
  const shape = body['cars']?.shape
  if (shape?.form !== 'array') throw new RangeError(`${kind} has no cars`)
  const { count, item } = shape
  return {
    kind,
    readHeader: headerReaderOf(header),
    at: headerSize + placeOf(body, 'cars'),
    rowBytes: item.size,
    count,
    read: columnReaderOf(item, Object.keys(SENT_COLUMNS[kind])),
  }
}

function playerCarLayout({ header, headerSize, body }: DatagramIdentity): PlayerCarLayout {
  const read = (part: PlayerCarPart) =>
    columnReaderOf(struct(body), Object.keys(SENT_COLUMNS[part]))
  return {
    kind: 'playerCar',
    readHeader: headerReaderOf(header),
    carIdxAt: headerSize + placeOf(body, 'carIdx'),
    partsAt: headerSize + placeOf(body, 'parts'),
    at: headerSize,
    read: {
      lapData: read('lapData'),
      carTelemetry: read('carTelemetry'),
      motion: read('motion'),
      carStatus: read('carStatus'),
    },
  }
}

const frame = { sessionTime: 0, frameIdentifier: 0, overallFrameIdentifier: null }

function headerReaderOf(header: Field<unknown>): Readable['readHeader'] {
  const read = fieldReaderOf(header, Object.keys(frame))
  return (view) => {
    read(view, 0, frame)
    return frame
  }
}
