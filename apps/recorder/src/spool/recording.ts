import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { looksLikeGame, sessionUidOf } from '@pitboard/telemetry/capture/game-datagram'
import { openDiskOutbox, type DiskOutbox } from './disk-outbox.ts'
import type { UdpDatagram } from '@pitboard/telemetry/capture/pcap'
import { createPcapWriter, type PcapWriter } from './pcap-writer.ts'
import { newStreamFile, writeStreamFile } from './stream-file.ts'

const OUTBOX = 'outbox'
const SYNC_INTERVAL_MS = 1_000

/** Whether the server has all of it: only a capture that was sent may be removed unasked. */
export type CaptureState = 'recording' | 'waiting' | 'sent'

export interface Recording {
  readonly folder: string
  readonly streamId: string
  readonly outbox: DiskOutbox
  readonly bytes: number
  /** Writes the datagram to the capture: a new file for each session of the game. */
  spool(datagram: UdpDatagram): void
  /** The server has all numbers up to this one. */
  acknowledged(number: number): void
  stateOf(capture: string): CaptureState
  /** No more datagrams come. The outbox can still be read. */
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
  let acknowledged = 0
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
      // The first datagram of a session pushes the last thinned ones of the session before it out,
      // so that the numbers of that one are complete when the second arrives.
      if (endsNext !== null) ends.set(endsNext, outbox.lastNumber)
      endsNext = null
      captureFor(datagram.bytes).write(datagram)
    },
    acknowledged(number) {
      acknowledged = number
    },
    stateOf(name) {
      if (capture !== null && name === captureName(captures)) return 'recording'
      return acknowledged >= (ends.get(name) ?? Infinity) ? 'sent' : 'waiting'
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

/** The server has all of it: what is left is the capture, the user's to keep or delete. */
export function dropOutbox(folder: string): void {
  rmSync(join(folder, OUTBOX), { recursive: true, force: true })
}

/** Forgets a recording in which nothing was recorded. */
export function dropRecording(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
