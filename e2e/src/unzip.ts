import { crc32, inflateRawSync } from 'node:zlib'

export interface Unzipped {
  readonly name: string
  readonly mode: number
  readonly bytes: Buffer
}

/** The files of a zip archive by its directory, each checked against its checksum. */
export function unzip(archive: Buffer): Unzipped[] {
  const end = archive.lastIndexOf('PK\u0005\u0006')
  if (end < 0) throw new Error('No zip archive')
  let at = archive.readUInt32LE(end + 16)
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    const nameBytes = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameBytes)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    const bytes = inflateRawSync(packed)
    if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`)
    const mode = archive.readUInt16LE(at + 40)
    at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
    return { name, mode, bytes }
  })
}
