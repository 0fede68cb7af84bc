import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Gauge } from 'prom-client'
import { registerApiKey } from '../../accounts/access/api-key-caller.ts'
import { AuthError } from '../../accounts/auth/http/auth-error.ts'
import type { AppContext } from '../../context.ts'
import { BusyError } from '../../platform/diagnostics/errors.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { allowOtherOrigins } from '../../platform/http/headers.ts'
import { serverBusy } from '../../platform/http/problems.ts'
import type { Upgrades } from '../../platform/http/upgrades.ts'
import type { SharedLiveList } from '../../racing/live/shared-live-list.ts'
import { createChannelDirectory } from './channel-directory.ts'
import { addHttpBroadcast } from './http-broadcast.ts'
import { LIMITS } from './delivery-budget.ts'
import { createLiveList } from './live-list.ts'
import { createRealtimeSockets } from './sockets.ts'

/**
 * `/realtime/v1` carries messages between clients, who is there, and changes of the database. Returns the function that
 * ends it.
 */
export async function registerRealtime(
  app: FastifyInstance,
  context: AppContext,
  upgrades: Upgrades,
  live: SharedLiveList,
): Promise<() => Promise<void>> {
  const directory = createChannelDirectory(context)
  const liveList = createLiveList(directory.rooms, live, context.log)
  const sockets = createRealtimeSockets(context, directory)
  upgrades.add(sockets.upgrade)
  app.addHook('onReady', async () => {
    directory.rooms.start()
    liveList.start()
  })
  const gauge: Gauge = new Gauge({
    name: 'pitboard_realtime_connections',
    help: 'Clients of /realtime/v1',
    registers: [context.metrics.registry],
    collect: () => gauge.set(sockets.connections()),
  })
  await app.register(
    async (scope) => {
      allowOtherOrigins(scope)
      registerApiKey(scope, context.keys)
      scope.removeAllContentTypeParsers()
      const limit = { parseAs: 'buffer' as const, bodyLimit: LIMITS.messageBytes }
      scope.addContentTypeParser('*', limit, (_request, bytes, done) => done(null, bytes))
      scope.setErrorHandler(sendError)
      scope.setNotFoundHandler((request, reply) =>
        sendError(new ApiError(404, 'There is nothing here.'), request, reply),
      )
      addHttpBroadcast(scope, context, directory)
    },
    { prefix: '/realtime/v1' },
  )
  return async () => {
    liveList.stop()
    await sockets.stop()
    directory.rooms.stop()
  }
}

function sendError(failure: unknown, request: FastifyRequest, reply: FastifyReply) {
  const error = failure instanceof BusyError ? serverBusy() : failure
  const [status, message] = toStatusAndMessage(error)
  if (error instanceof ApiError) void reply.headers(error.headers)
  if (status >= 500 && status !== 503) request.log.error({ err: error }, 'request failed')
  return reply.code(status).header('cache-control', 'no-store').send({ message })
}

function toStatusAndMessage(error: unknown): [status: number, message: string] {
  if (error instanceof ApiError) return [error.status, error.detail]
  if (error instanceof AuthError) return [401, error.message]
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    if (error.statusCode < 500) return [error.statusCode, error.message]
  }
  return [500, 'The server could not answer. The failure has been logged.']
}
