import type { FormatTable } from './formats/format-table.ts'
import type { Header, Packet, PacketKind, Rejected, RejectReason } from './formats/model.ts'
import { formats } from './formats/registry.ts'
import { packetReaderOf, readerOf, type Reader } from './layout/reader.ts'

export interface HeaderRead {
  readonly kind: PacketKind
  readonly format: number
  readonly header: Header
  readonly headerSize: number
}

interface Entry {
  readonly kind: PacketKind
  readonly size: number
  readonly decode: Reader<Packet | Rejected>
}

interface Decoder {
  readonly packetIdAt: number
  readonly headerSize: number
  readonly readHeader: Reader<Header>
  readonly byId: readonly (Entry | undefined)[]
}

const rejections: Readonly<Record<RejectReason, Rejected>> = {
  short: { kind: 'rejected', reason: 'short' },
  format: { kind: 'rejected', reason: 'format' },
  packetId: { kind: 'rejected', reason: 'packetId' },
  size: { kind: 'rejected', reason: 'size' },
  event: { kind: 'rejected', reason: 'event' },
}

const decoders = new Map<number, Decoder>(
  Object.values(formats).map((table) => [table.format, createDecoder(table)]),
)

/**
 * Reads one datagram. What is not exactly a datagram of a known year is rejected, never thrown
 * and never read in part.
 */
export function decodeDatagram(bytes: Uint8Array): Packet | Rejected {
  const found = find(bytes)
  if ('reason' in found) return found
  return found.entry.decode(viewOf(bytes), 0)
}

/** Reads the header alone, having checked year, packet id and size as `decodeDatagram` does. */
export function readHeader(bytes: Uint8Array): HeaderRead | Rejected {
  const found = find(bytes)
  if ('reason' in found) return found
  const header = found.decoder.readHeader(viewOf(bytes), 0)
  return {
    kind: found.entry.kind,
    format: header.packetFormat,
    header,
    headerSize: found.decoder.headerSize,
  }
}

function find(bytes: Uint8Array): { decoder: Decoder; entry: Entry } | Rejected {
  const [low, high] = bytes
  if (low === undefined || high === undefined) return rejections.short
  const decoder = decoders.get(low | (high << 8))
  if (decoder === undefined) return rejections.format
  if (bytes.length < decoder.headerSize) return rejections.short
  const entry = decoder.byId[bytes[decoder.packetIdAt] ?? 255]
  if (entry === undefined) return rejections.packetId
  if (bytes.length !== entry.size) return rejections.size
  return { decoder, entry }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function createDecoder(table: FormatTable): Decoder {
  const byId: (Entry | undefined)[] = []
  for (const [name, { id, size, fields }] of Object.entries(table.packets)) {
    // The model's kinds are the names of the tables, and its packets what the tables read.
    /* oxlint-disable typescript/no-unsafe-type-assertion */
    const kind = name as PacketKind
    const decode = lazily(() => packetReaderOf(kind, table.header, fields) as Entry['decode'])
    /* oxlint-enable typescript/no-unsafe-type-assertion */
    byId[id] = { kind, size, decode }
  }
  byId[table.event.id] = {
    kind: 'event',
    size: table.header.size + 4 + table.event.payloadSize,
    decode: eventDecoder(table),
  }
  return {
    packetIdAt: table.packetIdAt,
    headerSize: table.header.size,
    readHeader: readerOf(table.header),
    byId,
  }
}

function lazily(make: () => Entry['decode']): Entry['decode'] {
  let made: Entry['decode'] | null = null
  return (view, at) => {
    made ??= make()
    return made(view, at)
  }
}

function eventDecoder(table: FormatTable): Entry['decode'] {
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
    const read = header(view, 0)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return {
      kind: 'event',
      format: read.packetFormat,
      header: read,
      code,
      details: details(view, codeAt + 4),
    } as Packet
  }
}
