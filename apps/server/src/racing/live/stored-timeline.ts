import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { Replay } from '@pitboard/contract/live/replay'
import type { Log } from '../../platform/diagnostics/log.ts'
import { gzip } from '../../platform/http/compression.ts'
import { createTimeline } from './timeline.ts'

/** Longer than any session; a timeline that reaches a limit ends, and the live state goes on. */
const DURATION_MS_MAX = 6 * 60 * 60_000
const BYTES_MAX = 256 * 1024 ** 2
/** Chunks that wait for the disk are in memory. */
const WAITING_MAX = 6
/** The chunk that is being filled is compressed once for all that request it within this time. */
const UNFINISHED_MS = 1_000

/** What a room writes. */
export interface TimelineWriter {
  add(atMs: number, state: LiveSession, message: string | null): void
}

/** The timeline of a live session, on disk but for its last seconds. */
export interface StoredTimeline extends TimelineWriter {
  readonly version: string
  /** Null once a limit or the disk has ended it. */
  describe(): Replay | null
  /** Gzip of JSON. */
  readChunk(number: number): Promise<{ bytes: Buffer; isComplete: boolean } | null>
  remove(): Promise<void>
}

export function openStoredTimeline(folder: string, version: string, log: Log): StoredTimeline {
  const waiting = new Map<number, Promise<Buffer>>()
  let isOver = false
  let bytes = 0
  let written: Promise<unknown> = mkdir(folder, { recursive: true })
  let present: { readonly untilMs: number; readonly bytes: Promise<Buffer> } | null = null

  function store(number: number, json: string): void {
    if (waiting.size >= WAITING_MAX) {
      end(new Error('The disk is too slow'))
      return
    }
    const compressed = gzip(json)
    waiting.set(number, compressed)
    present = null
    written = written
      .then(() => write(number, compressed))
      .catch(end)
      .finally(() => waiting.delete(number))
  }

  async function write(number: number, compressed: Promise<Buffer>): Promise<void> {
    const chunk = await compressed
    bytes += chunk.length
    if (isOver) return
    if (bytes > BYTES_MAX) isOver = true
    await writeFile(join(folder, chunkName(number)), chunk)
  }

  function end(error: unknown): void {
    if (!isOver) log.error({ err: error, folder }, 'The timeline of a live session has ended')
    isOver = true
  }

  const timeline = createTimeline(store)

  return {
    version,
    add(atMs, state, message) {
      if (isOver) return
      if (atMs > DURATION_MS_MAX) end(new Error('The session is too long'))
      else timeline.add(atMs, state, message)
    },
    describe: () => (isOver ? null : timeline.describe(version)),
    async readChunk(number) {
      if (number === timeline.number()) {
        const nowMs = performance.now()
        if (!present || present.untilMs < nowMs) {
          present = { untilMs: nowMs + UNFINISHED_MS, bytes: gzip(timeline.unfinished()) }
        }
        return { bytes: await present.bytes, isComplete: false }
      }
      const chunk =
        (await waiting.get(number)) ??
        (await readFile(join(folder, chunkName(number))).catch(() => null))
      return chunk && { bytes: chunk, isComplete: true }
    },
    async remove() {
      isOver = true
      await written
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function chunkName(number: number): string {
  return `${number}.json.gz`
}
