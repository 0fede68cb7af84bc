import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

export interface Unzipped {
  readonly name: string
  /** They are the rights of the file, with its kind. */
  readonly mode: number
  readonly bytes: Buffer
}

/** Unpacks the files of a zip archive in its order, each checked against its checksum. */
export async function unzip(archive: Buffer): Promise<Unzipped[]> {
  const zip = await fromBufferPromise(archive)
  const files: Unzipped[] = []
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName} is damaged`)
    files.push({ name: entry.fileName, mode: entry.externalFileAttributes >>> 16, bytes })
  }
  return files
}
