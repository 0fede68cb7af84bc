import { frameFields, type FrameField } from '@pitboard/contract/sessions/car-fields'
import { createDecoder, type Decoder } from '../../decode.ts'
import type { FormatTable } from '../../formats/format-table.ts'
import type { Body, Packet, Rejected } from '../../formats/model.ts'
import { formats } from '../../formats/registry.ts'
import type { PacketTable } from '../../layout/field.ts'
import { withCarFields } from '../../formats/with-car-fields.ts'
import { withUsedRows } from '../../layout/partial-tables.ts'

interface Cars {
  readonly motion: Body<'motion'>['cars'][number]
  readonly lapData: Body<'lapData'>['cars'][number]
  readonly carStatus: Body<'carStatus'>['cars'][number]
  readonly carDamage: Body<'carDamage'>['cars'][number]
  readonly carTelemetry: Body<'carTelemetry'>['cars'][number]
  readonly carTelemetry2: Body<'carTelemetry2'>['cars'][number]
}

/** Sessions read these fields of each car from the packets of every frame. */
export const carFields = {
  motion: frameFields('motion'),
  lapData: frameFields('lapData'),
  carStatus: frameFields('carStatus'),
  carDamage: frameFields('carDamage'),
  carTelemetry: frameFields('carTelemetry'),
  carTelemetry2: frameFields('carTelemetry2'),
} satisfies { [K in keyof Cars]: readonly string[] }

/** The row has the fields that sessions read of a car in a packet of every frame. */
export type Row<K extends keyof Cars> = Pick<Cars[K], keyof Cars[K] & FrameField<K>>

type Read<P> = P extends { readonly kind: infer K extends keyof Cars }
  ? Omit<P, 'cars'> & { readonly cars: readonly Row<K>[] }
  : P

/** The packet has the fields that the reducer reads. */
export type ReadPacket = Read<Packet>
export type ReadPacketOf<K extends ReadPacket['kind']> = Extract<ReadPacket, { readonly kind: K }>

/** The decoder reads at least what the reducer does. */
export interface SessionDecoder {
  readonly identify: Decoder['identify']
  readonly readHeader: Decoder['readHeader']
  decodeDatagram(bytes: Uint8Array): ReadPacket | Rejected
}

/** Creates a decoder that reads only the fields that the reducer uses. */
function createSessionDecoder(tables: readonly FormatTable[]): SessionDecoder {
  return createDecoder(tables.map(asRead))
}

/** Decodes every supported year. */
export const sessionDecoder: SessionDecoder = createSessionDecoder(Object.values(formats))

function asRead(table: FormatTable): FormatTable {
  const read = withCarFields(table, carFields)
  const packets: Record<string, PacketTable<unknown>> = { ...read.packets }
  const { sessionHistory } = packets
  if (sessionHistory !== undefined) {
    packets.sessionHistory = withUsedRows(sessionHistory, 'laps', 'numLaps')
  }
  const { otherStride } = table
  return otherStride === undefined
    ? { ...table, packets }
    : { ...table, packets, otherStride: asRead(otherStride) }
}
