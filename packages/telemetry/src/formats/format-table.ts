import type { Field, Fields } from '../layout/field.ts'
import type { PacketTable } from '../layout/packet.ts'

export interface Team {
  readonly name: string
  /** `#rrggbb` */
  readonly colour: string
}

/**
 * What a year's ids mean: the specification's number where it has an enumeration, else a name. An
 * id that a table does not have passes as itself.
 */
export interface IdTables {
  readonly sessionTypes: Readonly<Record<number, number>>
  readonly penaltyTypes: Readonly<Record<number, number>>
  readonly resultStatuses: Readonly<Record<number, number>>
  readonly weathers: Readonly<Record<number, number>>
  /** Visual ones. */
  readonly tyreCompounds: Readonly<Record<number, number>>
  readonly actualTyreCompounds: Readonly<Record<number, string>>
  readonly tracks: Readonly<Record<number, string>>
  readonly teams: Readonly<Record<number, Team>>
  readonly drivers: Readonly<Record<number, string>>
  readonly nationalities: Readonly<Record<number, string>>
  readonly infringements: Readonly<Record<number, string>>
}

/** Everything that tells one year's datagrams from another's. */
export interface FormatTable extends IdTables {
  readonly format: number
  readonly header: Field<BaseHeader>
  readonly packetIdAt: number
  readonly packets: Readonly<Record<string, PacketTable<unknown>>>
  readonly event: { readonly id: number; readonly payloadSize: number; readonly codes: Fields }
  /** Sector times are sent in 16 bits and begin at 0 again beyond 65.535 s. */
  readonly wrapsSectorTimes?: boolean
  /** The year whose body sizes this format is also seen with. */
  readonly otherStride?: FormatTable
}

/** What every year's header has (2022 lacks a field: its table says what stands for it). */
export interface BaseHeader {
  readonly packetFormat: number
  readonly gameYear: number
  readonly gameMajorVersion: number
  readonly gameMinorVersion: number
  readonly packetVersion: number
  readonly packetId: number
  readonly sessionUid: bigint
  readonly sessionTime: number
  readonly frameIdentifier: number
  /** Never goes back; null in 2022, which does not send it (see `frameOf`). */
  readonly overallFrameIdentifier: number | null
  readonly playerCarIndex: number
  readonly secondaryPlayerCarIndex: number
}

/** Keeps the exact type of a year's table, so that packets are typed by it. */
export function formatTable<const T extends FormatTable>(table: T): T {
  return table
}
