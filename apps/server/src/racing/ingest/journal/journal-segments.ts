import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readHeader } from '@pitboard/telemetry/decode'
import type { CapturedDatagram } from '../../captures/capture-format.ts'
import { readRecords, type JournalRecord } from './journal-record.ts'

const SEGMENT_NAME = /^(\d{6,})\.journal$/

/** Returns the numbers of the segments in a folder, oldest first. */
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
 * Creates a function that decides which datagrams of a stream belong to a session; it is called in their
 * order. A session has the datagrams with its UIDs, and the histories of the lobby among them, which may be
 * all there is of the last lap.
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

/** Yields a session's datagrams from these segments of the journal, the last one included. */
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
