import { replays } from '@pitboard/contract/live/replay'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { acceptsGzip } from '../../platform/http/compression.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { Timelines } from '../live/timelines/timelines.ts'

/** A timeline is removed at most this long after its session or its user is deleted. */
const DELETED_MS = 30_000

/** Serves sessions that are being driven, which can be played from any moment (docs/replays.md). */
export function registerLiveReplays(
  app: FastifyInstance,
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  timelines: Timelines,
): void {
  const cleanup = createPeriodicJob(removeDeleted, {
    everyMs: DELETED_MS,
    log,
    failure: 'Timelines of deleted sessions could not be removed',
  })
  app.addHook('onReady', async () => {
    await timelines.load()
    cleanup.start()
  })
  app.addHook('preClose', () => cleanup.stop())

  async function findStored(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set()
    const rows = await db.selectFrom('session').select('id').where('id', 'in', ids).execute()
    return new Set(rows.map(({ id }) => id))
  }

  async function removeDeleted(): Promise<void> {
    const ids = timelines.ids()
    const stored = await findStored(ids)
    await Promise.all(ids.filter((id) => !stored.has(id)).map((id) => timelines.remove(id)))
  }

  async function checkStored(id: string): Promise<void> {
    const isStored = (await findStored([id])).has(id)
    if (!isStored) throw new ApiError(404, `There is no replay of a live session ${id}.`)
  }

  route(app, replays.live, async ({ params: { sessionId: id }, reply }) => {
    await checkStored(id)
    const replay = await timelines.describe(id)
    if (!replay) throw new ApiError(404, `There is no replay of a live session ${id}.`)
    reply.header('cache-control', 'no-store')
    return replay
  })

  route(
    app,
    replays.liveChunk,
    async ({ params: { sessionId: id, version, chunk }, request, reply }) => {
      await checkStored(id)
      const found = await timelines.readChunk(id, version, chunk)
      if (!found) throw new ApiError(404, `There is no part ${chunk} of the replay ${version}.`)
      return sendChunk(request, reply, found.bytes, found.isComplete)
    },
  )
}

/**
 * Sends gzipped JSON as it is stored: unpacking it for clients that want it plain would cost more than
 * everything else here. A complete chunk never changes under its address.
 */
export async function sendChunk(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
  isComplete: boolean,
): Promise<FastifyReply> {
  if (!acceptsGzip(request)) {
    throw new ApiError(406, 'Parts of a replay are sent compressed: accept the encoding gzip.')
  }
  const lifetime = isComplete ? 'public, max-age=86400, immutable' : 'no-store'
  reply.header('cache-control', lifetime).header('vary', 'accept-encoding')
  reply.type('application/json; charset=utf-8')
  return reply.header('content-encoding', 'gzip').send(bytes)
}
