import { fdatasync, openSync, closeSync, writeSync } from 'node:fs'

const LINKTYPE_IPV4 = 228
const SNAP_LENGTH = 65_535
const RECORD_BYTES = 16
const IP_BYTES = 20
const UDP_BYTES = 8

export interface UdpDatagram {
  /** Unix milliseconds. */
  readonly atMs: number
  readonly source: { readonly address: string; readonly port: number }
  readonly destination: { readonly address: string; readonly port: number }
  readonly bytes: Uint8Array
}

export interface PcapWriter {
  readonly bytesWritten: number
  /** Hands the record to the system before it returns: it outlives this process. */
  write(datagram: UdpDatagram): void
  sync(): void
  close(): void
}

/** A new pcap file of IPv4 packets with times in microseconds; throws where the file exists. */
export function createPcapWriter(path: string): PcapWriter {
  const file = openSync(path, 'wx', 0o600)
  let bytesWritten = writeSync(file, pcapHeader())
  let dirty = false
  return {
    get bytesWritten() {
      return bytesWritten
    },
    write(datagram) {
      bytesWritten += writeSync(file, pcapRecord(datagram))
      dirty = true
    },
    sync() {
      if (!dirty) return
      dirty = false
      fdatasync(file, () => {})
    },
    close: () => closeSync(file),
  }
}

export function pcapHeader(): Uint8Array {
  const header = Buffer.alloc(24)
  header.writeUInt32LE(0xa1b2c3d4, 0)
  header.writeUInt16LE(2, 4)
  header.writeUInt16LE(4, 6)
  header.writeUInt32LE(SNAP_LENGTH, 16)
  header.writeUInt32LE(LINKTYPE_IPV4, 20)
  return header
}

export function pcapRecord({ atMs, source, destination, bytes }: UdpDatagram): Uint8Array {
  const packetBytes = IP_BYTES + UDP_BYTES + bytes.length
  const record = Buffer.alloc(RECORD_BYTES + packetBytes)
  const seconds = Math.floor(atMs / 1000)
  record.writeUInt32LE(seconds, 0)
  record.writeUInt32LE(Math.floor((atMs - seconds * 1000) * 1000), 4)
  record.writeUInt32LE(packetBytes, 8)
  record.writeUInt32LE(packetBytes, 12)

  const ip = record.subarray(RECORD_BYTES, RECORD_BYTES + IP_BYTES)
  ip[0] = 0x45
  ip.writeUInt16BE(packetBytes, 2)
  ip[8] = 64
  ip[9] = 17
  ip.set(ipv4Bytes(source.address), 12)
  ip.set(ipv4Bytes(destination.address), 16)
  ip.writeUInt16BE(ipChecksum(ip), 10)

  // A UDP checksum of 0 says that none was made.
  const udp = record.subarray(RECORD_BYTES + IP_BYTES)
  udp.writeUInt16BE(source.port, 0)
  udp.writeUInt16BE(destination.port, 2)
  udp.writeUInt16BE(UDP_BYTES + bytes.length, 4)
  udp.set(bytes, UDP_BYTES)
  return record
}

function ipv4Bytes(address: string): number[] {
  return address.split('.').map(Number)
}

function ipChecksum(header: Buffer): number {
  let sum = 0
  for (let at = 0; at < header.length; at += 2) sum += header.readUInt16BE(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}
