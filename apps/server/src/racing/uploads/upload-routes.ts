import { setTimeout as wait } from 'node:timers/promises'
import { captureUploads } from '@pitboard/contract/ingest/capture-upload'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { exemptFromTimeout } from '../../platform/http/end-connections.ts'
import { createUploads } from './uploads.ts'

/** A file that is read within this time is answered at once. */
const READ_WITHIN_MS = 1_500

/** Serves captures that users upload themselves (docs/uploads.md). */
export function registerUploads(app: FastifyInstance, context: AppContext): void {
  const { now } = context
  const uploads = createUploads(context)
  app.addHook('onReady', async () => uploads.cleanup.start())
  app.addHook('preClose', () => uploads.cleanup.stop())

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The handler reads the body as a stream, after the caller was checked.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))

    route(scope, captureUploads.upload, async ({ user, query, request, reply }) => {
      const { writtenAt } = query
      const type = request.headers['content-type'] ?? ''
      if (/^(multipart\/|application\/(json|x-www-form-urlencoded))/i.test(type)) {
        throw new ApiError(415, 'Send the file itself as the body, as application/octet-stream.')
      }
      exemptFromTimeout(request)
      const writtenAtMs = writtenAt === undefined ? now().getTime() : Date.parse(writtenAt)
      const job = await uploads.receive(user.userId, request.raw, writtenAtMs)
      const result = job.result.catch((error: unknown) => {
        // What did not fail for good is tried again.
        if (error instanceof ApiError) throw error
      })
      await Promise.race([result, wait(READ_WITHIN_MS, null, { ref: false })])
      reply.code(job.state.status === 'done' ? 201 : 202)
      reply.headers({ location: `/api/Sessions/captures/${job.id}`, 'cache-control': 'no-store' })
      return job.state
    })
  })

  route(app, captureUploads.limits, async () => ({ bytesMax: uploads.bytesMax }))

  route(app, captureUploads.get, async ({ user, params: { id }, reply }) => {
    reply.header('cache-control', 'no-store')
    const state = await uploads.find(user.userId, id)
    if (!state) throw unknown(id)
    return state
  })

  route(app, captureUploads.cancel, async ({ user, params: { id } }) => {
    if (!(await uploads.cancel(user.userId, id))) throw unknown(id)
    return null
  })
}

function unknown(id: string): ApiError {
  return new ApiError(404, `There is no upload ${id}.`)
}
