import { decodeDatagram, type HeaderRead, readHeader } from '../decode.ts'
import type { Body, Header } from '../formats/model.ts'
import { type Fields, placeOf } from '../layout/field.ts'
import { type RowReader, rowReaderOf, viewOf } from '../layout/reader.ts'

interface Cars {
  readonly lapData: Body<'lapData'>['cars'][number]
  readonly motion: Body<'motion'>['cars'][number]
  readonly carTelemetry: Body<'carTelemetry'>['cars'][number]
  readonly carStatus: Body<'carStatus'>['cars'][number]
  readonly carTelemetry2: Body<'carTelemetry2'>['cars'][number]
}

/** The fields of each car that traces read, in rows that are used again for each car. */
const rows = {
  lapData: {
    lapDistance: 0,
    currentLapNum: 0,
    currentLapTimeMs: 0,
    lastLapTimeMs: 0,
    pitStatus: 0,
    driverStatus: 0,
    resultStatus: 0,
  },
  motion: { worldPositionX: 0, worldPositionZ: 0 },
  carTelemetry: { speedKmh: 0, throttle: 0, steer: 0, brake: 0, gear: 0, engineRpm: 0, drs: 0 },
  carStatus: { fuelCapacity: 0, ersStoreEnergy: 0, ersDeployMode: 0 },
  carTelemetry2: { activeAeroMode: 0, overtakeActive: 0, has2026Regulations: 0 },
} satisfies { readonly [K in keyof Cars]: Partial<Cars[K]> }

/** A car in a packet that traces are made of. */
export type TraceRow<K extends keyof Cars> = Readonly<(typeof rows)[K]>

interface TraceCars<K extends keyof Cars> {
  readonly kind: K
  readonly header: Header
  /** Of the cars that the packet has room for. */
  readonly count: number
  /** The row of a car. It is valid until the next one is read. */
  rowAt(carIdx: number): TraceRow<K>
}

type TracePacket =
  | { [K in keyof Cars]: TraceCars<K> }[keyof Cars]
  | ({ readonly kind: 'playerCar'; readonly header: Header } & Body<'playerCar'>)

/** A packet that traces are made of, with the fields that they need; null for any other datagram. */
export function decodeForTraces(bytes: Uint8Array): TracePacket | null {
  const read = readHeader(bytes)
  switch (read.kind) {
    case 'lapData':
      return carsOf(read.kind, read, bytes)
    case 'motion':
      return carsOf(read.kind, read, bytes)
    case 'carTelemetry':
      return carsOf(read.kind, read, bytes)
    case 'carStatus':
      return carsOf(read.kind, read, bytes)
    case 'carTelemetry2':
      return carsOf(read.kind, read, bytes)
    case 'playerCar': {
      const packet = decodeDatagram(bytes)
      return packet.kind === 'playerCar' ? packet : null
    }
    default:
      return null
  }
}

function carsOf<K extends keyof Cars>(
  kind: K,
  { header, headerSize, body }: HeaderRead,
  bytes: Uint8Array,
): TraceCars<K> {
  const { at, rowBytes, count, read } = layoutOf(kind, body)
  const view = viewOf(bytes)
  const row: TraceRow<K> = rows[kind]
  return {
    ...{ kind, header, count },
    rowAt(carIdx) {
      read(view, headerSize + at + carIdx * rowBytes, row)
      return row
    },
  }
}

interface Layout {
  /** Where the first row begins, counted from the end of the header. */
  readonly at: number
  readonly rowBytes: number
  readonly count: number
  readonly read: RowReader
}

const layouts = new WeakMap<Fields, Layout>()

/** How the packets of a kind and year have the rows of their cars. */
function layoutOf(kind: keyof Cars, body: Fields): Layout {
  const known = layouts.get(body)
  if (known) return known
  const shape = body['cars']?.shape
  if (shape?.form !== 'array') throw new RangeError(`${kind} has no cars`)
  const { count, item } = shape
  const read = rowReaderOf(item, Object.keys(rows[kind]))
  const layout = { at: placeOf(body, 'cars'), rowBytes: item.size, count, read }
  layouts.set(body, layout)
  return layout
}
