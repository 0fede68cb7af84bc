import { join } from 'node:path'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { foreignFormatOf, knownFormats } from '@pitboard/telemetry/capture/game-datagram'
import { readCapture, type CapturedDatagram } from '@pitboard/telemetry/capture/read-capture'
import { inflate, unpacked } from '@pitboard/telemetry/capture/unpack'
import { sessionDetail } from '@pitboard/telemetry/session/document/session-detail'
import { trackMarksOf } from '@pitboard/telemetry/session/document/track-marks'
import type { TrackedSession } from '@pitboard/telemetry/session/state/state'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { createThinner } from '@pitboard/telemetry/thinning/thinner'
import type { FileStore } from '../../platform/files/file-store.ts'
import { sessionIdOf } from '../sessions/store-recording.ts'
import { RefusedFile, splitCapture } from './split-capture.ts'
import { readCaptureFile, removeCaptureFile, writeCaptureFile } from '../captures/capture-files.ts'

const SESSIONS_MAX = 100
const NOTES_MAX = 10
/** A parked car repeats itself; a race packs to a fifth. */
const UNPACKED_RATIO_MAX = 200
const UNPACKED_FREE_BYTES = 32 * 2 ** 20
const BUFFER_BYTES_MAX = 512 * 2 ** 20
const DAY_MS = 24 * 60 * 60_000
/** The work after reading has the rest of the progress. */
const READING_SHARE = 0.95

export interface Upload {
  readonly files: FileStore
  readonly key: string
  /** Reading the upload creates its files in this local folder. */
  readonly folder: string
  readonly userId: string
  readonly writtenAtMs: number
  readonly nowMs: number
  readonly unpackedBytesMax: number
}

/** It is a session of a file, without its running number and its user's name. */
export interface ReadSession {
  readonly detail: SessionDetail
  readonly pitLane: SessionDetail['trackOutline']
  /** The file has its datagrams, and becomes its capture. */
  readonly path: string
}

export interface ReadUpload {
  readonly sessions: readonly ReadSession[]
  readonly leftOut: number
  readonly datagrams: { readonly read: number; readonly used: number; readonly unknown: number }
  readonly notes: readonly string[]
}

/**
 * Reads the sessions of a capture file as if a recorder had sent it. Throws a `RefusedFile` for a file
 * without sessions.
 */
export async function readUpload(
  upload: Upload,
  onProgress: (share: number) => void,
): Promise<ReadUpload> {
  const notes = new Set<string>()
  const note = (text: string) => {
    if (notes.size < NOTES_MAX) notes.add(text)
  }
  const capture = await readCapture(await sourceOf(upload, onProgress), note)
  if (capture === null) {
    const known = 'pcap, pcapng, .f1pcap, .dat of Racing League Tools, length-prefixed dumps'
    throw new RefusedFile(415, `The file is no capture of a kind that is understood: ${known}.`)
  }
  // A file that was recorded at the full rate has traces of all cars at the full rate.
  const thinner = createThinner('full')
  const foreign = new Set<number>()
  const found = new Map<TrackedSession, Omit<ReadSession, 'path'> | null>()
  const tracker = createTracker({
    opened(session) {
      found.set(session, null)
      if (found.size <= SESSIONS_MAX) return
      throw new RefusedFile(422, `The file holds more than ${SESSIONS_MAX} sessions: split it.`)
    },
    ended(session) {
      const isNothing = session.status === 'aborted'
      found.set(session, isNothing ? null : readSession(session, upload.userId))
    },
  })

  function* track(datagrams: Iterable<CapturedDatagram>): Generator<CapturedDatagram> {
    for (const { atMs, bytes } of datagrams) {
      // The server ticks like this while no datagram comes.
      tracker.tick(atMs)
      tracker.push(bytes, atMs)
      yield { atMs, bytes }
    }
  }

  async function* thinned(datagrams: AsyncIterable<CapturedDatagram>) {
    let lastMs = 0
    for await (const { atMs, bytes } of datagrams) {
      if (!(atMs >= 0 && atMs <= upload.nowMs + DAY_MS)) {
        throw new RefusedFile(422, 'The times in the file are none, or lie in the future.')
      }
      lastMs = Math.round(atMs)
      const format = foreignFormatOf(bytes)
      if (format !== null) foreign.add(format)
      yield* track(thinner.push(bytes, lastMs))
    }
    yield* track(thinner.flush())
    tracker.finish(lastMs)
  }

  const all = join(upload.folder, 'all.pcap.zst')
  await writeCaptureFile(all, thinned(capture.datagrams))
  const sessions = [...found].flatMap(([{ uids }, read]) =>
    read !== null && read.detail.drivers.length > 0 ? [{ uids, ...read }] : [],
  )
  const { datagrams } = capture.tally
  if (foreign.size > 0) note(foreignText(foreign))
  if (sessions.length === 0) throw nothingIn(datagrams, thinner.dropped, found.size, foreign)
  const parts = await splitCapture(readCaptureFile(all), upload.folder, sessions)
  await removeCaptureFile(all)
  return {
    sessions: parts.map(({ path }, place) => ({ path, ...sessionAt(sessions, place) })),
    leftOut: found.size - sessions.length,
    datagrams: {
      read: datagrams,
      used: parts.reduce((sum, part) => sum + part.datagrams, 0),
      unknown: thinner.dropped,
    },
    notes: [...notes],
  }
}

function sessionAt<T>(sessions: readonly T[], place: number): T {
  const session = sessions[place]
  if (!session) throw new Error(`There is no session ${place}.`)
  return session
}

function foreignText(formats: ReadonlySet<number>): string {
  const known = knownFormats()
  const range = `${Math.min(...known)} to ${Math.max(...known)}`
  const sent = [...formats].toSorted((a, b) => a - b).join(', ')
  return `There are datagrams of the format ${sent} in it; ${range} are understood.`
}

function nothingIn(
  read: number,
  unknown: number,
  sessions: number,
  foreign: ReadonlySet<number>,
): RefusedFile {
  if (read === 0) {
    return new RefusedFile(422, 'The file holds no datagrams of the game.')
  }
  if (unknown >= read) {
    const none = `None of the ${read} datagrams in the file is understood.`
    return new RefusedFile(422, foreign.size > 0 ? `${none} ${foreignText(foreign)}` : none)
  }
  const why =
    sessions > 0
      ? 'The sessions in the file were started over, or nobody drove in them.'
      : 'The file holds no session: it has no packet that tells of one.'
  return new RefusedFile(422, why)
}

/** Returns the file's bytes. Its beginning is read more than once; a file without times is read twice. */
async function sourceOf(upload: Upload, onProgress: (share: number) => void) {
  const { files, key, unpackedBytesMax, writtenAtMs } = upload
  const stored = await files.stat(key)
  if (!stored) throw new Error('The uploaded file is gone.')
  const size = stored.bytes
  let furthest = 0
  async function* openAt(offset: number): AsyncGenerator<Uint8Array> {
    let at = offset
    const opened = await files.get(key, { first: offset, last: null })
    if (!opened) throw new Error('The uploaded file is gone.')
    for await (const chunk of opened.content) {
      if (!(chunk instanceof Uint8Array)) continue
      at += chunk.length
      checkMemory()
      furthest = Math.max(furthest, at)
      onProgress((furthest / size) * READING_SHARE)
      yield chunk
    }
  }
  let budget = createUnpackBudget(size, unpackedBytesMax)
  async function* open(onNote: (text: string) => void): AsyncGenerator<Uint8Array> {
    // A file without times is read twice; each pass may unpack all of it.
    budget = createUnpackBudget(size, unpackedBytesMax)
    yield* unpacked(openAt, onNote, budget)
  }
  return {
    open,
    writtenAtMs,
    inflate(bytes: Uint8Array, bytesMax: number) {
      const inflated = inflate(bytes, bytesMax)
      budget(inflated?.length ?? bytesMax)
      return inflated
    },
  }
}

/**
 * Creates a function that counts the bytes that every stage of decompression makes. It throws a `RefusedFile`
 * beyond the limit, beyond the ratio of any real recording, and beyond the memory of the worker.
 */
function createUnpackBudget(fileBytes: number, bytesMax: number): (bytes: number) => void {
  const ratioMax = Math.max(UNPACKED_FREE_BYTES, fileBytes * UNPACKED_RATIO_MAX)
  let bytes = 0
  return (more) => {
    bytes += more
    if (bytes > bytesMax) {
      const limit = `${Math.floor(bytesMax / 2 ** 20)} MiB`
      throw new RefusedFile(413, `The file unpacks to more than ${limit}: split it.`)
    }
    if (bytes > ratioMax) {
      throw new RefusedFile(
        422,
        `The file unpacks to more than ${UNPACKED_RATIO_MAX} times its size: it is no recording.`,
      )
    }
    checkMemory()
  }
}

/** Checks the memory, because the worker's limit is for its heap and buffers lie outside of it. */
function checkMemory(): void {
  const { arrayBuffers } = process.memoryUsage()
  if (arrayBuffers <= BUFFER_BYTES_MAX) return
  throw new RefusedFile(422, 'The file needs more memory than it may have: split it.')
}

function readSession(session: TrackedSession, userId: string): Omit<ReadSession, 'path'> {
  const { uids, uid, startedAtMs } = session
  const id = sessionIdOf(userId, uids[0] ?? uid, startedAtMs)
  const detail = sessionDetail(session, { id, internalSessionId: 0, userId, userName: '' })
  return { detail, pitLane: trackMarksOf(session).pitLane }
}
