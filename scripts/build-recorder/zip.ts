import { crc32, deflateRawSync } from 'node:zlib'

interface ZipEntry {
  readonly name: string
  readonly content: string | Buffer
  readonly isExecutable: boolean
}

const DEFLATE = 8
const UNIX = 3
const VERSION = 20
const UTF8_NAMES = 0x800
// 1 January 1980: the same sources give the same bytes, whenever they are built.
const DOS_DATE = 0x21

/** A zip archive (APPNOTE.TXT 6.3) that records which files are executable. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, isExecutable } of entries) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const packed = deflateRawSync(bytes)
    const path = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(UTF8_NAMES, 2)
    common.writeUInt16LE(DEFLATE, 4)
    common.writeUInt16LE(DOS_DATE, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(path.length, 22)
    const file = [Buffer.from('PK\u0003\u0004'), common, path, packed]
    files.push(...file)

    const entry = Buffer.alloc(14)
    const mode = isExecutable ? 0o100755 : 0o100644
    entry.writeUInt32LE(mode * 0x10000, 6)
    entry.writeUInt32LE(at, 10)
    directory.push(Buffer.from(['P'.charCodeAt(0), 'K'.charCodeAt(0), 1, 2, VERSION, UNIX]))
    directory.push(common, entry, path)
    at += file.reduce((bytes, part) => bytes + part.length, 0)
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, listed, end])
}
