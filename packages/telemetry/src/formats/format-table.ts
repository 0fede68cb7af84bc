import type { Field, Fields, PacketTable } from '../layout/field.ts'
import type { IdTables } from '../ids/id-tables.ts'

/** The table has everything that distinguishes one year's datagrams from another's. */
export interface FormatTable extends IdTables {
  readonly format: number
  readonly header: Field<BaseHeader>
  readonly packetIdAt: number
  readonly packets: Readonly<Record<string, PacketTable<unknown>>>
  readonly event: { readonly id: number; readonly payloadSize: number; readonly codes: Fields }
  /** Sector times have 16 bits and wrap at 65.535 s. */
  readonly wrapsSectorTimes?: boolean
  /** This format is also sent with the body sizes of another year. */
  readonly otherStride?: FormatTable
}

/** Every year has this header. The table of 2022 has constants for the fields that it lacks. */
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
  /** It never decreases; it is null in 2022, which does not send it (see `frameOf`). */
  readonly overallFrameIdentifier: number | null
  readonly playerCarIndex: number
  readonly secondaryPlayerCarIndex: number
}

/** These fields order a datagram in its stream. */
export type FrameHeader = Pick<
  BaseHeader,
  'sessionTime' | 'frameIdentifier' | 'overallFrameIdentifier'
>

/** Preserves the exact type of a year's table, from which the types of packets are inferred. */
export function formatTable<const T extends FormatTable>(table: T): T {
  return table
}

/**
 * Returns the ids of a year, completed by the ids of later years: the format is a setting in the game's menu, so that
 * teams and tracks of a later game arrive in the format of an earlier year.
 */
export function idsWithLater(table: FormatTable, tables: readonly FormatTable[]): IdTables {
  const years = tables
    .filter(({ format }) => format > table.format)
    .toSorted((a, b) => b.format - a.format)
  years.push(table)

  function together<T>(of: (year: FormatTable) => Readonly<Record<number, T>>): Record<number, T> {
    return Object.fromEntries(years.flatMap((year) => Object.entries(of(year))))
  }

  return {
    sessionTypes: together((year) => year.sessionTypes),
    penaltyTypes: together((year) => year.penaltyTypes),
    resultStatuses: together((year) => year.resultStatuses),
    weathers: together((year) => year.weathers),
    tyreCompounds: together((year) => year.tyreCompounds),
    actualTyreCompounds: together((year) => year.actualTyreCompounds),
    tracks: together((year) => year.tracks),
    teams: together((year) => year.teams),
    drivers: together((year) => year.drivers),
    nationalities: together((year) => year.nationalities),
    infringements: together((year) => year.infringements),
  }
}
