import { open } from 'node:fs/promises'
import type { Log } from '../../../platform/diagnostics/log.ts'
import type { OwnedStream } from '../../ownership/ownership.ts'
import { StreamLost } from '../../ownership/ownership.ts'
import type { JournalCopy } from './journal-replica.ts'
import { listSegments, segmentPath } from './journal-segments.ts'
import { PartRefused, type PartStore, type StoredPart } from './part-store.ts'

const RETRY_MS_MIN = 200
const RETRY_MS_MAX = 2_000
const FENCE_ATTEMPTS = 5
/** Removing searches the whole stream, so it is done seldom. */
const REMOVE_EVERY_MS = 60_000
/** This many batches wait with a listener each; beyond them, the newest listener stands for all. */
const WAITING_MAX = 64

interface CopyParts {
  readonly store: PartStore
  readonly owned: OwnedStream
  readonly folder: string
  readonly log: Log
  /** Throws `StreamLost` where the stream is another server's. */
  readonly check: () => Promise<void>
  /** It is called after each attempt to append; `error` is null if the attempt succeeded. */
  readonly onAppend: (seconds: number, error: unknown) => void
}

/** It is the end of what a copy or a journal has. */
interface End {
  readonly segment: number
  readonly offset: number
}

interface Waiting {
  readonly until: End
  readonly listener: () => void
}

interface Batch extends End {
  readonly bytes: Buffer
}

/**
 * Follows the files of a journal: what is durable on this server is appended to the store, in order and
 * one part at a time. Nothing waits in memory but the newest batch, so the store may be away for long.
 */
export interface FileCopy extends JournalCopy {
  /** Former owners can append nothing more. Throws `StreamLost` where this owner is one of them. */
  fence(): Promise<StoredPart | null>
  /** Notes the first sequence of a segment that was read from the store. */
  noteSegment(segment: number, sequence: number): void
}

export function createJournalCopy(parts: CopyParts): FileCopy {
  const { store, owned, folder, log, check, onAppend } = parts
  const { userId, epoch } = owned
  const closing = new AbortController()
  const firstSequences = new Map<number, number>()
  let waiting: Waiting[] = []
  let flushing: Waiting[] = []
  /** It is the sequence of the user's newest part in the store; null where that has to be read. */
  let lastSequence: number | null = null
  /** The store has the journal up to here; null where that is not known. */
  let stored: End | null = null
  /** The journal is durable on this server up to here; null before it has begun. */
  let durable: End | null = null
  let newest: Batch | null = null
  let extendedBytes = 0
  let storedBytes = 0
  let isFenced = false
  let removeBefore = 0
  let removedBefore = 0
  let removedAtMs = -Infinity
  let running: Promise<void> | null = null

  const isBehind = () => durable !== null && (stored === null || isBefore(stored, durable))

  function start(): void {
    if (closing.signal.aborted) return
    running ??= run()
      .catch((error: unknown) => log.error({ err: error, userId }, 'A journal is no longer copied'))
      .finally(() => {
        running = null
      })
  }

  async function run(): Promise<void> {
    let retryMs = RETRY_MS_MIN
    while (!closing.signal.aborted && (isBehind() || isRemovalDue())) {
      try {
        if (isBehind()) await appendNext()
        if (isRemovalDue()) await removeSettled()
        retryMs = RETRY_MS_MIN
      } catch (error) {
        lastSequence = null
        if (error instanceof StreamLost) {
          closing.abort()
          return
        }
        if (!(error instanceof PartRefused)) onAppend(0, error)
        await store.returned(retryMs * (0.5 + Math.random()), closing.signal)
        retryMs = Math.min(RETRY_MS_MAX, retryMs * 2)
      }
    }
  }

  /** Makes this owner the last one that has appended; returns the newest part before, and the sequence of its own. */
  async function fence(): Promise<{ last: StoredPart | null; sequence: number }> {
    for (let attempts = 0; ; attempts++) {
      const last = await store.findLast(userId)
      if (last?.epoch === epoch) {
        lastSequence = last.sequence
        return { last, sequence: last.sequence }
      }
      if (last && last.epoch > epoch) await loseOrCheck()
      const { segment, offset } = endOf(last)
      const part = { epoch, segment, offset, bytes: Buffer.alloc(0) }
      try {
        const sequence = await store.append(userId, part, last?.sequence ?? 0)
        lastSequence = sequence
        isFenced = true
        return { last, sequence }
      } catch (error) {
        if (!(error instanceof PartRefused) || attempts >= FENCE_ATTEMPTS) throw error
      }
    }
  }

  /**
   * It is called when another claim is higher. Before the first fence the database decides, because a restored
   * one may have lower epochs.
   */
  async function loseOrCheck(): Promise<void> {
    if (!isFenced) return check()
    owned.lose()
    throw new StreamLost()
  }

  /**
   * Finds where to continue, because an acknowledgement may have been lost, or the store may have lost parts.
   */
  async function catchUp(): Promise<void> {
    const { last, sequence } = await fence()
    const segments = await listSegments(folder)
    const first = segments[0] ?? durable?.segment ?? 0
    const end = endOf(last)
    if (last === null || end.segment < first) {
      stored = { segment: first, offset: 0 }
      removeBefore = Math.max(removeBefore, first)
    } else if (await isInFolder(end)) {
      stored = end
    } else {
      // The journal was quarantined: the store has what must not be replayed again.
      await store.removeBefore(userId, sequence)
      firstSequences.clear()
      stored = { segment: first, offset: 0 }
    }
    reportStored()
  }

  async function isInFolder({ segment, offset }: End): Promise<boolean> {
    if (durable === null || segment > durable.segment) return false
    return offset <= (await sizeOf(segment))
  }

  async function sizeOf(segment: number): Promise<number> {
    if (segment === durable?.segment) return durable.offset
    const file = await open(segmentPath(folder, segment)).catch(() => null)
    if (!file) return -1
    try {
      return (await file.stat()).size
    } finally {
      await file.close()
    }
  }

  async function appendNext(): Promise<void> {
    if (lastSequence === null || stored === null) await catchUp()
    if (stored === null || durable === null || lastSequence === null) return
    const { segment, offset } = stored
    const bytes = await readNext(stored)
    if (bytes === null) {
      const segments = await listSegments(folder)
      const next = segments.find((number) => number > segment) ?? durable.segment
      stored = { segment: Math.min(next, durable.segment), offset: 0 }
      return
    }
    const startedMs = performance.now()
    lastSequence = await store.append(userId, { epoch, segment, offset, bytes }, lastSequence)
    if (offset === 0) firstSequences.set(segment, lastSequence)
    stored = { segment, offset: offset + bytes.length }
    storedBytes += bytes.length
    onAppend((performance.now() - startedMs) / 1000, null)
    reportStored()
  }

  /**
   * Reads the next piece; returns null at the end of a segment that gets nothing more, and where it is gone.
   */
  async function readNext({ segment, offset }: End): Promise<Buffer | null> {
    const bytesMax = store.partBytesMax()
    if (newest?.segment === segment && newest.offset === offset) {
      return newest.bytes.subarray(0, bytesMax)
    }
    const file = await open(segmentPath(folder, segment)).catch(() => null)
    if (!file) return null
    try {
      const end = segment === durable?.segment ? durable.offset : (await file.stat()).size
      const length = Math.min(bytesMax, end - offset)
      if (length <= 0) return null
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
      return bytesRead === 0 ? null : buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }

  function reportStored(): void {
    if (!isBehind()) {
      newest = null
      extendedBytes = storedBytes
    }
    const end = stored
    if (end === null) return
    const due = [...waiting, ...flushing].filter(({ until }) => !isBefore(end, until))
    waiting = waiting.filter((one) => !due.includes(one))
    flushing = flushing.filter((one) => !due.includes(one))
    for (const { listener } of due) listener()
  }

  const isRemovable = () => removeBefore > removedBefore && firstSequences.has(removeBefore)
  const isRemovalDue = () => isRemovable() && performance.now() - removedAtMs >= REMOVE_EVERY_MS

  async function removeSettled(): Promise<void> {
    const sequence = firstSequences.get(removeBefore)
    if (sequence === undefined) return
    removedAtMs = performance.now()
    removedBefore = removeBefore
    await store.removeBefore(userId, sequence)
    for (const segment of firstSequences.keys()) {
      if (segment < removeBefore) firstSequences.delete(segment)
    }
  }

  const copy: FileCopy = {
    fence: async () => (await fence()).last,
    noteSegment: (segment, sequence) => void firstSequences.set(segment, sequence),
    begin(segment) {
      durable = { segment, offset: 0 }
    },
    extend(segment, offset, bytes) {
      durable = { segment, offset: offset + bytes.length }
      newest = { segment, offset, bytes }
      extendedBytes += bytes.length
      start()
    },
    onceStored(listener) {
      if (!isBehind() || durable === null) return listener()
      if (waiting.length >= WAITING_MAX) waiting.pop()
      waiting.push({ until: durable, listener })
    },
    async flush(withinMs) {
      if (!isBehind() || durable === null) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const flush = { until: durable, listener: () => resolve(true) }
      flushing.push(flush)
      const timer = setTimeout(() => resolve(false), withinMs)
      const isStored = await promise
      clearTimeout(timer)
      flushing = flushing.filter((one) => one !== flush)
      return isStored
    },
    dropBefore(segment) {
      removeBefore = Math.max(removeBefore, segment)
      start()
    },
    waitingBytes: () => Math.max(0, extendedBytes - storedBytes),
    async close() {
      const isOwner = !closing.signal.aborted
      closing.abort()
      await running
      // What stays is removed by a later claim, or by its age.
      if (isOwner && isRemovable()) await removeSettled().catch(() => null)
    },
  }
  return copy
}

function endOf(last: StoredPart | null): End {
  if (last === null) return { segment: 0, offset: 0 }
  return { segment: last.segment, offset: last.offset + last.bytes.length }
}

function isBefore(a: End, b: End): boolean {
  return a.segment < b.segment || (a.segment === b.segment && a.offset < b.offset)
}
