import { pcapHeader, pcapRecord, type UdpDatagram } from '@pitboard/telemetry/capture/pcap'
import { fdatasync, openSync, closeSync, writeSync } from 'node:fs'

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
