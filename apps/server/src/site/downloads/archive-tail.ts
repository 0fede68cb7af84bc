import { open } from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { SERVER_FILE } from '@pitboard/contract/site/server-in-download'

const END = 0x06054b50
const END_BYTES = 22
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46
const FILE = 0x04034b50
const VERSION = 20
const UNIX_VERSION = 0x300 + VERSION
const UTF8_NAMES = 0x800
const DEFLATE = 8
const DOS_DATE = 0x21
const READABLE_BY_ALL = 0o100644 * 0x10000

/** The end of a zip archive (APPNOTE.TXT 6.3) is everything after the contents of its files. */
export interface ArchiveEnd {
  readonly directoryAt: number
  readonly directory: Buffer
  readonly entries: number
  /** It is "recorder/" if all files are in this folder, else empty. */
  readonly folder: string
}

/** Returns null for a file that is not an archive as the build makes them. */
export async function readArchiveEnd(path: string, bytes: number): Promise<ArchiveEnd | null> {
  if (bytes < END_BYTES) return null
  const file = await open(path)
  try {
    const end = Buffer.alloc(END_BYTES)
    await file.read(end, 0, END_BYTES, bytes - END_BYTES)
    if (end.readUInt32LE(0) !== END) return null
    const [length, directoryAt] = [end.readUInt32LE(12), end.readUInt32LE(16)]
    if (directoryAt + length + END_BYTES !== bytes) return null
    const directory = Buffer.alloc(length)
    await file.read(directory, 0, length, directoryAt)
    if (length < ENTRY_BYTES || directory.readUInt32LE(0) !== ENTRY) return null
    const name = directory.toString('utf8', ENTRY_BYTES, ENTRY_BYTES + directory.readUInt16LE(28))
    const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/') + 1) : ''
    return { directoryAt, directory, entries: end.readUInt16LE(10), folder }
  } finally {
    await file.close()
  }
}

/** Returns what replaces the archive's end, so that it also has a file that names the server. */
export function createTail(archive: ArchiveEnd, origin: string): Buffer {
  const { directoryAt, directory, entries, folder } = archive
  const name = Buffer.from(folder + SERVER_FILE)
  const content = Buffer.from(`${origin}\n`)
  const packed = deflateRawSync(content)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(VERSION, 0)
  common.writeUInt16LE(UTF8_NAMES, 2)
  common.writeUInt16LE(DEFLATE, 4)
  common.writeUInt16LE(DOS_DATE, 8)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(name.length, 22)
  const file = Buffer.concat([uint32(FILE), common, name, packed])

  const head = Buffer.alloc(6)
  head.writeUInt32LE(ENTRY, 0)
  head.writeUInt16LE(UNIX_VERSION, 4)
  const place = Buffer.alloc(14)
  place.writeUInt32LE(READABLE_BY_ALL, 6)
  place.writeUInt32LE(directoryAt, 10)
  const listed = Buffer.concat([directory, head, common, place, name])

  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(entries + 1, 8)
  end.writeUInt16LE(entries + 1, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(directoryAt + file.length, 16)
  return Buffer.concat([file, listed, end])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value, 0)
  return bytes
}
