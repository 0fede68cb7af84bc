import type { LiveSession } from '@pitboard/contract/live/live'
import type { Replay } from '@pitboard/contract/live/replay'
import type { Log } from '../../../platform/diagnostics/log.ts'
import { gzip } from '../../../platform/http/compression.ts'
import { CHUNK_MS, createTimeline } from './timeline.ts'
import { createTimelineFiles, type EarlierTimeline } from './timeline-files.ts'

/** Chunks that wait for the disk are in memory. */
const WAITING_MAX = 6
/** The chunk that is being filled is compressed once for all that request it within this time. */
const UNFINISHED_MS = 1_000
/** A crash may lose this much. */
const APPEND_MS = 1_000
/** A restart takes seconds; nobody wants to watch a longer break. */
const BREAK_MS_MAX = 60_000
/** A timeline that a failing disk has ended begins again at this interval. */
const BEGIN_AGAIN_MS = 5_000
/** Viewers may have versions that were not on disk yet at a crash. */
const VERSIONS_SKIPPED = 1_000

export interface TimelineChunk {
  /** The bytes are JSON, compressed by gzip. */
  readonly bytes: Buffer
  readonly isComplete: boolean
}

export interface TimelineWriter {
  /** Returns the first moment of a room, and the version of its first state. */
  begin(): { readonly atMs: number; readonly version: number }
  add(atMs: number, state: LiveSession, message: string | null): void
}

/** The timeline of a live session is on disk, except for its last seconds. */
export interface StoredTimeline extends TimelineWriter {
  readonly userId: string
  /** The version is another one once the timeline has begun again. */
  readonly version: string
  /** Describes the timeline; returns null while the disk fails, after which the timeline begins again. */
  describe(): Replay | null
  readChunk(number: number): Promise<TimelineChunk | null>
  /** Counts the bytes of its complete chunks. */
  bytes(): number
  /** Removes its oldest chunk; returns false where it has none. */
  dropOldest(): boolean
  /** Resolves once what was handed to the disk is written. */
  written(): Promise<unknown>
  /** Resolves once everything is on disk; a later run of the server continues with it. */
  close(): Promise<void>
  remove(): Promise<void>
}

interface StoredTimelineOptions {
  readonly folderOf: (version: string) => string
  readonly userId: string
  readonly version: string
  readonly log: Log
  readonly nowMs: () => number
  /** It is what an earlier run of the server left. */
  readonly earlier?: EarlierTimeline
  /** It is called when the timeline takes more room than before. */
  readonly onGrown: () => void
}

export function openStoredTimeline(options: StoredTimelineOptions): StoredTimeline {
  const { folderOf, userId, log, nowMs, earlier, onGrown } = options
  let { version } = options
  let files = createTimelineFiles(folderOf(version))
  const waiting = new Map<number, Promise<Buffer>>()
  const sizes = new Map(earlier?.sizes)
  let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  let isOver = false
  /**
   * A failing disk has ended the timeline at this time; it is null while the timeline continues, and after
   * its regular end.
   */
  let failedAtMs: number | null = null
  let writing: Promise<unknown> = Promise.resolve()
  let added: { readonly number: number; readonly text: string }[] = []
  let appendedAtMs = 0
  let lastEpochMs = earlier?.lastEpochMs ?? nowMs()
  let present: { readonly untilMs: number; readonly bytes: Promise<Buffer> } | null = null

  const handlers = {
    onChunk: store,
    onMessage: (number: number, text: string) => added.push({ number, text }),
  }
  let timeline = createTimeline(handlers, earlier?.progress)

  function queue(write: () => Promise<unknown>): Promise<unknown> {
    writing = writing.then(() => (isOver ? undefined : write())).catch(end)
    return writing
  }

  function store(number: number, json: string): void {
    if (waiting.size >= WAITING_MAX) {
      end(new Error('The disk is too slow'))
      return
    }
    const compressed = gzip(json)
    waiting.set(number, compressed)
    present = null
    added = added.filter((message) => message.number !== number)
    void queue(async () => {
      const chunk = await compressed
      await files.writeChunk(number, chunk)
      sizes.set(number, chunk.length)
      bytes += chunk.length
      await writeIndex()
      onGrown()
    }).finally(() => waiting.delete(number))
  }

  async function writeIndex(): Promise<void> {
    const { laps, events } = timeline.describe(version)
    const atMs = timeline.newest()?.atMs ?? 0
    await files.writeIndex({ userId, atMs, epochMs: lastEpochMs, laps, events })
  }

  function append(): void {
    const messages = added
    added = []
    if (messages.length === 0) return
    const number = timeline.number()
    void queue(() =>
      files.append(
        number,
        messages.map(({ text }) => text),
      ),
    )
  }

  function end(error: unknown): void {
    if (!isOver) {
      const folder = folderOf(version)
      log.error({ err: error, folder }, 'The timeline of a live session is interrupted')
      failedAtMs = nowMs()
    }
    isOver = true
    added = []
  }

  /**
   * Begins another version of the timeline: chunks of the former one may be missing, and viewers retain what
   * they have of them.
   */
  function beginAgain(atMs: number): void {
    const before = files
    version = nowMs().toString(36)
    files = createTimelineFiles(folderOf(version))
    sizes.clear()
    waiting.clear()
    bytes = 0
    present = null
    const marks = timeline.marks()
    const number = Math.floor(atMs / CHUNK_MS)
    timeline = createTimeline(handlers, {
      marks,
      number,
      messages: [],
      durationMs: atMs,
      last: null,
    })
    isOver = false
    failedAtMs = null
    void before.remove().catch(() => {})
    void queue(writeIndex)
  }

  return {
    userId,
    get version() {
      return version
    },
    begin() {
      const newest = timeline.newest()
      if (!newest) {
        void queue(writeIndex)
        return { atMs: 0, version: 1 }
      }
      const breakMs = Math.min(Math.max(0, nowMs() - lastEpochMs), BREAK_MS_MAX)
      timeline.interrupt()
      return {
        atMs: Math.round(newest.atMs + breakMs),
        version: newest.state.version + VERSIONS_SKIPPED,
      }
    },
    add(atMs, state, message) {
      if (failedAtMs !== null && Math.abs(nowMs() - failedAtMs) >= BEGIN_AGAIN_MS) beginAgain(atMs)
      if (isOver) return
      timeline.add(atMs, state, message)
      lastEpochMs = nowMs()
      if (atMs - appendedAtMs < APPEND_MS) return
      appendedAtMs = atMs
      append()
    },
    describe: () => (isOver ? null : timeline.describe(version, firstChunk())),
    async readChunk(number) {
      if (number === timeline.number()) {
        const atMs = performance.now()
        if (!present || present.untilMs < atMs) {
          present = { untilMs: atMs + UNFINISHED_MS, bytes: gzip(timeline.unfinished()) }
        }
        return { bytes: await present.bytes, isComplete: false }
      }
      const chunk = (await waiting.get(number)) ?? (await files.readChunk(number))
      return chunk && { bytes: chunk, isComplete: true }
    },
    bytes: () => bytes,
    dropOldest() {
      const [oldest] = sizes
      if (!oldest) return false
      const [number, size] = oldest
      sizes.delete(number)
      bytes -= size
      void queue(() => files.removeChunk(number))
      return true
    },
    written: () => writing,
    async close() {
      append()
      await writing
      isOver = true
      failedAtMs = null
    },
    async remove() {
      isOver = true
      failedAtMs = null
      await writing
      await files.remove()
    },
  }

  function firstChunk(): number {
    const [first] = sizes.keys()
    const [next] = waiting.keys()
    return first ?? next ?? timeline.number()
  }
}
