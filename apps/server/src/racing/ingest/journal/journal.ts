import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { encodeRecord, type JournalRecord } from './journal-record.ts'
import type { JournalCopy } from './journal-replica.ts'
import { listSegments, segmentPath } from './journal-segments.ts'
import { syncFolder } from '../../../platform/files/sync-folder.ts'

/** A record waits at most this long before it is written and made durable with its neighbours. */
const SYNC_INTERVAL_MS = 200
const SYNC_BYTES = 1024 * 1024
const SEGMENT_BYTES_MAX = 32 * 1024 * 1024

interface JournalOptions {
  readonly folder: string
  /** Returns the record that opens a segment. */
  readonly head: () => JournalRecord
  readonly copy: JournalCopy
  /**
   * It is called before a batch is written; the function that it returns is called once both copies have the
   * batch, with the time that its oldest record has waited.
   */
  readonly onBatch: () => (waitedMs: number) => void
  readonly onError: (error: unknown) => void
}

/** The end of a journal waits this long for the second copy. */
const COPY_AT_END_MS = 3_000

/** The journal is a user's input log: it only grows, in segments, and is durable in batches. */
export interface Journal {
  append(record: JournalRecord): void
  /** Returns the segment that the next record goes to. */
  segment(): number
  /** Begins a segment of its own for the next record. */
  rotate(): void
  /** Counts the bytes that are appended and not durable on this server yet. */
  pendingBytes(): number
  /** Returns whether the journal cannot be written any more. */
  hasFailed(): boolean
  /** Everything appended before is durable on this server when it resolves. */
  sync(): Promise<void>
  /**
   * Resolves with true once everything appended before is in both copies; with false where that takes longer.
   */
  syncBoth(withinMs: number): Promise<boolean>
  dropBefore(segment: number): Promise<void>
  close(): Promise<void>
  /** Drops unwritten records, as a crash does. */
  abandon(): Promise<void>
}

type Step = { readonly bytes: Buffer } | { readonly segment: number }

export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { folder, copy, head, onBatch, onError } = options
  await mkdir(folder, { recursive: true })
  let current = ((await listSegments(folder)).at(-1) ?? 0) + 1
  let file = await createSegment(folder, current)
  copy.begin(current)
  /** It is the end of the open file. */
  let written = { segment: current, bytes: 0 }
  let steps: Step[] = []
  let segmentBytes = 0
  let pending = 0
  let oldestAtMs = 0
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let failure: unknown = null
  let urgent = false
  let abandoned = false
  let dropping = Promise.resolve()

  function push(bytes: Buffer): void {
    if (steps.length === 0) oldestAtMs = performance.now()
    steps.push({ bytes })
    segmentBytes += bytes.length
    pending += bytes.length
  }

  /** Schedules a write for later, because the caller first finishes the work that belongs to the record. */
  function schedule(): void {
    if (pending >= SYNC_BYTES && !urgent) {
      urgent = true
      setImmediate(flush)
    } else {
      timer ??= setTimeout(flush, SYNC_INTERVAL_MS)
    }
  }

  function flush(): void {
    if (timer) clearTimeout(timer)
    timer = null
    urgent = false
    if (running || failure !== null || abandoned) return
    running = write()
      .catch((error: unknown) => {
        failure = error
        onError(error)
      })
      .finally(() => {
        running = null
        if (steps.length > 0) schedule()
      })
  }

  async function write(): Promise<void> {
    const batch = steps
    const bytes = pending
    const sinceMs = oldestAtMs
    const durable = onBatch()
    steps = []
    let chunks: Buffer[] = []
    for (const step of batch) {
      if ('bytes' in step) {
        chunks.push(step.bytes)
        continue
      }
      await writeChunks(chunks)
      chunks = []
      await file.close()
      file = await createSegment(folder, step.segment)
      written = { segment: step.segment, bytes: 0 }
    }
    await writeChunks(chunks)
    pending -= bytes
    copy.onceStored(() => durable(performance.now() - sinceMs))
  }

  async function writeChunks(chunks: readonly Buffer[]): Promise<void> {
    if (chunks.length === 0) return
    const bytes = Buffer.concat(chunks)
    await file.appendFile(bytes)
    await file.datasync()
    copy.extend(written.segment, written.bytes, bytes)
    written.bytes += bytes.length
  }

  async function sync(): Promise<void> {
    // A running batch was taken before the newest records, which are in the one after it.
    while (steps.length > 0 || running) {
      if (failure !== null || abandoned) break
      flush()
      await running
    }
    if (failure !== null) throw failure
  }

  async function drop(segment: number): Promise<void> {
    // The newest head repeats the older ones, so that it has to be durable first.
    await sync()
    copy.dropBefore(segment)
    for (const number of await listSegments(folder)) {
      if (number < segment) await rm(segmentPath(folder, number), { force: true })
    }
  }

  push(encodeRecord(head()))
  schedule()

  const journal: Journal = {
    append(record) {
      if (failure !== null) throw failure
      push(encodeRecord(record))
      if (segmentBytes >= SEGMENT_BYTES_MAX) journal.rotate()
      schedule()
    },
    segment: () => current,
    rotate() {
      current++
      segmentBytes = 0
      steps.push({ segment: current })
      push(encodeRecord(head()))
      schedule()
    },
    pendingBytes: () => pending,
    hasFailed: () => failure !== null,
    sync,
    async syncBoth(withinMs) {
      await sync()
      return copy.flush(withinMs)
    },
    dropBefore(segment) {
      dropping = drop(segment)
      return dropping
    },
    async close() {
      try {
        await journal.syncBoth(COPY_AT_END_MS)
        await dropping.catch(() => null)
      } finally {
        await copy.close()
        await file.close()
      }
    },
    async abandon() {
      abandoned = true
      if (timer) clearTimeout(timer)
      await running
      await dropping.catch(() => null)
      await copy.close()
      await file.close()
    },
  }
  return journal
}

async function createSegment(folder: string, number: number): Promise<FileHandle> {
  const file = await open(segmentPath(folder, number), 'a')
  const { size } = await file.stat()
  if (size > 0) {
    await file.close()
    throw new Error('Another process writes this journal.')
  }
  await syncFolder(folder)
  return file
}
