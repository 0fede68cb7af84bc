import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { listSegments, readSegment, segmentPath } from '../journal/journal-segments.ts'
import type { JournalRecord, StreamSession } from '../journal/journal-record.ts'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findDataFault } from './task-queue.ts'
import { syncFolder } from '../../../platform/files/sync-folder.ts'

/** This many records are taken again before other work gets its turn. */
const TAKE_AT_ONCE = 2_000

export interface Settled {
  readonly afterRecords: number
  readonly session: StreamSession
}

interface Replay {
  /** The key is the UID of a session; the value is its outcome, and after how many records that was noted. */
  readonly settled: ReadonlyMap<string, Settled>
  readonly tornSegments: readonly number[]
  /** It is the epoch of the newest segment; null where it has none. */
  readonly epoch: number | null
  /** Hands over every record in order, with its segment; waits where `take` returns a promise. */
  run(take: (record: JournalRecord, segment: number) => Promise<void> | undefined): Promise<void>
}

/** Returns what a restart needs of a journal: first what was settled, then everything again. */
export async function readReplay(folder: string): Promise<Replay> {
  const segments = await listSegments(folder)
  const settled = new Map<string, Settled>()
  const tornSegments: number[] = []
  let seen = 0
  let epoch: number | null = null
  for (const segment of segments) {
    const records = await readSegment(folder, segment)
    let next = records.next()
    for (; next.done !== true; next = records.next()) {
      seen++
      if (next.value.kind === 'head') epoch = next.value.epoch ?? null
      if (next.value.kind === 'settled') {
        const { uids, session } = next.value
        for (const uid of uids) settled.set(uid, { afterRecords: seen, session })
      }
      if (seen % TAKE_AT_ONCE === 0) await yieldToEventLoop()
    }
    if (!next.value) tornSegments.push(segment)
  }
  return {
    settled,
    tornSegments,
    epoch,
    async run(take) {
      let taken = 0
      for (const segment of segments) {
        for (const record of await readSegment(folder, segment)) {
          const waiting = take(record, segment)
          if (waiting) await waiting
          if (++taken % TAKE_AT_ONCE === 0) await yieldToEventLoop()
        }
      }
    },
  }
}

const MARKER = 'replay-attempts'
const QUARANTINE = 'quarantine'
/** A power cut or a kill during a replay proves nothing yet. */
const CRASHES_MAX = 3
/** No retry can cure these errors of a segment. */
const UNREADABLE: readonly unknown[] = ['EISDIR', 'ENOTDIR', 'ELOOP', 'ERR_FS_FILE_TOO_LARGE']

/**
 * Replays a journal. If it cannot be replayed, or crashed the process several times meanwhile, it goes to
 * quarantine beside it, and the replay begins again without it.
 */
export async function guardReplay<T>(
  folder: string,
  replay: () => Promise<T>,
  onQuarantine: (reason: string) => void,
): Promise<T> {
  const crashes = await readCrashes(folder)
  if (crashes >= CRASHES_MAX) {
    await quarantineJournal(folder)
    onQuarantine(`the server crashed ${crashes} times while replaying it`)
  } else if ((await listSegments(folder)).length > 0) {
    await writeMarker(folder, crashes + 1)
  }
  try {
    return await replay()
  } catch (error) {
    const reason = faultOf(error)
    if (reason === null) throw error
    await quarantineJournal(folder)
    onQuarantine(reason)
    return await replay()
  } finally {
    await rm(join(folder, MARKER), { force: true })
  }
}

/** Returns how often the process ended while this journal was being replayed. */
export async function readCrashes(folder: string): Promise<number> {
  const text = await readFile(join(folder, MARKER), 'utf8').catch(() => '0')
  return Number.parseInt(text, 10) || 0
}

/** Writes the marker durably before the replay begins, because a crash must not lose it. */
async function writeMarker(folder: string, attempts: number): Promise<void> {
  const file = await open(join(folder, MARKER), 'w')
  try {
    await file.writeFile(`${attempts}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(folder)
}

/** The latest quarantined journal stays for the operator; older ones are removed. */
async function quarantineJournal(folder: string): Promise<void> {
  const to = join(folder, QUARANTINE)
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true })
  for (const segment of await listSegments(folder)) {
    await rename(segmentPath(folder, segment), segmentPath(to, segment))
  }
  await syncFolder(folder)
}

function faultOf(error: unknown): string | null {
  if (error instanceof Error && 'code' in error && UNREADABLE.includes(error.code)) {
    return String(error.code)
  }
  return findDataFault(error)
}
