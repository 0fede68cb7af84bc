import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../../platform/http/api-error.ts'
import { setAnswerTag } from '../../platform/http/etags.ts'
import type { PictureFile, UploadedPictures } from './uploaded-pictures.ts'

const DAY_SECONDS = 86_400

interface SentPicture {
  readonly picture: PictureFile | undefined
  /** If it is true, everyone may see it who has its address. */
  readonly isPublic: boolean
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Throws `notFound` without a picture. */
export async function sendPicture(
  pictures: UploadedPictures,
  { picture, isPublic, request, reply }: SentPicture,
  notFound: () => ApiError,
): Promise<FastifyReply> {
  if (!picture) throw notFound()
  if (setAnswerTag(request, reply, picture.etag)) return reply.send()
  if (isPublic) reply.header('cache-control', cacheFor(request.url, picture.etag))
  const bytes = await pictures.read(picture.file_key)
  if (!bytes) throw notFound()
  return reply.type(picture.content_type).send(bytes)
}

/** An address with the picture's id (`?v=`) never changes. Shared caches stay out: its league may become private. */
function cacheFor(url: string, etag: string): string {
  return url.endsWith(`?v=${etag}`) ? `private, max-age=${DAY_SECONDS}` : 'no-cache'
}
