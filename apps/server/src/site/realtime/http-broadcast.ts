import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { callerOfKey } from '../../accounts/access/api-key-caller.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { describeExcess } from '../../platform/http/read-json.ts'
import { createNetworkThroughput } from '../../platform/limits/networks.ts'
import type { ChannelDirectory } from './channel-directory.ts'
import { PREFIX } from './channel.ts'
import type { Content } from './frames.ts'
import { LIMITS } from './delivery-budget.ts'
import { isServerTopic, isTooLarge } from './publish.ts'
import { roomName } from './rooms.ts'

const HTTP_MESSAGES_PER_SECOND = 100

const NAME = { minLength: 1, maxLength: LIMITS.topicBytes }
const Messages = Type.Object({
  messages: Type.Array(
    Type.Object({
      topic: Type.String(NAME),
      event: Type.String(NAME),
      payload: Type.Unknown(),
      private: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    }),
    { maxItems: 100 },
  ),
})

interface HttpMessage {
  readonly topic: string
  readonly event: string
  readonly isPrivate: boolean
  readonly content: Content
}

interface EventRoute {
  readonly Params: { topic: string; event: string }
  readonly Querystring: { private?: string }
}

/** Clients broadcast here without a WebSocket (PROTOCOL §11). */
export function addHttpBroadcast(
  app: FastifyInstance,
  context: AppContext,
  directory: ChannelDirectory,
): void {
  const rates = createNetworkThroughput(HTTP_MESSAGES_PER_SECOND)

  app.post('/api/broadcast', async (request, reply) => {
    const body: unknown = parse(bytesOf(request))
    if (!Value.Check(Messages, body)) {
      throw new ApiError(422, 'messages must be a list of {topic, event, payload, private}.')
    }
    const messages = body.messages.map(({ topic, event, payload = null, private: isPrivate }) => {
      const content = { kind: 'json', text: JSON.stringify(payload) } as const
      return { topic, event, isPrivate: isPrivate === true, content }
    })
    await send(request, messages)
    return reply.code(202).send()
  })

  app.post<EventRoute>('/api/broadcast/:topic/events/:event', async (request, reply) => {
    const { topic, event } = request.params
    const isPrivate = request.query.private === 'true'
    const bytes = bytesOf(request)
    const isRaw = request.headers['content-type'] === 'application/octet-stream'
    const content: Content = isRaw
      ? { kind: 'raw', bytes }
      : { kind: 'json', text: JSON.stringify(parse(bytes)) }
    await send(request, [{ topic, event, isPrivate, content }])
    return reply.code(202).send()
  })

  async function send(request: FastifyRequest, messages: readonly HttpMessage[]): Promise<void> {
    if (rates.take(request.ip, messages.length, performance.now()) > 0) {
      throw new ApiError(429, 'Too many messages per second.')
    }
    const caller = await callerOfKey(context, request)
    if (caller.kind === 'anon' && messages.some(({ isPrivate }) => isPrivate)) {
      throw new ApiError(403, 'Private topics need an access token.')
    }
    if (messages.some(({ topic }) => isServerTopic(topic))) {
      throw new ApiError(403, 'Only the server may send in this topic.')
    }
    for (const { topic, event, isPrivate, content } of messages) {
      const prefixed = PREFIX + topic
      if (
        Buffer.byteLength(prefixed) > LIMITS.topicBytes ||
        Buffer.byteLength(event) > LIMITS.topicBytes
      ) {
        throw new ApiError(422, 'A topic or an event is too long.')
      }
      if (isTooLarge(content)) throw new ApiError(413, 'The broadcast is too large.')
      const isDelivered = directory.rooms.broadcast(roomName(topic, isPrivate), {
        topic: prefixed,
        event,
        content,
        sender: { address: request.ip, userId: caller.kind === 'user' ? caller.userId : null },
      })
      if (!isDelivered) throw new ApiError(429, 'Too many messages per second.')
    }
  }
}

function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

function parse(bytes: Buffer): unknown {
  const text = bytes.toString()
  // Messages are small enough that no number of values is too many.
  const excess = describeExcess(bytes, Infinity)
  if (excess !== null) throw new ApiError(400, `The JSON ${excess}.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(400, 'The body is not JSON.')
  }
}
