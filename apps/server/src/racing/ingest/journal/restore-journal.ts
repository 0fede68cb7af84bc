import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../../platform/files/sync-folder.ts'
import { listSegments, readSegment, segmentPath } from './journal-segments.ts'
import type { PartStore, StoredPart } from './part-store.ts'

const RESTORING = 'restoring'
/** The journal that was replaced last stays here for the operator. */
const REPLACED = 'replaced'
const ATTEMPTS_MAX = 5

interface RestoredSegment {
  readonly segment: number
  /** It is the sequence of the segment's first part. */
  readonly sequence: number
}

/** Returns the epoch of the newest head; null without one. */
export async function readNewestEpoch(folder: string): Promise<number | null> {
  for (const segment of (await listSegments(folder)).toReversed()) {
    const { value: head } = (await readSegment(folder, segment)).next()
    if (typeof head === 'object' && head.kind === 'head') return head.epoch ?? 0
  }
  return null
}

/**
 * Replaces the folder's journal by what the store has up to this part. Returns its segments; where the store
 * has nothing, it returns none and leaves the folder as before. A crash in between leaves a journal whose
 * newest epoch is old, so that it is restored again.
 */
export async function restoreJournal(
  store: PartStore,
  userId: string,
  lastSequence: number,
  folder: string,
): Promise<RestoredSegment[]> {
  const restoring = join(folder, RESTORING)
  await rm(restoring, { recursive: true, force: true })
  await mkdir(restoring, { recursive: true })
  const writer = createSegmentWriter(restoring)
  try {
    await readAll(store, userId, lastSequence, (part) => writer.write(part))
  } finally {
    await writer.close()
  }
  const restored = writer.segments()
  if (restored.length > 0) await replaceSegments(folder, restoring)
  await rm(restoring, { recursive: true, force: true })
  return restored
}

/** Yields all parts; after an interruption it continues where it was. */
async function readAll(
  store: PartStore,
  userId: string,
  lastSequence: number,
  take: (part: StoredPart) => Promise<void>,
): Promise<void> {
  let taken = 0
  for (let attempts = 1; taken < lastSequence; attempts++) {
    try {
      for await (const part of store.read(userId, taken, lastSequence)) {
        await take(part)
        taken = part.sequence
      }
    } catch (error) {
      if (attempts >= ATTEMPTS_MAX) throw error
      await store.returned(1_000, new AbortController().signal)
    }
  }
}

/**
 * Creates a writer of segments. A segment without its beginning cannot be read, nor can those before a gap.
 */
function createSegmentWriter(folder: string) {
  let file: FileHandle | null = null
  let segments: RestoredSegment[] = []
  let size = 0

  async function endFile(): Promise<void> {
    await file?.datasync()
    await file?.close()
    file = null
  }

  async function drop(): Promise<void> {
    await endFile()
    for (const { segment } of segments) await rm(segmentPath(folder, segment), { force: true })
    segments = []
  }

  return {
    segments: () => segments,
    async write({ segment, offset, bytes, sequence }: StoredPart): Promise<void> {
      if (bytes.length === 0) return
      const current = segments.at(-1)?.segment ?? 0
      if (offset === 0 && segment > current) {
        await endFile()
        file = await open(segmentPath(folder, segment), 'w')
        segments.push({ segment, sequence })
        size = 0
      } else if (segment !== current || offset !== size || file === null) {
        await drop()
        return
      }
      await file.appendFile(bytes)
      size += bytes.length
    },
    close: endFile,
  }
}

async function replaceSegments(folder: string, restoring: string): Promise<void> {
  const replaced = join(folder, REPLACED)
  const former = await listSegments(folder)
  if (former.length > 0) {
    await rm(replaced, { recursive: true, force: true })
    await mkdir(replaced)
    for (const segment of former) {
      await rename(segmentPath(folder, segment), segmentPath(replaced, segment))
    }
  }
  for (const segment of await listSegments(restoring)) {
    await rename(segmentPath(restoring, segment), segmentPath(folder, segment))
  }
  await syncFolder(folder)
}
