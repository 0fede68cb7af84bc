import type { AppContext } from '../../context.ts'
import { createThroughputLimit } from '../../platform/limits/token-buckets.ts'
import type { ChannelDirectory } from './channel-directory.ts'
import { createChannels } from './channels.ts'
import { createMessage, type Incoming, type Message, type Outgoing } from './frames.ts'
import { LIMITS } from './delivery-budget.ts'
import { handleBinaryBroadcast, handleBroadcast, handlePresence, type Reply } from './publish.ts'

/** A connection is one client, independent of the transport. */
export interface Connection {
  /** Handles messages in order. Too many close the connection. */
  take(incoming: Incoming, bytes: number): void
  /** Ends the channels with an expired token. */
  expire(): void
  leave(): void
}

interface ConnectionParts {
  readonly context: AppContext
  readonly directory: ChannelDirectory
  readonly apiKey: string
  readonly address: string
  readonly send: (message: Outgoing) => void
  readonly close: (reason: string) => void
}

export function createConnection(parts: ConnectionParts): Connection {
  const { context, directory, send, close } = parts
  const messages = createThroughputLimit(LIMITS.messagesPerSecond, performance.now())
  const bytesTaken = createThroughputLimit(LIMITS.bytesPerSecond, performance.now())
  let waiting = 0
  let isClosed = false
  let work: Promise<void> = Promise.resolve()

  const reply: Reply = ({ topic, ref, joinRef }, status, response = {}) => {
    const payload = JSON.stringify({ status, response })
    send(createMessage({ topic, event: 'phx_reply', payload, ref, joinRef }))
  }
  const channels = createChannels({ ...parts, reply })

  async function handle(incoming: Incoming): Promise<void> {
    const message = incoming.kind === 'broadcast' ? incoming.push : incoming.message
    if (incoming.kind === 'message' && isForServer(incoming.message)) {
      await handleForServer(incoming.message)
      return
    }
    const channel = channels.find(message.topic)
    if (!channel) reply(message, 'error', { reason: 'unmatched topic' })
    else if (incoming.kind === 'broadcast')
      handleBinaryBroadcast(directory.rooms, channel, incoming.push, reply)
    else await handleForChannel(channel, incoming.message)
  }

  async function handleForServer(message: Message): Promise<void> {
    if (message.event === 'phx_join') await channels.join(message)
    else if (message.event === 'heartbeat') reply(message, 'ok')
  }

  async function handleForChannel(
    channel: NonNullable<ReturnType<typeof channels.find>>,
    message: Message,
  ): Promise<void> {
    switch (message.event) {
      case 'phx_leave':
        reply(message, 'ok')
        channels.leave(channel)
        return
      case 'access_token':
        await channels.renew(channel, message.payload['access_token'])
        return
      case 'broadcast':
        handleBroadcast(directory.rooms, channel, message, reply)
        return
      case 'presence':
        handlePresence(directory.rooms, channel, message, reply)
        return
      default:
        reply(message, 'error', { reason: 'unmatched event' })
    }
  }

  return {
    expire: () => channels.expire(),
    take(incoming, bytes) {
      if (isClosed) return
      const now = performance.now()
      const isFast = messages.take(1, now) > 0 || bytesTaken.take(bytes, now) > 0
      if (isFast || waiting >= LIMITS.waiting) {
        close('too many messages')
        return
      }
      waiting++
      work = work
        .then(() => (isClosed ? undefined : handle(incoming)))
        .catch((error: unknown) => {
          context.log.error({ err: error }, 'a realtime message failed')
          close('the message failed')
        })
        .finally(() => waiting--)
    },
    leave() {
      isClosed = true
      channels.leaveAll()
    },
  }
}

function isForServer({ topic, event }: Message): boolean {
  return topic === 'phoenix' || event === 'phx_join'
}
