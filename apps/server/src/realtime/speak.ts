import { SERVER_TOPICS } from '@pitboard/contract/server-topics'
import type { BroadcastPush, Content } from './binary-broadcast.ts'
import { PREFIX, type Channel } from './channel.ts'
import { LIMITS } from './limits.ts'
import type { Message } from './message.ts'
import { sayBroadcast } from './outgoing.ts'
import type { Rooms } from './rooms.ts'

export type Reply = (
  to: Pick<Message, 'topic' | 'ref' | 'joinRef'>,
  status: 'ok' | 'error',
  response?: object,
) => void

/** Whether the topic is one where the server alone speaks. */
export function isServerTopic(name: string): boolean {
  return name.startsWith(SERVER_TOPICS)
}

function refuseSpeaking({ topic }: Channel, to: Parameters<Reply>[0], reply: Reply): boolean {
  const isRefused = isServerTopic(topic.slice(PREFIX.length))
  if (isRefused) reply(to, 'error', { reason: 'Unauthorized: the server alone speaks here' })
  return isRefused
}

/** A broadcast in JSON, as clients of version 1 send it. */
export function takeBroadcast(
  rooms: Rooms,
  channel: Channel,
  message: Message,
  reply: Reply,
): void {
  const { event, payload = {} } = message.payload
  if (refuseSpeaking(channel, message, reply)) return
  if (typeof event !== 'string' || Buffer.byteLength(event) > LIMITS.topicBytes) {
    reply(message, 'error', { reason: 'the broadcast has no event' })
    return
  }
  broadcast(rooms, channel, event, { kind: 'json', text: JSON.stringify(payload) })
  if (channel.request.acknowledges) reply(message, 'ok')
}

/** A broadcast in a binary frame. */
export function takePush(rooms: Rooms, channel: Channel, push: BroadcastPush, reply: Reply): void {
  if (refuseSpeaking(channel, push, reply)) return
  broadcast(rooms, channel, push.event, push.content)
  if (channel.request.acknowledges) reply(push, 'ok')
}

function broadcast(rooms: Rooms, channel: Channel, event: string, content: Content): void {
  const message = sayBroadcast(channel.topic, event, content)
  rooms.send(channel.room, message, channel.request.hearsItself ? undefined : channel)
}

/** A client says that it is there, or no longer. */
export function takePresence(rooms: Rooms, channel: Channel, message: Message, reply: Reply): void {
  const { event, payload } = message.payload
  if (refuseSpeaking(channel, message, reply)) return
  if (event === 'untrack') {
    const announce = rooms.untrack(channel.room, channel)
    reply(message, 'ok')
    announce()
    return
  }
  if (event !== 'track') {
    reply(message, 'error', { reason: 'unmatched event' })
    return
  }
  const said = typeof payload === 'object' && payload !== null ? { ...payload } : {}
  const present = { key: channel.presenceKey, payload: said }
  const announce = rooms.track(channel.room, channel, present)
  if (announce) {
    reply(message, 'ok')
    announce()
  } else {
    reply(message, 'error', { reason: 'Too many are present' })
  }
}
