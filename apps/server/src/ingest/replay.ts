import { nextTurn } from '../next-turn.ts'
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
  /** Hands over every record of the journal in order, with the segment it is in. */
  run(take: (record: JournalRecord, segment: number) => void): Promise<void>
}

/** What a restart needs of a journal: first what was settled, then everything again. */
export async function readReplay(folder: string): Promise<Replay> {
  const segments = await listSegments(folder)
  const settled = new Map<string, Settled>()
  const tornSegments: number[] = []
  let seen = 0
  for (const segment of segments) {
    const whole = await readSegment(folder, segment, (record) => {
      seen++
      if (record.kind !== 'settled') return
      const { uids, session } = record
      for (const uid of uids) settled.set(uid, { afterRecords: seen, session })
    })
    if (!whole) tornSegments.push(segment)
  }
  return {
    settled,
    tornSegments,
    async run(take) {
      for (const segment of segments) {
        const records: JournalRecord[] = []
        await readSegment(folder, segment, (record) => records.push(record))
        for (const [place, record] of records.entries()) {
          take(record, segment)
          if (place % TAKE_AT_ONCE === TAKE_AT_ONCE - 1) await nextTurn()
        }
      }
    },
  }
}
