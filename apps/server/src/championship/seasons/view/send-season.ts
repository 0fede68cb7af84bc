import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { itemAt } from '@pitboard/contract/wire/item-at'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { VERSION } from '../../../platform/config/config.ts'
import { acceptsGzip } from '../../../platform/http/compression.ts'
import { contentTag, setAnswerTag } from '../../../platform/http/etags.ts'
import type { Caller } from '../../history/versioned-update.ts'
import type { SeasonText, SeasonViews } from './season-views.ts'

/** Sends the season as the caller sees it. Throws a 404 for one that they may not see. */
export async function sendSeason(
  views: SeasonViews,
  { user, request, reply }: { user: Caller | null; request: FastifyRequest; reply: FastifyReply },
  id: string,
): Promise<FastifyReply> {
  const view = await views.get(id, user)
  if (setAnswerTag(request, reply, view.tag)) return reply.send()
  reply.type('application/json; charset=utf-8').header('vary', 'authorization, accept-encoding')
  if (!acceptsGzip(request)) return reply.send(Buffer.from(view.text))
  return reply.header('content-encoding', 'gzip').send(await view.gzipped())
}

/** The level is fast rather than small: a page of seasons can have megabytes. */
const GZIP_LEVEL = 3
const READ_AHEAD = 5

/** Streams complete seasons, so that the server never holds a whole page. Without a total it is a plain array. */
export function sendSeasons(
  request: FastifyRequest,
  reply: FastifyReply,
  { seasons, totalElements }: { seasons: readonly SeasonText[]; totalElements?: number },
): FastifyReply {
  const keys = seasons.map(({ key }) => key)
  const parts = JSON.stringify([VERSION, totalElements, request.url, keys])
  const tag = contentTag(parts)
  if (setAnswerTag(request, reply, tag)) return reply.send()
  reply.type('application/json; charset=utf-8').header('vary', 'authorization, accept-encoding')
  const body = Readable.from(writeList(seasons, totalElements))
  if (!acceptsGzip(request)) return reply.send(body)
  // A failure destroys both streams, which ends the response.
  const gzipped = pipeline(body, createGzip({ level: GZIP_LEVEL }), () => {})
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

/** Reads the next seasons while one is written. */
async function* writeList(seasons: readonly SeasonText[], totalElements: number | undefined) {
  yield totalElements === undefined ? '[' : `{"totalElements":${totalElements},"seasons":[`
  const reading: Promise<string>[] = []
  for (const index of seasons.keys()) {
    for (const season of seasons.slice(index + reading.length, index + READ_AHEAD)) {
      const text = season.read()
      // The error is handled where the promise is awaited.
      text.catch(() => {})
      reading.push(text)
    }
    const text = await itemAt(reading.splice(0, 1), 0)
    yield index === 0 ? text : `,${text}`
  }
  yield totalElements === undefined ? ']' : ']}'
}
