import type { CapturedDatagram } from '../captures/capture-store.ts'
import { belongsTo } from './belongs-to.ts'
import { listSegments, readSegment } from './journal.ts'

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
