import { encodeRowChange, type RowChange, type Watcher } from './changes/row-change.ts'
import type { Sender } from './delivery-budget.ts'
import { createMessage, type MessageParts, type Outgoing } from './frames.ts'
import type { Grant } from './grant-access.ts'
import type { JoinRequest } from './join.ts'
import { type Member, roomName } from './rooms.ts'

/** Every topic of a client has this prefix. */
export const PREFIX = 'realtime:'

/** A connection has joined the topic of this channel. */
export interface Channel extends Member {
  readonly joinRef: string | null
  readonly room: string
  readonly request: JoinRequest
  readonly presenceKey: string
  readonly watchers: readonly Watcher[]
  grant: Grant
  publish(change: RowChange): void
  system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void
  /** The client rejoins automatically after `phx_error`. */
  end(event: 'phx_close' | 'phx_error'): void
}

interface Parts {
  readonly topic: string
  readonly joinRef: string | null
  readonly request: JoinRequest
  readonly presenceKey: string
  readonly watchers: readonly Watcher[]
  readonly grant: Grant
  readonly send: (message: Outgoing) => void
  readonly address: string
}

export function createChannel(parts: Parts): Channel {
  const { topic, joinRef, request, watchers, send } = parts
  const name = topic.slice(PREFIX.length)
  const sendParts = (parts: Omit<MessageParts, 'topic'>) => send(createMessage({ topic, ...parts }))

  const channel: Channel = {
    ...parts,
    room: roomName(name, request.isPrivate),
    receivesPresence: request.receivesPresence,
    sender: () => senderOf(parts.address, channel.grant),
    publish(change) {
      const matching = watchers.filter((watcher) => watcher.matches(change, channel.grant.caller))
      for (const payload of encodeRowChange(change, matching)) {
        sendParts({ event: 'postgres_changes', payload })
      }
    },
    system(extension, status, message) {
      const payload = JSON.stringify({ extension, status, message, channel: name })
      sendParts({ event: 'system', payload })
    },
    end(event) {
      sendParts({ event, payload: '{}', ref: joinRef, joinRef })
    },
  }
  return channel
}

export function senderOf(address: string, { caller }: Grant): Sender {
  return { address, userId: caller.kind === 'user' ? caller.userId : null }
}
