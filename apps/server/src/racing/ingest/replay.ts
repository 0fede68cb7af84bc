import { nextTurn } from '../../platform/jobs/yield-to-event-loop.ts'
import { listSegments, readSegment } from './journal.ts'
import type { JournalRecord, StreamSession } from './journal-record.ts'

/** So many records are taken again before other work gets its turn. */
const TAKE_AT_ONCE = 2_000

export interface Settled {
  readonly afterRecords: number
  readonly session: StreamSession
}

export interface Replay {
  /** By UID: what became of its session, and after how many records that was noted. */
  readonly settled: ReadonlyMap<string, Settled>
  readonly tornSegments: readonly number[]
  /** Hands over every record in order, with its segment; waits where `take` returns a promise. */
  run(take: (record: JournalRecord, segment: number) => Promise<void> | undefined): Promise<void>
}

/** What a restart needs of a journal: first what was settled, then everything again. */
export async function readReplay(folder: string): Promise<Replay> {
  const segments = await listSegments(folder)
  const settled = new Map<string, Settled>()
  const tornSegments: number[] = []
  let seen = 0
  for (const segment of segments) {
    const records = await readSegment(folder, segment)
    let next = records.next()
    for (; next.done !== true; next = records.next()) {
      seen++
      if (next.value.kind === 'settled') {
        const { uids, session } = next.value
        for (const uid of uids) settled.set(uid, { afterRecords: seen, session })
      }
      if (seen % TAKE_AT_ONCE === 0) await nextTurn()
    }
    if (!next.value) tornSegments.push(segment)
  }
  return {
    settled,
    tornSegments,
    async run(take) {
      let taken = 0
      for (const segment of segments) {
        for (const record of await readSegment(folder, segment)) {
          const waiting = take(record, segment)
          if (waiting) await waiting
          if (++taken % TAKE_AT_ONCE === 0) await nextTurn()
        }
      }
    },
  }
}
