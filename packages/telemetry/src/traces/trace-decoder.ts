import { createDecoder } from '../decode.ts'
import type { Body, Header } from '../formats/model.ts'
import { formats } from '../formats/registry.ts'
import { withCarFields } from '../formats/with-car-fields.ts'

interface Cars {
  readonly lapData: Body<'lapData'>['cars'][number]
  readonly motion: Body<'motion'>['cars'][number]
  readonly carTelemetry: Body<'carTelemetry'>['cars'][number]
  readonly carStatus: Body<'carStatus'>['cars'][number]
  readonly carTelemetry2: Body<'carTelemetry2'>['cars'][number]
}

/** The fields of each car that traces read. */
const traceFields = {
  lapData: [
    'lapDistance',
    'currentLapNum',
    'currentLapTimeMs',
    'lastLapTimeMs',
    'pitStatus',
    'driverStatus',
    'resultStatus',
  ],
  motion: ['worldPositionX', 'worldPositionZ'],
  carTelemetry: ['speedKmh', 'throttle', 'steer', 'brake', 'gear', 'engineRpm', 'drs'],
  carStatus: ['fuelCapacity', 'ersStoreEnergy', 'ersDeployMode'],
  carTelemetry2: ['activeAeroMode', 'overtakeActive', 'has2026Regulations'],
} as const satisfies { [K in keyof Cars]: readonly (keyof Cars[K])[] }

/** A car in a packet that traces are made of. */
export type TraceRow<K extends keyof Cars> = Pick<
  Cars[K],
  (typeof traceFields)[K][number] & keyof Cars[K]
>

type TracePacket =
  | {
      [K in keyof Cars]: {
        readonly kind: K
        readonly header: Header
        readonly cars: readonly TraceRow<K>[]
      }
    }[keyof Cars]
  | ({ readonly kind: 'playerCar'; readonly header: Header } & Body<'playerCar'>)

const decoder = createDecoder(
  Object.values(formats).map((table) => withCarFields(table, traceFields)),
)

/** A packet that traces are made of, with the fields that they need; null for any other datagram. */
export function decodeForTraces(bytes: Uint8Array): TracePacket | null {
  const { kind } = decoder.identify(bytes)
  if (!(kind in traceFields) && kind !== 'playerCar') return null
  const packet = decoder.decodeDatagram(bytes)
  switch (packet.kind) {
    case 'lapData':
    case 'motion':
    case 'carTelemetry':
    case 'carStatus':
    case 'carTelemetry2':
    case 'playerCar':
      return packet
    default:
      return null
  }
}
