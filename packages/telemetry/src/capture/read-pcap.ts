import { viewOf } from '../layout/reader.ts'
import { type ByteReader, type CapturedFrame, damageAt, RECORD_BYTES_MAX } from './byte-reader.ts'

/** The first four bytes (little endian) decide about byte order and unit of the fraction of a second. */
const variants: Readonly<Record<number, { little: boolean; perMs: number }>> = {
  0xa1b2c3d4: { little: true, perMs: 1e3 },
  0xd4c3b2a1: { little: false, perMs: 1e3 },
  0xa1b23c4d: { little: true, perMs: 1e6 },
  0x4d3cb2a1: { little: false, perMs: 1e6 },
}

/** Returns whether the first four bytes, read little endian, are those of a classic pcap file. */
export function isPcap(magic: number): boolean {
  return magic in variants
}

/** Reads the records of a classic pcap file (draft-ietf-opsawg-pcap); a cut or broken tail is noted. */
export async function* readPcap(
  reader: ByteReader,
  onNote: (text: string) => void,
): AsyncGenerator<CapturedFrame> {
  const header = await reader.take(24)
  if (header === null) return onNote(damageAt(0, 'the header is cut'))
  const head = viewOf(header)
  const variant = variants[head.getUint32(0, true)]
  if (variant === undefined) return onNote('the header is not one of pcap')
  const { little, perMs } = variant
  const linkType = head.getUint32(20, little) & 0xffff
  while (await reader.hasMore()) {
    const { offset } = reader
    const record = await reader.take(16)
    if (record === null) return onNote(damageAt(offset, 'the last record is cut'))
    const view = viewOf(record)
    const atMs = view.getUint32(0, little) * 1e3 + view.getUint32(4, little) / perMs
    const length = view.getUint32(8, little)
    if (length > RECORD_BYTES_MAX) {
      return onNote(damageAt(offset, `no record has a length of ${length}`))
    }
    const bytes = await reader.take(length)
    if (bytes === null) return onNote(damageAt(offset, 'the last record is cut'))
    yield { atMs, linkType, bytes }
  }
}
