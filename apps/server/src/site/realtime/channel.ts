import type { Grant } from './access.ts'
import type { Change } from './changes/change.ts'
import { tellChange } from './changes/encode-change.ts'
import type { Watcher } from './changes/watch.ts'
import type { Sender } from './delivery-budget.ts'
import type { JoinRequest } from './join-request.ts'
import { say, type Outgoing, type Said } from './outgoing.ts'
import { roomName, type Member } from './rooms.ts'

/** The prefix that clients put before every topic of theirs. */
export const PREFIX = 'realtime:'

/** One topic that a connection has joined. */
export interface Channel extends Member {
  readonly joinRef: string | null
  readonly room: string
  readonly request: JoinRequest
  readonly presenceKey: string
  readonly watchers: readonly Watcher[]
  grant: Grant
  hear(change: Change): void
  /** Says what is wrong, or that all is well. */
  system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void
  /** Tells the client that the channel has ended; with `phx_error` it joins again by itself. */
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
  const tell = (said: Omit<Said, 'topic'>) => send(say({ topic, ...said }))

  const channel: Channel = {
    ...parts,
    room: roomName(name, request.isPrivate),
    hearsPresence: request.hearsPresence,
    sender: () => senderOf(parts.address, channel.grant),
    hear(change) {
      const hearing = watchers.filter((watcher) => watcher.hears(change, channel.grant.caller))
      for (const message of tellChange(topic, change, hearing)) send(message)
    },
    system(extension, status, message) {
      const payload = JSON.stringify({ extension, status, message, channel: name })
      tell({ event: 'system', payload })
    },
    end(event) {
      tell({ event, payload: '{}', ref: joinRef, joinRef })
    },
  }
  return channel
}

export function senderOf(address: string, { caller }: Grant): Sender {
  return { address, userId: caller.kind === 'user' ? caller.userId : null }
}
