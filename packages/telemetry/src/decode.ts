import { packetReaderOf, type Reader, readerOf, viewOf } from './layout/reader.ts'
import { type FormatTable, idsWithLater } from './formats/format-table.ts'
import type { IdTables } from './ids/id-tables.ts'
import type { Header, Packet, PacketKind, Rejected, RejectReason } from './formats/model.ts'
import { formats } from './formats/registry.ts'
import { type Field, type Fields, placeOf } from './layout/field.ts'

/** `atMs` is the time of reception in Unix ms. */
export interface Datagram {
  readonly atMs: number
  readonly bytes: Uint8Array
}

export interface HeaderRead {
  readonly kind: PacketKind
  /** The tables of this year read the datagram. */
  readonly format: number
  readonly header: Header
  readonly headerSize: number
  /** It has the fields after the header, and is empty for an event. */
  readonly body: Fields
}

/** The datagram has been recognised but not decoded. */
export interface DatagramIdentity {
  readonly kind: PacketKind
  /** It is the offset of the session UID in bytes. */
  readonly uidAt: number
  readonly headerSize: number
  readonly header: Field<Header>
  /** It has the fields after the header, and is empty for an event. */
  readonly body: Fields
}

/** Reads the datagrams of some years. It never throws. */
export interface Decoder {
  /**
   * Decodes one datagram. Anything but a complete datagram of a known year is rejected.
   */
  decodeDatagram(bytes: Uint8Array): Packet | Rejected
  /** Checks year, packet id and size, and returns kind and layout. */
  identify(bytes: Uint8Array): DatagramIdentity | Rejected
  /** Checks year, packet id and size, and decodes only the header. */
  readHeader(bytes: Uint8Array): HeaderRead | Rejected
}

interface Entry extends DatagramIdentity {
  readonly format: number
  readonly size: number
  readonly decode: Reader<Packet | Rejected>
  readonly readHeader: Reader<Header>
}

interface Year {
  readonly packetIdAt: number
  readonly headerSize: number
  /**
   * The index is the packet id. A packet has several entries if the format is also sent with the body sizes
   * of another year.
   */
  readonly byId: readonly (readonly Entry[] | undefined)[]
}

const rejections: Readonly<Record<RejectReason, Rejected>> = {
  short: { kind: 'rejected', reason: 'short' },
  format: { kind: 'rejected', reason: 'format' },
  packetId: { kind: 'rejected', reason: 'packetId' },
  size: { kind: 'rejected', reason: 'size' },
  event: { kind: 'rejected', reason: 'event' },
}

/** Creates a decoder of the years that these tables describe. */
export function createDecoder(tables: readonly FormatTable[]): Decoder {
  const years = new Map(tables.map((table) => [table.format, createYear(table, tables)]))

  /** The last datagram was of this year, and the next one usually is as well. */
  let year: Year | undefined
  let lastFormat = -1

  function identify(bytes: Uint8Array): Entry | Rejected {
    const low = bytes[0]
    const high = bytes[1]
    if (low === undefined || high === undefined) return rejections.short
    const format = low | (high << 8)
    if (format !== lastFormat) {
      const next = years.get(format)
      if (next === undefined) return rejections.format
      lastFormat = format
      year = next
    }
    if (year === undefined) return rejections.format
    if (bytes.length < year.headerSize) return rejections.short
    const entries = year.byId[bytes[year.packetIdAt] ?? 255]
    if (entries === undefined) return rejections.packetId
    for (const entry of entries) if (entry.size === bytes.length) return entry
    return rejections.size
  }

  return {
    identify,
    decodeDatagram(bytes) {
      const entry = identify(bytes)
      return entry.kind === 'rejected' ? entry : entry.decode(viewOf(bytes), 0)
    },
    readHeader(bytes) {
      const entry = identify(bytes)
      if (entry.kind === 'rejected') return entry
      const { kind, format, headerSize, body } = entry
      return { kind, format, header: entry.readHeader(viewOf(bytes), 0), headerSize, body }
    },
  }
}

/** Decodes every supported year. */
const anyYear: Decoder = createDecoder(Object.values(formats))

/** Decodes one datagram of any supported year, see `Decoder`. */
export function decodeDatagram(bytes: Uint8Array): Packet | Rejected {
  return anyYear.decodeDatagram(bytes)
}

/** Returns kind and layout of a datagram of any supported year, see `Decoder`. */
export function identifyDatagram(bytes: Uint8Array): DatagramIdentity | Rejected {
  return anyYear.identify(bytes)
}

/** Decodes the header of a datagram of any supported year, see `Decoder`. */
export function readHeader(bytes: Uint8Array): HeaderRead | Rejected {
  return anyYear.readHeader(bytes)
}

function createYear(table: FormatTable, tables: readonly FormatTable[]): Year {
  const own = entriesOf(table, idsWithLater(table, tables))
  const { otherStride } = table
  const other =
    otherStride === undefined ? [] : entriesOf(otherStride, idsWithLater(otherStride, tables))
  const byId: Entry[][] = []
  for (const [id, entry] of [...own, ...other]) {
    const entries = (byId[id] ??= [])
    if (!entries.some(({ size }) => size === entry.size)) entries.push(entry)
  }
  return {
    packetIdAt: table.packetIdAt,
    headerSize: table.header.size,
    byId,
  }
}

function entriesOf(table: FormatTable, ids: IdTables): [id: number, entry: Entry][] {
  const { format, header } = table
  const common = {
    format,
    uidAt: uidAt(header),
    readHeader: readerOf(header),
    header,
    headerSize: header.size,
  }
  const packets = Object.entries(table.packets).map(([name, { id, size, fields }]) => {
    // The names of the tables are the kinds of the model, and its packets are what the tables read.
    /* oxlint-disable typescript/no-unsafe-type-assertion */
    const kind = name as PacketKind
    const decode = lazily(
      () => packetReaderOf(kind, format, ids, header, fields) as Entry['decode'],
    )
    /* oxlint-enable typescript/no-unsafe-type-assertion */
    const made: [number, Entry] = [id, { ...common, kind, size, body: fields, decode }]
    return made
  })
  const size = header.size + 4 + table.event.payloadSize
  const decode = eventDecoder(table, ids)
  return [...packets, [table.event.id, { ...common, kind: 'event', size, body: {}, decode }]]
}

function uidAt({ shape }: FormatTable['header']): number {
  if (shape.form !== 'struct') throw new RangeError('a header is a struct')
  return placeOf(shape.fields, 'sessionUid')
}

function lazily(make: () => Entry['decode']): Entry['decode'] {
  let made: Entry['decode'] | null = null
  return (view, at) => {
    made ??= make()
    return made(view, at)
  }
}

function eventDecoder(table: FormatTable, ids: IdTables): Entry['decode'] {
  const { format } = table
  const header = readerOf(table.header)
  const codeAt = table.header.size
  const readers = new Map(
    Object.entries(table.event.codes).map(([code, details]) => [code, readerOf(details)]),
  )
  return (view) => {
    const code = String.fromCharCode(
      view.getUint8(codeAt),
      view.getUint8(codeAt + 1),
      view.getUint8(codeAt + 2),
      view.getUint8(codeAt + 3),
    )
    const details = readers.get(code)
    if (details === undefined) return rejections.event
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return {
      kind: 'event',
      format,
      header: header(view, 0),
      ids,
      code,
      details: details(view, codeAt + 4),
    } as Packet
  }
}
