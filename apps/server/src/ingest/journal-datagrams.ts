import type { CapturedDatagram } from '../captures/store.ts'
import { belongsTo } from './belongs-to.ts'
import { listSegments, readSegment } from './journal.ts'

/** A session's datagrams as the journal holds them from this segment on. */
export async function* readDatagrams(
  folder: string,
  first: number,
  uids: ReadonlySet<string>,
): AsyncIterable<CapturedDatagram> {
  const belongs = belongsTo(uids)
  for (const segment of await listSegments(folder)) {
    if (segment < first) continue
    const found: CapturedDatagram[] = []
    await readSegment(folder, segment, (record) => {
      if (record.kind === 'datagram' && belongs(record.bytes)) found.push(record)
    })
    yield* found
  }
}
