import { listSegments, readSegment } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'

/** So many records are taken again before other work gets its turn. */
const TAKE_AT_ONCE = 2_000

export interface Replay {
  /** After how many records the sessions of a UID were last settled. */
  readonly settledAt: ReadonlyMap<string, number>
  readonly tornSegments: readonly number[]
  /** Hands over every record of the journal in order, with the segment it is in. */
  run(take: (record: JournalRecord, segment: number) => void): Promise<void>
}

/** What a restart needs of a journal: first what was settled, then everything again. */
export async function readReplay(folder: string): Promise<Replay> {
  const segments = await listSegments(folder)
  const settledAt = new Map<string, number>()
  const tornSegments: number[] = []
  let seen = 0
  for (const segment of segments) {
    const whole = await readSegment(folder, segment, (record) => {
      seen++
      if (record.kind !== 'settled') return
      for (const uid of record.uids) settledAt.set(uid, seen)
    })
    if (!whole) tornSegments.push(segment)
  }
  return {
    settledAt,
    tornSegments,
    async run(take) {
      for (const segment of segments) {
        const records: JournalRecord[] = []
        await readSegment(folder, segment, (record) => records.push(record))
        for (const [place, record] of records.entries()) {
          take(record, segment)
          if (place % TAKE_AT_ONCE === TAKE_AT_ONCE - 1) await turn()
        }
      }
    },
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
