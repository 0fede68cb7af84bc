import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Download,
  DownloadPlatform,
  downloads,
  type Downloads,
} from '@pitboard/contract/site/downloads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { createAddressedDownloads } from './addressed-download.ts'
import { BUILT_FOLDER, listDownloads } from './built-downloads.ts'
import { registerRecorderUpdates } from './recorder-updates.ts'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { originOf } from '../../platform/http/request-origin.ts'
import { readRange } from '../../platform/files/range.ts'

/** The recorder is downloaded from permanent addresses. */
export function registerDownloads(app: FastifyInstance, context: AppContext): void {
  const folder = context.config.downloadsDir ?? BUILT_FOLDER
  const addressed = createAddressedDownloads()

  /** Lists downloads as the caller gets them: each knows the server, so that its user copies no address. */
  async function listFor(request: FastifyRequest): Promise<Downloads> {
    const { version, platforms } = await listDownloads(folder)
    const origin = originOf(request, context)
    const offered = await Promise.all(
      platforms.map((download) =>
        addressed.address(folder, download, origin).then(
          (file) => file.download,
          () => download,
        ),
      ),
    )
    return { version, platforms: offered }
  }

  registerRecorderUpdates(app, context, folder)

  route(app, downloads.list, ({ request }) => listFor(request))
  app.get('/download', async (request, reply) =>
    reply.header('cache-control', 'no-cache').send(await listFor(request)),
  )

  app.get<{ Params: { platform: string } }>('/download/:platform', async (request, reply) => {
    const { platform } = request.params
    if (!Value.Check(DownloadPlatform, platform)) {
      throw new ApiError(404, `There is no recorder for ${platform}. See /download for the list.`)
    }
    const found = await getDownload(folder, platform)
    const offered = await addressed.address(folder, found, originOf(request, context))
    const { file, bytes, sha256 } = offered.download
    const etag = `"${sha256}"`
    reply.headers({
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      'content-disposition': `attachment; filename="${file}"`,
    })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    reply.type(file.endsWith('.zip') ? 'application/zip' : 'application/octet-stream')
    const range = readRange(request.headers, bytes, etag)
    if (range === 'unsatisfiable') {
      throw new ApiError(416, `The file has ${bytes} bytes.`, {
        headers: { 'content-range': `bytes */${bytes}` },
      })
    }
    const { first, last } = range ?? { first: 0, last: bytes - 1 }
    if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes}`)
    reply.header('content-length', last - first + 1)
    // Fastify reads and discards the body of a HEAD response: one byte is enough.
    const end = request.method === 'HEAD' ? first : last
    return reply.send(offered.read(first, end))
  })
}

/** Returns the platform's program, or the archive for those that have none. */
async function getDownload(folder: string, platform: DownloadPlatform): Promise<Download> {
  const { platforms } = await listDownloads(folder)
  if (platforms.length === 0) {
    throw new ApiError(
      404,
      'This server offers no recorder. Its operator can pack it with "npm run build:recorder".',
    )
  }
  const found =
    platforms.find((download) => download.platform === platform) ??
    platforms.find((download) => download.platform === 'portable')
  const size = found && (await stat(join(folder, found.file)).catch(() => null))?.size
  if (found === undefined || size !== found.bytes) {
    throw new ApiError(
      404,
      `There is no recorder for ${platform} here. See /download for the list.`,
    )
  }
  return found
}
