import { buffer } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

/** Returns the bytes of a file that the browser has downloaded, which may run elsewhere and share no folder. */
export async function readDownload(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream())
}
