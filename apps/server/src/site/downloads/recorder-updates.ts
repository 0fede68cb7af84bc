import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type RecorderUpdate,
  recorderUpdates,
  UPDATE_BYTES_MAX,
} from '@pitboard/contract/ingest/recorder-update'
import type { DownloadPlatform } from '@pitboard/contract/site/downloads'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import { createUpdateKeyReader } from '../../accounts/pairing/update-key.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { listDownloads } from './built-downloads.ts'

/**
 * Serves programs as they were built, for recorders that replace themselves. Unlike downloads of people they do not
 * name the server, so that what is signed does not depend on a request.
 */
export function registerRecorderUpdates(
  app: FastifyInstance,
  context: AppContext,
  folder: string,
): void {
  const readKey = createUpdateKeyReader(context)

  route(app, recorderUpdates.key, async () => ({ updateKey: (await readKey()).publicKey }))

  route(app, recorderUpdates.get, async ({ params: { platform } }) => {
    const { file: _file, ...update } = await findProgram(folder, platform)
    const manifest = JSON.stringify(update)
    return { manifest, signature: (await readKey()).sign(manifest) }
  })

  route(app, recorderUpdates.file, async ({ params: { platform }, reply }) => {
    const { file, bytes } = await findProgram(folder, platform)
    reply.type('application/octet-stream').header('content-length', bytes)
    return reply.send(createReadStream(join(folder, file), { end: bytes - 1 }))
  })
}

async function findProgram(
  folder: string,
  platform: DownloadPlatform,
): Promise<RecorderUpdate & { readonly file: string }> {
  const { version, platforms } = await listDownloads(folder)
  const found = platforms.find((download) => download.platform === platform)
  const size = found && (await stat(join(folder, found.file)).catch(() => null))?.size
  if (found === undefined || size !== found.bytes || size > UPDATE_BYTES_MAX) {
    throw new ApiError(404, `This server offers no recorder for ${platform}.`)
  }
  const { file, bytes, sha256 } = found
  return {
    product: 'pitboard-recorder',
    platform,
    version: found.version ?? version,
    bytes,
    sha256,
    file,
  }
}
