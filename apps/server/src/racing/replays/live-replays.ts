import { replays } from '@pitboard/contract/live/replay'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/diagnostics/errors.ts'
import { acceptsGzip, gunzip } from '../../platform/http/compression.ts'
import type { StoredTimeline } from '../live/stored-timeline.ts'
import type { Timelines } from '../live/timelines.ts'

/** Sessions that are being driven, played from any moment (docs/replays.md). */
export function registerLiveReplays(
  app: FastifyInstance,
  { db }: Pick<AppContext, 'db'>,
  timelines: Timelines,
): void {
  app.addHook('onReady', () => timelines.clear())

  async function findTimeline(id: string): Promise<StoredTimeline> {
    const timeline = timelines.find(id)
    // The session or its user may have been deleted.
    const row =
      timeline &&
      (await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst())
    if (!timeline || !row) throw new ApiError(404, `There is no replay of a live session ${id}.`)
    return timeline
  }

  route(app, replays.live, async ({ params: { id }, reply }) => {
    const replay = (await findTimeline(id)).describe()
    if (!replay) throw new ApiError(404, 'This session can only be watched live.')
    reply.header('cache-control', 'no-store')
    return replay
  })

  route(app, replays.liveChunk, async ({ params: { id, version, chunk }, request, reply }) => {
    const timeline = await findTimeline(id)
    const found = timeline.version === version ? await timeline.readChunk(chunk) : null
    if (!found) throw new ApiError(404, `There is no part ${chunk} of the replay ${version}.`)
    return sendChunk(request, reply, found.bytes, found.isComplete)
  })
}

/** Sends gzipped JSON as it is stored. A complete chunk never changes under its address. */
export async function sendChunk(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
  isComplete: boolean,
): Promise<FastifyReply> {
  const lifetime = isComplete ? 'public, max-age=86400, immutable' : 'no-store'
  reply.header('cache-control', lifetime).header('vary', 'accept-encoding')
  reply.type('application/json; charset=utf-8')
  if (!acceptsGzip(request)) return reply.send(await gunzip(bytes))
  return reply.header('content-encoding', 'gzip').send(bytes)
}
