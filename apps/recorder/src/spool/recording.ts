import {
  closeSync,
  existsSync,
  fdatasync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { looksLikeGame, sessionUidOf } from '@pitboard/telemetry/capture/game-datagram'
import { type DiskOutbox, openDiskOutbox, readOutboxProgress } from './disk-outbox.ts'
import { pcapHeader, pcapRecord, type UdpDatagram } from '@pitboard/telemetry/capture/pcap'
import { Failure } from '../failure.ts'
import { createDiskAttempts, DiskFull, ignoreErrors } from './disk-attempts.ts'
import { hasStreamFile, newStreamFile, writeStreamFile } from './stream-file.ts'

const OUTBOX = 'outbox'
const SYNC_INTERVAL_MS = 1_000

/**
 * The state says whether the server has all of it (`sent`), and has stored or discarded its session (`stored`): only
 * such a capture is removed without a question.
 */
export type CaptureState = 'recording' | 'waiting' | 'sent' | 'stored'

export interface Recording {
  readonly folder: string
  readonly streamId: string
  readonly outbox: DiskOutbox
  readonly bytes: number
  /** The user should know this about the disk; null while it takes everything. */
  readonly warning: Failure | null
  /**
   * Writes the datagram to the capture: a new file for each session of the game. Where the disk does not take
   * it, it is left out of the captures, and they go on in a new file once the disk is back.
   */
  spool(datagram: UdpDatagram): void
  readState(capture: string): CaptureState
  /** Ends the recording. The outbox can still be read. */
  close(): void
}

export interface RecordingOptions {
  /** Deletes what nobody needs any more from a full disk; returns false if nothing of that kind is left. */
  readonly makeRoom?: () => boolean
  readonly retryMs?: number
  readonly memoryBytes?: number
}

interface OpenCapture {
  readonly name: string
  readonly writer: PcapWriter
  /** It is 0 in the lobby before a session. */
  uid: bigint
  /** Its datagrams came from there last. */
  sender: string
}

/** Datagrams of a session that is over are late, and no reason for another file. */
const REMEMBERED_UIDS = 32
/** This many games can record at once: if there are more, the one that has been silent for longest is closed. */
const OPEN_CAPTURES_MAX = 4

/** Creates a recording, which is one stream, in a folder of its own below `spoolFolder`. */
export function createRecording(
  spoolFolder: string,
  target: { server: string; user: string },
  options: RecordingOptions = {},
): Recording {
  const { makeRoom = () => false, retryMs, memoryBytes } = options
  const stream = newStreamFile(target)
  const startedAt = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = join(spoolFolder, `${startedAt}-${stream.streamId.slice(0, 8)}`)
  const captureDisk = createDiskAttempts(makeRoom, retryMs)
  const disk = createDiskAttempts(makeRoom, retryMs)
  disk.attempt(prepareFolder)
  const outbox = openDiskOutbox(join(folder, OUTBOX), {
    disk,
    ...(memoryBytes !== undefined && { memoryBytes }),
    prepare() {
      prepareFolder()
      mkdirSync(join(folder, OUTBOX), { recursive: true })
    },
  })

  // Each closed capture has a highest number that belongs to it.
  const ends = new Map<string, number>()
  let endsNext: string[] = []
  let captures = 0
  /** The one that was written to last comes last. */
  let open: OpenCapture[] = []
  const closedUids: bigint[] = []
  let closedBytes = 0

  const timer = setInterval(() => {
    // The user may have deleted them: what is written to an open file of a deleted folder is gone.
    for (const one of open) if (!existsSync(join(folder, one.name))) closeCapture(one, true)
    if (!hasStreamFile(folder)) outbox.leaveFile()
    for (const { writer } of open) writer.sync()
    outbox.sync()
  }, SYNC_INTERVAL_MS).unref()

  /** Prepares the folder, and does so again if the disk refused it before or the user has deleted it. */
  function prepareFolder(): void {
    if (hasStreamFile(folder)) return
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeStreamFile(folder, stream)
  }

  function findCapture(uid: bigint, sender: string): OpenCapture | undefined {
    const same = uid === 0n ? undefined : open.find((capture) => capture.uid === uid)
    if (same !== undefined) return same
    const ofSender = open.findLast((capture) => capture.sender === sender)
    if (ofSender === undefined) return uid === 0n ? open.at(-1) : undefined
    if (uid === 0n || closedUids.includes(uid)) return ofSender
    // The lobby's datagrams before a session go into that session's file.
    if (ofSender.uid === 0n) return ofSender
    closeCapture(ofSender)
    return undefined
  }

  function captureFor({ source, bytes }: UdpDatagram): OpenCapture {
    const uid = looksLikeGame(bytes) ? sessionUidOf(bytes) : 0n
    const sender = `${source.address}:${source.port}`
    const found = findCapture(uid, sender) ?? openCapture(uid, sender)
    if (found.uid === 0n) found.uid = uid
    if (uid !== 0n) found.sender = sender
    if (open.at(-1) !== found) open = [...open.filter((one) => one !== found), found]
    return found
  }

  function openCapture(uid: bigint, sender: string): OpenCapture {
    prepareFolder()
    const name = captureName(captures + 1)
    const writer = createPcapWriter(join(folder, name))
    captures++
    const capture = { name, writer, uid, sender }
    open.push(capture)
    const [oldest] = open
    if (open.length > OPEN_CAPTURES_MAX && oldest !== undefined) closeCapture(oldest)
    return capture
  }

  function closeCapture(capture: OpenCapture, goesOn = false): void {
    open = open.filter((one) => one !== capture)
    endsNext.push(capture.name)
    closedBytes += capture.writer.bytesWritten
    if (capture.uid !== 0n && !goesOn) closedUids.push(capture.uid)
    if (closedUids.length > REMEMBERED_UIDS) closedUids.shift()
    capture.writer.close()
  }

  /** A capture that the disk fails ends with its last whole datagram; its session goes on in the next one. */
  function write(datagram: UdpDatagram): void {
    const capture = captureFor(datagram)
    try {
      capture.writer.write(datagram)
    } catch (error) {
      closeCapture(capture, true)
      throw error
    }
  }

  return {
    folder,
    streamId: stream.streamId,
    outbox,
    get bytes() {
      return open.reduce((sum, { writer }) => sum + writer.bytesWritten, closedBytes)
    },
    get warning() {
      return createWarning(spoolFolder, captureDisk.fault, outbox)
    },
    spool(datagram) {
      // The first datagram of a session flushes the last thinned datagrams of the previous session,
      // so that session's numbers are complete when the second datagram arrives.
      for (const name of endsNext) ends.set(name, outbox.lastNumber)
      endsNext = []
      captureDisk.attempt(() => write(datagram))
    },
    readState(name) {
      if (open.some((capture) => capture.name === name)) return 'recording'
      const end = ends.get(name) ?? Infinity
      if (outbox.settledNumber >= end) return 'stored'
      return outbox.acknowledgedNumber >= end ? 'sent' : 'waiting'
    },
    close() {
      clearInterval(timer)
      for (const capture of open) closeCapture(capture)
      outbox.close()
    },
  }
}

function createWarning(
  spool: string,
  captureFault: string | null,
  { fault, lost }: DiskOutbox,
): Failure | null {
  const remedy = `Make room on the disk of ${spool} or make it writable: it is tried again every few seconds.`
  if (fault !== null && lost > 0) {
    return new Failure(
      `Nothing can be stored (${fault}), the server is away and memory is full: ${lost} datagrams are lost`,
      remedy,
    )
  }
  if (fault !== null) {
    return new Failure(
      `Nothing can be stored (${fault}): the race goes to the server from memory`,
      remedy,
    )
  }
  if (captureFault === null) return null
  return new Failure(
    `No capture can be stored (${captureFault}): the race goes to the server without one`,
    remedy,
  )
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

/** Creates a pcap file of IPv4 packets with times in microseconds; throws where the file exists. */
function createPcapWriter(path: string): PcapWriter {
  const file = openSync(path, 'wx', 0o600)
  let bytesWritten = 0
  let dirty = false

  function write(bytes: Uint8Array): void {
    try {
      if (writeSync(file, bytes) < bytes.length) throw new DiskFull()
      bytesWritten += bytes.length
      dirty = true
    } catch (error) {
      // The file is cut to what it had before, if it has taken a part.
      ignoreErrors(() => ftruncateSync(file, bytesWritten))
      throw error
    }
  }

  try {
    write(pcapHeader())
  } catch (error) {
    ignoreErrors(() => closeSync(file))
    ignoreErrors(() => rmSync(path, { force: true }))
    throw error
  }
  return {
    get bytesWritten() {
      return bytesWritten
    },
    write: (datagram) => write(pcapRecord(datagram)),
    sync() {
      if (!dirty) return
      dirty = false
      fdatasync(file, () => {})
    },
    close: () => ignoreErrors(() => closeSync(file)),
  }
}
