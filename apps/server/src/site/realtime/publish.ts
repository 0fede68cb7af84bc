import { SERVER_TOPICS } from '@pitboard/contract/live/server-topics'
import { type Channel, PREFIX } from './channel.ts'
import { type BroadcastPush, type Content, contentBytes, type Message } from './frames.ts'
import { LIMITS } from './delivery-budget.ts'
import type { Rooms } from './rooms.ts'

const TOO_MANY = 'Too many messages per second'

export type Reply = (
  to: Pick<Message, 'topic' | 'ref' | 'joinRef'>,
  status: 'ok' | 'error',
  response?: object,
) => void

/** Returns whether only the server may send in the topic. */
export function isServerTopic(name: string): boolean {
  return name.startsWith(SERVER_TOPICS)
}

function refuseServerTopic({ topic }: Channel, to: Parameters<Reply>[0], reply: Reply): boolean {
  const isRefused = isServerTopic(topic.slice(PREFIX.length))
  if (isRefused) reply(to, 'error', { reason: 'Unauthorized: only the server may send here' })
  return isRefused
}

/** JSON may grow when it is written again: `1e20` has 21 digits. */
export function isTooLarge(content: Content): boolean {
  return contentBytes(content) > LIMITS.messageBytes
}

/** Handles a broadcast in JSON, as clients of version 1 send it. */
export function handleBroadcast(
  rooms: Rooms,
  channel: Channel,
  message: Message,
  reply: Reply,
): void {
  const { event, payload = {} } = message.payload
  if (refuseServerTopic(channel, message, reply)) return
  if (typeof event !== 'string' || Buffer.byteLength(event) > LIMITS.topicBytes) {
    reply(message, 'error', { reason: 'the broadcast has no event' })
    return
  }
  const content = { kind: 'json', text: JSON.stringify(payload) } as const
  broadcast(rooms, channel, { to: message, event, content }, reply)
}

export function handleBinaryBroadcast(
  rooms: Rooms,
  channel: Channel,
  push: BroadcastPush,
  reply: Reply,
): void {
  if (refuseServerTopic(channel, push, reply)) return
  broadcast(rooms, channel, { to: push, event: push.event, content: push.content }, reply)
}

function broadcast(
  rooms: Rooms,
  channel: Channel,
  { to, event, content }: { to: Parameters<Reply>[0]; event: string; content: Content },
  reply: Reply,
): void {
  if (isTooLarge(content)) {
    reply(to, 'error', { reason: 'the broadcast is too large' })
    return
  }
  const isDelivered = rooms.broadcast(channel.room, {
    topic: channel.topic,
    event,
    content,
    sender: channel.sender(),
    except: channel.request.receivesOwnMessages ? undefined : channel,
  })
  if (!isDelivered) reply(to, 'error', { reason: TOO_MANY })
  else if (channel.request.acknowledges) reply(to, 'ok')
}

/** Tracks or untracks a client. */
export function handlePresence(
  rooms: Rooms,
  channel: Channel,
  message: Message,
  reply: Reply,
): void {
  const { event, payload } = message.payload
  if (refuseServerTopic(channel, message, reply)) return
  if (event === 'untrack') {
    rooms.untrack(channel.room, channel)
    reply(message, 'ok')
    return
  }
  if (event !== 'track') {
    reply(message, 'error', { reason: 'unmatched event' })
    return
  }
  const shared = typeof payload === 'object' && payload !== null ? { ...payload } : {}
  if (Buffer.byteLength(JSON.stringify(shared)) > LIMITS.presenceBytes) {
    reply(message, 'error', { reason: `A presence has at most ${LIMITS.presenceBytes} bytes` })
    return
  }
  const present = { key: channel.presenceKey, payload: shared }
  const announce = rooms.track(channel.room, channel, present)
  if (announce) {
    reply(message, 'ok')
    announce()
  } else {
    reply(message, 'error', { reason: 'Too many are present, or too many messages per second' })
  }
}
