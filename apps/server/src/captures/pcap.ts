const LINKTYPE_IPV4 = 228
const SNAPLEN = 65_535
const IPV4_BYTES = 20
const UDP_BYTES = 8
const RECORD_HEAD_BYTES = 16
const UDP = 17
/** Where the game sends its telemetry. */
const GAME_PORT = 20_777
/** Private addresses for everyone: the real ones are nobody's business. */
const SOURCE = 0x0a000001
const DESTINATION = 0x0a000002

/** The head of a capture in the classic format, microseconds, little endian. */
export function pcapHead(): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2c3d4, 0)
  head.writeUInt16LE(2, 4)
  head.writeUInt16LE(4, 6)
  head.writeUInt32LE(SNAPLEN, 16)
  head.writeUInt32LE(LINKTYPE_IPV4, 20)
  return head
}

/** One datagram as received at `atMs` (Unix ms), in the IPv4 and UDP it came in. */
export function pcapRecord(atMs: number, bytes: Uint8Array): Buffer {
  const length = IPV4_BYTES + UDP_BYTES + bytes.length
  const record = Buffer.alloc(RECORD_HEAD_BYTES + length)
  const atUs = Math.round(atMs * 1000)
  record.writeUInt32LE(Math.floor(atUs / 1e6) >>> 0, 0)
  record.writeUInt32LE(atUs % 1e6, 4)
  record.writeUInt32LE(length, 8)
  record.writeUInt32LE(length, 12)
  writeIpv4(record.subarray(RECORD_HEAD_BYTES), length)
  const udp = record.subarray(RECORD_HEAD_BYTES + IPV4_BYTES)
  udp.writeUInt16BE(GAME_PORT, 0)
  udp.writeUInt16BE(GAME_PORT, 2)
  udp.writeUInt16BE(UDP_BYTES + bytes.length, 4)
  // A checksum of 0 says that there is none (RFC 768).
  udp.set(bytes, UDP_BYTES)
  return record
}

function writeIpv4(header: Buffer, length: number): void {
  header.writeUInt8(0x45, 0)
  header.writeUInt16BE(length, 2)
  header.writeUInt8(64, 8)
  header.writeUInt8(UDP, 9)
  header.writeUInt32BE(SOURCE, 12)
  header.writeUInt32BE(DESTINATION, 16)
  header.writeUInt16BE(checksum(header.subarray(0, IPV4_BYTES)), 10)
}

/** RFC 1071. */
function checksum(header: Buffer): number {
  let sum = 0
  for (let at = 0; at < header.length; at += 2) sum += header.readUInt16BE(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}
