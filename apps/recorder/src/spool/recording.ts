import { closeSync, existsSync, fdatasync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { looksLikeGame, sessionUidOf } from '@pitboard/telemetry/capture/game-datagram'
import { type DiskOutbox, openDiskOutbox, readOutboxProgress } from './disk-outbox.ts'
import { pcapHeader, pcapRecord, type UdpDatagram } from '@pitboard/telemetry/capture/pcap'
import { newStreamFile, writeStreamFile } from './stream-file.ts'

const OUTBOX = 'outbox'
const SYNC_INTERVAL_MS = 1_000

/**
 * Whether the server has all of it (`sent`), and has stored or discarded its session (`stored`): only
 * such a capture is removed without a question.
 */
export type CaptureState = 'recording' | 'waiting' | 'sent' | 'stored'

export interface Recording {
  readonly folder: string
  readonly streamId: string
  readonly outbox: DiskOutbox
  readonly bytes: number
  /** Writes the datagram to the capture: a new file for each session of the game. */
  spool(datagram: UdpDatagram): void
  readState(capture: string): CaptureState
  /** Ends the recording. The outbox can still be read. */
  close(): void
}

/** A new recording, which is one stream, in a folder of its own below `spoolFolder`. */
export function createRecording(
  spoolFolder: string,
  target: { server: string; user: string },
): Recording {
  const stream = newStreamFile(target)
  const startedAt = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = join(spoolFolder, `${startedAt}-${stream.streamId.slice(0, 8)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeStreamFile(folder, stream)
  const outbox = openDiskOutbox(join(folder, OUTBOX))

  // The highest number that belongs to each closed capture.
  const ends = new Map<string, number>()
  let endsNext: string | null = null
  let captures = 0
  let capture: PcapWriter | null = null
  let uid = 0n
  let closedBytes = 0

  const timer = setInterval(() => {
    capture?.sync()
    outbox.sync()
  }, SYNC_INTERVAL_MS).unref()

  function captureFor(bytes: Uint8Array): PcapWriter {
    const next = looksLikeGame(bytes) ? sessionUidOf(bytes) : 0n
    if (capture !== null && (next === 0n || next === uid)) return capture
    // The lobby's datagrams before a session go into that session's file.
    if (capture !== null && uid === 0n) {
      uid = next
      return capture
    }
    if (capture !== null) endsNext = captureName(captures)
    closeCapture()
    uid = next
    captures++
    capture = createPcapWriter(join(folder, captureName(captures)))
    return capture
  }

  function closeCapture(): void {
    if (capture === null) return
    closedBytes += capture.bytesWritten
    capture.close()
    capture = null
  }

  return {
    folder,
    streamId: stream.streamId,
    outbox,
    get bytes() {
      return closedBytes + (capture?.bytesWritten ?? 0)
    },
    spool(datagram) {
      // The first datagram of a session flushes the last thinned datagrams of the previous session,
      // so that session's numbers are complete when the second datagram arrives.
      if (endsNext !== null) ends.set(endsNext, outbox.lastNumber)
      endsNext = null
      captureFor(datagram.bytes).write(datagram)
    },
    readState(name) {
      if (capture !== null && name === captureName(captures)) return 'recording'
      const end = ends.get(name) ?? Infinity
      if (outbox.settledNumber >= end) return 'stored'
      return outbox.acknowledgedNumber >= end ? 'sent' : 'waiting'
    },
    close() {
      clearInterval(timer)
      closeCapture()
      outbox.close()
    },
  }
}

function captureName(place: number): string {
  return `session-${String(place).padStart(3, '0')}.pcap`
}

export function hasOutbox(folder: string): boolean {
  return existsSync(join(folder, OUTBOX))
}

export function openOutbox(folder: string): DiskOutbox {
  return openDiskOutbox(join(folder, OUTBOX))
}

export function isOutboxSent(folder: string): boolean {
  return readOutboxProgress(join(folder, OUTBOX)).isSent
}

/** The server needs none of it again: what is left is the capture, which belongs to the user. */
export function dropOutbox(folder: string): void {
  rmSync(join(folder, OUTBOX), { recursive: true, force: true })
}

/** Forgets a recording in which nothing was recorded. */
export function dropRecording(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

interface PcapWriter {
  readonly bytesWritten: number
  /** Hands the record to the system before it returns, so that it survives this process. */
  write(datagram: UdpDatagram): void
  sync(): void
  close(): void
}

/** A new pcap file of IPv4 packets with times in microseconds; throws where the file exists. */
function createPcapWriter(path: string): PcapWriter {
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
