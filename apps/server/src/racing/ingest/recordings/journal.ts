import { mkdir, open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeRecord, readRecords, type JournalRecord } from './journal-record.ts'
import { syncFolder } from '../../../platform/files/sync-folder.ts'
import { readHeader } from '@pitboard/telemetry/decode'
import type { CapturedDatagram } from '../../captures/capture-format.ts'

/** How long a record may wait before it is written and made durable with its neighbours. */
const SYNC_INTERVAL_MS = 200
const SYNC_BYTES = 1024 * 1024
const SEGMENT_BYTES_MAX = 32 * 1024 * 1024
const SEGMENT_NAME = /^(\d{6,})\.journal$/

interface JournalOptions {
  readonly folder: string
  /** The record that opens a segment. */
  readonly head: () => JournalRecord
  /**
   * Called before a batch is written; the function that it returns is called once it is durable, with
   * the time that its oldest record has waited.
   */
  readonly onBatch: () => (waitedMs: number) => void
  readonly onError: (error: unknown) => void
}

/** A user's input log: it only grows, in segments, and is durable in batches. */
export interface Journal {
  append(record: JournalRecord): void
  /** The segment the next record goes to. */
  segment(): number
  /** The next record goes to a segment of its own. */
  rotate(): void
  /** What is appended and not durable yet. */
  pendingBytes(): number
  /** It can't be written any more. */
  hasFailed(): boolean
  /** Everything appended before is durable when it resolves. */
  sync(): Promise<void>
  dropBefore(segment: number): Promise<void>
  close(): Promise<void>
  /** Drops unwritten records, as a crash does. */
  abandon(): Promise<void>
}

type Step = { readonly bytes: Buffer } | { readonly segment: number }

export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { folder, head, onBatch, onError } = options
  await mkdir(folder, { recursive: true })
  let current = ((await listSegments(folder)).at(-1) ?? 0) + 1
  let file = await createSegment(folder, current)
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

  /** Always later: the caller first finishes the work that belongs to the record. */
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
      await append(file, chunks)
      chunks = []
      await file.close()
      file = await createSegment(folder, step.segment)
    }
    await append(file, chunks)
    pending -= bytes
    durable(performance.now() - sinceMs)
  }

  async function sync(): Promise<void> {
    // A batch under way was taken before the newest records: theirs is the one after.
    while (steps.length > 0 || running) {
      if (failure !== null || abandoned) break
      flush()
      await running
    }
    if (failure !== null) throw failure
  }

  async function drop(segment: number): Promise<void> {
    // The newest head repeats the older ones: it has to be durable first.
    await sync()
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
    dropBefore(segment) {
      dropping = drop(segment)
      return dropping
    },
    async close() {
      try {
        await sync()
        await dropping.catch(() => null)
      } finally {
        await file.close()
      }
    },
    async abandon() {
      abandoned = true
      if (timer) clearTimeout(timer)
      await running
      await dropping.catch(() => null)
      await file.close()
    },
  }
  return journal
}

async function append(file: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  if (chunks.length === 0) return
  await file.appendFile(Buffer.concat(chunks))
  await file.datasync()
}

async function createSegment(folder: string, number: number): Promise<FileHandle> {
  const file = await open(segmentPath(folder, number), 'a')
  await syncFolder(folder)
  return file
}

/** Numbers of the segments a folder holds, oldest first. */
export async function listSegments(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .flatMap((name) => SEGMENT_NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b)
}

/** Reads a segment one record at a time; the last result is false where its end is torn. */
export async function readSegment(
  folder: string,
  number: number,
): Promise<Generator<JournalRecord, boolean>> {
  const bytes = await readFile(segmentPath(folder, number))
  return (function* () {
    return (yield* readRecords(bytes)) === bytes.length
  })()
}

export function segmentPath(folder: string, segment: number): string {
  return join(folder, `${String(segment).padStart(6, '0')}.journal`)
}

/**
 * Which datagrams of a stream are a session's, asked in their order: those with its UIDs, and the
 * histories of the lobby amid them, which may be all there is of the last lap.
 */
function belongsTo(uids: ReadonlySet<string>): (bytes: Uint8Array) => boolean {
  let isAmid = false
  return (bytes) => {
    const read = readHeader(bytes)
    if (read.kind === 'rejected') return false
    const { sessionUid } = read.header
    if (sessionUid === 0n) return isAmid && read.kind === 'sessionHistory'
    isAmid = uids.has(String(sessionUid))
    return isAmid
  }
}

/** A session's datagrams as these segments of the journal hold them, the last one included. */
export async function* readDatagrams(
  folder: string,
  { first, last }: { readonly first: number; readonly last: number },
  uids: ReadonlySet<string>,
): AsyncIterable<CapturedDatagram> {
  const belongs = belongsTo(uids)
  for (const segment of await listSegments(folder)) {
    if (segment < first || segment > last) continue
    for (const record of await readSegment(folder, segment)) {
      if (record.kind === 'datagram' && belongs(record.bytes)) yield record
    }
  }
}
