import { inflateRawSync } from 'node:zlib'
import { UPDATE_BYTES_MAX } from '@pitboard/contract/ingest/recorder-update'

const END = 0x06054b50
const END_BYTES = 22
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46
const FILE_BYTES = 30
const DEFLATE = 8

/** A file of a zip archive without a comment (APPNOTE.TXT 6.3); null where it has none of this name. */
export function readZipFile(archive: Buffer, name: string): Buffer | null {
  const end = archive.length - END_BYTES
  if (end < 0 || archive.readUInt32LE(end) !== END) return null
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > end || archive.readUInt32LE(at) !== ENTRY) return null
    const nameBytes = archive.readUInt16LE(at + 28)
    if (archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes) === name) {
      return unpackEntry(archive, at)
    }
    at += ENTRY_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return null
}

function unpackEntry(archive: Buffer, entry: number): Buffer | null {
  const file = archive.readUInt32LE(entry + 42)
  if (file + FILE_BYTES > archive.length) return null
  const start =
    file + FILE_BYTES + archive.readUInt16LE(file + 26) + archive.readUInt16LE(file + 28)
  const content = archive.subarray(start, start + archive.readUInt32LE(entry + 20))
  if (archive.readUInt16LE(entry + 10) !== DEFLATE) return content
  return inflateRawSync(content, { maxOutputLength: UPDATE_BYTES_MAX })
}
