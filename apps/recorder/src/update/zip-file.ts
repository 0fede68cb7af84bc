import { buffer } from 'node:stream/consumers'
import { UPDATE_BYTES_MAX } from '@pitboard/contract/ingest/recorder-update'
import { fromBufferPromise } from 'yauzl'

/** Unpacks a file of a zip archive whose bytes are known to be right; returns null where it has none of this name. */
export async function readZipFile(archive: Buffer, name: string): Promise<Buffer | null> {
  const zip = await fromBufferPromise(archive)
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== name) continue
    if (entry.uncompressedSize > UPDATE_BYTES_MAX) throw new Error(`${name} is too large`)
    // The stream fails when it has another size than the archive says.
    return await buffer(await zip.openReadStreamPromise(entry))
  }
  return null
}
