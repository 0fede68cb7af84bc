import type { CapturedDatagram } from '../src/capture/read-capture.ts'

type Link = 'ethernet' | 'vlan' | 'ipv4' | 'raw' | 'sll' | 'sll2' | 'null' | 'loop' | 'ipv6'

const linkTypes: Readonly<Record<Link, number>> = {
  ethernet: 1,
  vlan: 1,
  ipv4: 228,
  raw: 101,
  sll: 113,
  sll2: 276,
  null: 0,
  loop: 108,
  ipv6: 101,
}

export const links: readonly Link[] = [
  'ethernet',
  'vlan',
  'ipv4',
  'raw',
  'sll',
  'sll2',
  'null',
  'loop',
  'ipv6',
]

export interface PcapVariant {
  readonly link: Link
  readonly little: boolean
  readonly nanoseconds: boolean
}

/** Builds a classic pcap file as other tools write it. */
export function pcapFile(datagrams: readonly CapturedDatagram[], variant: PcapVariant): Buffer {
  const { link, little, nanoseconds } = variant
  const header = Buffer.alloc(24)
  put32(header, 0, nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4, little)
  put16(header, 4, 2, little)
  put16(header, 6, 4, little)
  put32(header, 16, 262_144, little)
  put32(header, 20, linkTypes[link], little)
  const records = datagrams.map(({ atMs, bytes }) => {
    const frame = frameOf(bytes, link)
    const record = Buffer.alloc(16)
    const seconds = Math.floor(atMs / 1000)
    const fraction = Math.round((atMs - seconds * 1000) * (nanoseconds ? 1e6 : 1e3))
    put32(record, 0, seconds, little)
    put32(record, 4, fraction, little)
    put32(record, 8, frame.length, little)
    put32(record, 12, frame.length, little)
    return Buffer.concat([record, frame])
  })
  return Buffer.concat([header, ...records])
}

/** Builds a pcapng file with an option, a statistics block and the time resolution given as an exponent. */
export function pcapngFile(
  datagrams: readonly CapturedDatagram[],
  variant: { link: Link; little: boolean; resolution: number | null },
): Buffer {
  const { link, little, resolution } = variant
  const section = Buffer.alloc(16)
  put32(section, 0, 0x1a2b3c4d, little)
  put16(section, 4, 1, little)
  section.fill(0xff, 8)
  const face = Buffer.alloc(resolution === null ? 8 : 20)
  put16(face, 0, linkTypes[link], little)
  put32(face, 4, 0, little)
  if (resolution !== null) {
    put16(face, 8, 9, little)
    put16(face, 10, 1, little)
    face[12] = resolution
  }
  const unitsPerMs = 10 ** ((resolution ?? 6) - 3)
  const packets = datagrams.map(({ atMs, bytes }) => {
    const frame = frameOf(bytes, link)
    const body = Buffer.alloc(20 + Math.ceil(frame.length / 4) * 4)
    const units = BigInt(Math.round(atMs * unitsPerMs))
    put32(body, 4, Number(units >> 32n), little)
    put32(body, 8, Number(units & 0xffffffffn), little)
    put32(body, 12, frame.length, little)
    put32(body, 16, frame.length, little)
    body.set(frame, 20)
    return block(6, body, little)
  })
  const statistics = block(5, Buffer.alloc(12), little)
  return Buffer.concat([
    block(0x0a0d0d0a, section, little),
    block(1, face, little),
    ...packets,
    statistics,
  ])
}

/** Builds a dump in which a u32 length precedes each datagram. */
export function lengthPrefixedFile(datagrams: readonly CapturedDatagram[]): Buffer {
  return Buffer.concat(
    datagrams.flatMap(({ bytes }) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(bytes.length)
      return [length, bytes]
    }),
  )
}

function block(type: number, body: Buffer, little: boolean): Buffer {
  const whole = Buffer.alloc(body.length + 12)
  put32(whole, 0, type, little)
  put32(whole, 4, whole.length, little)
  whole.set(body, 8)
  put32(whole, whole.length - 4, whole.length, little)
  return whole
}

function frameOf(payload: Uint8Array, link: Link): Buffer {
  const ip = link === 'ipv6' ? ipv6Packet(payload) : ipv4Packet(payload)
  switch (link) {
    case 'ethernet':
      return Buffer.concat([Buffer.alloc(12), hex('0800'), ip])
    case 'vlan':
      return Buffer.concat([Buffer.alloc(12), hex('81000007'), hex('0800'), ip])
    case 'sll':
      return Buffer.concat([Buffer.alloc(14), hex('0800'), ip])
    case 'sll2':
      return Buffer.concat([hex('0800'), Buffer.alloc(18), ip])
    case 'null':
      return Buffer.concat([hex('02000000'), ip])
    case 'loop':
      return Buffer.concat([hex('00000002'), ip])
    default:
      return ip
  }
}

/** Builds a raw IPv4 packet with this payload, which is not fragmented by default. */
export function ipv4Packet(payload: Uint8Array, flagsAndOffset = 0x4000): Buffer {
  const ip = Buffer.alloc(20)
  ip[0] = 0x45
  ip.writeUInt16BE(28 + payload.length, 2)
  ip.writeUInt16BE(flagsAndOffset, 6)
  ip[8] = 64
  ip[9] = 17
  // Ethernet pads short frames, so that bytes beyond the length are not payload.
  return Buffer.concat([ip, udpSegment(payload), Buffer.alloc(6)])
}

function ipv6Packet(payload: Uint8Array): Buffer {
  const ip = Buffer.alloc(40)
  ip[0] = 0x60
  ip.writeUInt16BE(8 + payload.length, 4)
  ip[6] = 17
  return Buffer.concat([ip, udpSegment(payload)])
}

function udpSegment(payload: Uint8Array): Buffer {
  const udp = Buffer.alloc(8)
  udp.writeUInt16BE(50_000, 0)
  udp.writeUInt16BE(20_777, 2)
  udp.writeUInt16BE(8 + payload.length, 4)
  return Buffer.concat([udp, payload])
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex')
}

function put16(buffer: Buffer, at: number, value: number, little: boolean): void {
  if (little) buffer.writeUInt16LE(value, at)
  else buffer.writeUInt16BE(value, at)
}

function put32(buffer: Buffer, at: number, value: number, little: boolean): void {
  if (little) buffer.writeUInt32LE(value, at)
  else buffer.writeUInt32BE(value, at)
}

export interface F1pcapVariant {
  readonly little: boolean
  /** Packs each datagram (zlib); null leaves them as they are. */
  readonly deflate: ((bytes: Uint8Array) => Uint8Array) | null
}

/** Builds a capture as Pits n' Giggles writes it; its count is that of a recording that was killed. */
export function f1pcapFile(
  datagrams: readonly CapturedDatagram[],
  { little, deflate }: F1pcapVariant,
): Buffer {
  const header = Buffer.from('F1UDP\0\0\0\0\0\0\0', 'latin1')
  header[6] = deflate === null ? 0 : 1
  header[7] = (little ? 0x80 : 0) | 0x11
  return Buffer.concat([header, stampedFile(datagrams, { little, deflate })])
}

/** Builds the same capture without its header, as the tool's first versions wrote it. */
export function stampedFile(
  datagrams: readonly CapturedDatagram[],
  { little, deflate }: F1pcapVariant,
): Buffer {
  return Buffer.concat(
    datagrams.flatMap(({ atMs, bytes }) => {
      const stored = deflate === null ? bytes : deflate(bytes)
      const head = Buffer.alloc(8)
      if (little) head.writeFloatLE(atMs / 1000, 0)
      else head.writeFloatBE(atMs / 1000, 0)
      put32(head, 4, stored.length, little)
      return [head, stored]
    }),
  )
}

/** Splits a UDP datagram over IPv4 or IPv6 into pieces of `pieceBytes`, a multiple of eight. */
export function fragmentPackets(
  payload: Uint8Array,
  { version, pieceBytes, id }: { version: 4 | 6; pieceBytes: number; id: number },
): Buffer[] {
  const segment = udpSegment(payload)
  const starts = Array.from({ length: Math.ceil(segment.length / pieceBytes) }, (_, n) => n)
  return starts.map((n) => {
    const at = n * pieceBytes
    const piece = segment.subarray(at, at + pieceBytes)
    const hasMore = at + pieceBytes < segment.length
    return version === 4 ? ipv4Piece(piece, at, hasMore, id) : ipv6Piece(piece, at, hasMore, id)
  })
}

function ipv4Piece(piece: Uint8Array, at: number, hasMore: boolean, id: number): Buffer {
  const ip = Buffer.alloc(20)
  ip[0] = 0x45
  ip.writeUInt16BE(20 + piece.length, 2)
  ip.writeUInt16BE(id, 4)
  ip.writeUInt16BE((hasMore ? 0x2000 : 0) | (at / 8), 6)
  ip[9] = 17
  return Buffer.concat([ip, piece, Buffer.alloc(6)])
}

function ipv6Piece(piece: Uint8Array, at: number, hasMore: boolean, id: number): Buffer {
  const ip = Buffer.alloc(48)
  ip[0] = 0x60
  ip.writeUInt16BE(8 + piece.length, 4)
  ip[6] = 44
  ip[40] = 17
  ip.writeUInt16BE(at | (hasMore ? 1 : 0), 42)
  ip.writeUInt32BE(id, 44)
  return Buffer.concat([ip, piece])
}

/** Writes raw IP packets into a classic pcap file. */
export function rawPcap(packets: readonly Uint8Array[]): Buffer {
  const header = pcapFile([], { link: 'raw', little: true, nanoseconds: false })
  const records = packets.flatMap((packet) => {
    const record = Buffer.alloc(16)
    record.writeUInt32LE(packet.length, 8)
    record.writeUInt32LE(packet.length, 12)
    return [record, packet]
  })
  return Buffer.concat([header, ...records])
}
