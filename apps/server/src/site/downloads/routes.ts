import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DownloadPlatform, downloads } from '@pitboard/contract/downloads'
import { Value } from 'typebox/value'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { route } from '../../accounts/access/route.ts'
import { BUILT_FOLDER, getDownload, listDownloads } from './files.ts'
import { readRange } from '../../platform/files/range.ts'

/** The recorder people download: the list, and each file at an address that never changes. */
export function registerDownloads(app: FastifyInstance, { config }: AppContext): void {
  const folder = config.downloadsDir ?? BUILT_FOLDER

  route(app, downloads.list, () => listDownloads(folder))
  app.get('/download', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await listDownloads(folder)),
  )

  app.get<{ Params: { platform: string } }>('/download/:platform', async (request, reply) => {
    const { platform } = request.params
    if (!Value.Check(DownloadPlatform, platform)) {
      throw new ApiError(404, `There is no recorder for ${platform}. See /download for the list.`)
    }
    const { file, bytes, sha256 } = await getDownload(folder, platform)
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
    // Fastify reads what answers a HEAD and throws it away: one byte is enough.
    const end = request.method === 'HEAD' ? first : last
    return reply.send(createReadStream(join(folder, file), { start: first, end }))
  })
}
