import { randomUUID } from 'node:crypto'
import { isSignedIn } from '../../accounts/access/api-key-caller.ts'
import { AuthError } from '../../accounts/auth/http/auth-error.ts'
import type { AppContext } from '../../context.ts'
import { createThroughputLimit } from '../../platform/limits/token-buckets.ts'
import type { ChannelDirectory } from './channel-directory.ts'
import { type Channel, createChannel, PREFIX, senderOf } from './channel.ts'
import type { Message, Outgoing } from './frames.ts'
import { grantAccess } from './grant-access.ts'
import { prepareJoin, readJoin, type WatchResult } from './join.ts'
import { LIMITS } from './delivery-budget.ts'
import type { Reply } from './publish.ts'
import { roomName } from './rooms.ts'

const TOO_MANY_JOINS = 'ClientJoinRateLimitReached: Too many joins per second'

interface Channels {
  find(topic: string): Channel | undefined
  join(message: Message): Promise<void>
  /** Takes a newer token; without a valid one the channel ends. */
  renew(channel: Channel, token: unknown): Promise<void>
  leave(channel: Channel): void
  /** Ends those with an expired token. */
  expire(): void
  /** Leaves all channels after the connection has closed. */
  leaveAll(): void
}

interface Parts {
  readonly context: AppContext
  readonly directory: ChannelDirectory
  readonly apiKey: string
  readonly address: string
  readonly send: (message: Outgoing) => void
  readonly reply: Reply
}

export function createChannels({
  context,
  directory,
  apiKey,
  address,
  send,
  reply,
}: Parts): Channels {
  const byTopic = new Map<string, Channel>()
  const joins = createThroughputLimit(LIMITS.joinsPerSecond, performance.now())
  let lastId = 0
  let isClosed = false

  function add(channel: Channel): void {
    byTopic.set(channel.topic, channel)
    directory.channels.add(address)
    for (const _ of channel.watchers) directory.watches.add(address)
    directory.add(channel, (message) => end(channel, message))
    directory.rooms.join(channel.room, channel)
  }

  function remove(channel: Channel): void {
    directory.channels.remove(address)
    for (const _ of channel.watchers) directory.watches.remove(address)
    directory.remove(channel)
    directory.rooms.leave(channel.room, channel)
  }

  function drop(channel: Channel, event: 'phx_close' | 'phx_error'): void {
    if (byTopic.get(channel.topic) !== channel) return
    byTopic.delete(channel.topic)
    remove(channel)
    channel.end(event)
  }

  function end(channel: Channel, message: string | null): void {
    if (message !== null) channel.system('system', 'error', message)
    drop(channel, message === null ? 'phx_error' : 'phx_close')
  }

  function refusalOf(topic: string, watches: number): string | null {
    const isTopic = topic.startsWith(PREFIX) && topic.length > PREFIX.length
    if (!isTopic || Buffer.byteLength(topic) > LIMITS.topicBytes) return 'unmatched topic'
    if (joins.take(1, performance.now()) > 0) {
      return TOO_MANY_JOINS
    }
    const isFull =
      !byTopic.has(topic) && (byTopic.size >= LIMITS.channels || directory.channels.isFull(address))
    if (isFull) return 'ChannelRateLimitReached: Too many channels'
    const mayWatch = watches === 0 || !directory.watches.isFull(address)
    return mayWatch ? null : 'ChannelRateLimitReached: Too many watched changes'
  }

  async function join(message: Message): Promise<void> {
    const { topic, joinRef, ref, payload } = message
    const request = readJoin(payload)
    const refusal = request ? refusalOf(topic, request.watches.length) : 'the join can not be read'
    if (refusal !== null || !request) {
      reply(message, 'error', { reason: refusal })
      return
    }
    const firstId = lastId + 1
    lastId += request.watches.length
    const name = topic.slice(PREFIX.length)
    const joining = await prepareJoin(context, directory.listener, request, {
      apiKey,
      name,
      firstId,
    })
    if (isClosed) return
    if (joining.refused !== null) {
      reply(message, 'error', { reason: joining.refused })
      return
    }
    // There is no await until `add`: from then on the end of the session ends the channel.
    if (directory.hasEnded(joining.grant)) {
      reply(message, 'error', { reason: 'InvalidJWTToken: the session has ended' })
      return
    }
    const room = roomName(name, request.isPrivate)
    if (!directory.rooms.mayJoin(room, senderOf(address, joining.grant))) {
      reply(message, 'error', { reason: TOO_MANY_JOINS })
      return
    }
    const before = byTopic.get(topic)
    if (before) drop(before, 'phx_close')
    const { grant, watches } = joining
    const watchers = watches.flatMap(({ watcher }) => watcher ?? [])
    const presenceKey = request.presenceKey || randomUUID()
    const own = {
      topic,
      joinRef: joinRef ?? ref,
      request,
      presenceKey,
      watchers,
      grant,
      send,
      address,
    }
    const channel = createChannel(own)
    add(channel)
    reply(message, 'ok', { postgres_changes: watches.map(({ id, watch }) => ({ id, ...watch })) })
    if (channel.receivesPresence) {
      send(directory.rooms.presenceState(channel.room, topic))
    }
    confirmWatches(channel, watches)
  }

  return {
    join,
    find: (topic) => byTopic.get(topic),
    leave: (channel) => drop(channel, 'phx_close'),
    async renew(channel, given) {
      const token = typeof given === 'string' ? given : null
      if (token === channel.grant.token) return
      try {
        const grant = await grantAccess(context, token, apiKey)
        if (byTopic.get(channel.topic) !== channel) return
        const isAllowed = !channel.request.isPrivate || isSignedIn(grant.caller)
        if (!isAllowed || directory.hasEnded(grant)) {
          end(channel, 'The access token does not allow this channel')
          return
        }
        channel.grant = grant
        directory.add(channel, (message) => end(channel, message))
      } catch (error) {
        if (!(error instanceof AuthError)) throw error
        end(channel, `InvalidJWTToken: ${error.message}`)
      }
    },
    expire() {
      const now = context.now().getTime()
      for (const channel of byTopic.values()) {
        const { expiresAtMs } = channel.grant
        if (expiresAtMs !== null && expiresAtMs <= now) end(channel, 'Token has expired')
      }
    },
    leaveAll() {
      isClosed = true
      for (const channel of byTopic.values()) remove(channel)
      byTopic.clear()
    },
  }
}

function confirmWatches(channel: Channel, watches: readonly WatchResult[]): void {
  if (watches.length === 0) return
  const refused = watches.find(({ watcher }) => watcher === null)
  if (!refused) {
    channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    return
  }
  const asked = JSON.stringify(refused.watch)
  const message = `Unable to subscribe to changes with given parameters: ${asked}`
  channel.system('postgres_changes', 'error', message)
}
