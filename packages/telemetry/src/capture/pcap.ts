/** The packets are raw IPv4, which Wireshark and tcpdump can read. */
const LINKTYPE_IPV4 = 228
const SNAP_LENGTH = 65_535
const HEADER_BYTES = 24
const RECORD_HEAD_BYTES = 16
const IP_BYTES = 20
const UDP_BYTES = 8
const UDP = 17

interface Endpoint {
  /** The address is IPv4 in dotted form. */
  readonly address: string
  readonly port: number
}

export interface UdpDatagram {
  /** The datagram was received at this time, in Unix milliseconds. */
  readonly atMs: number
  readonly source: Endpoint
  readonly destination: Endpoint
  readonly bytes: Uint8Array
}

/** Returns the header of a capture: a classic pcap in little endian with microseconds (docs/telemetry.md). */
export function pcapHeader(): Uint8Array {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES))
  view.setUint32(0, 0xa1b2c3d4, true)
  view.setUint16(4, 2, true)
  view.setUint16(6, 4, true)
  view.setUint32(16, SNAP_LENGTH, true)
  view.setUint32(20, LINKTYPE_IPV4, true)
  return new Uint8Array(view.buffer)
}

/** Returns a datagram with its IPv4 and UDP headers and its reception time. */
export function pcapRecord({ atMs, source, destination, bytes }: UdpDatagram): Uint8Array {
  const packetBytes = IP_BYTES + UDP_BYTES + bytes.length
  const record = new Uint8Array(RECORD_HEAD_BYTES + packetBytes)
  const head = new DataView(record.buffer, 0, RECORD_HEAD_BYTES)
  const atUs = Math.round(atMs * 1000)
  head.setUint32(0, Math.floor(atUs / 1e6), true)
  head.setUint32(4, atUs % 1e6, true)
  head.setUint32(8, packetBytes, true)
  head.setUint32(12, packetBytes, true)
  const ip = new DataView(record.buffer, RECORD_HEAD_BYTES, IP_BYTES)
  ip.setUint8(0, 0x45)
  ip.setUint16(2, packetBytes)
  ip.setUint8(8, 64)
  ip.setUint8(9, UDP)
  ip.setUint32(12, ipv4Number(source.address))
  ip.setUint32(16, ipv4Number(destination.address))
  ip.setUint16(10, ipChecksum(ip))
  const udp = new DataView(record.buffer, RECORD_HEAD_BYTES + IP_BYTES, UDP_BYTES)
  udp.setUint16(0, source.port)
  udp.setUint16(2, destination.port)
  // A checksum of 0 means no checksum (RFC 768).
  udp.setUint16(4, UDP_BYTES + bytes.length)
  record.set(bytes, RECORD_HEAD_BYTES + IP_BYTES + UDP_BYTES)
  return record
}

function ipv4Number(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

/** Computes the checksum of RFC 1071. */
function ipChecksum(header: DataView): number {
  let sum = 0
  for (let at = 0; at < header.byteLength; at += 2) sum += header.getUint16(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}
