import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { UserCaller } from '../../accounts/access/caller.ts'
import type { AppContext } from '../../context.ts'
import { createNetworkCount, type NetworkCount } from '../../platform/limits/networks.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DatabaseListener } from '../../platform/db/database-listener.ts'
import { readRowChange, type RowChange } from './changes/row-change.ts'
import type { Channel } from './channel.ts'
import type { Grant } from './grant-access.ts'
import { CHANNELS_PER_ADDRESS_MAX, WATCHES_PER_ADDRESS_MAX } from './delivery-budget.ts'
import { createRooms, type Rooms } from './rooms.ts'

/** Knows the channels of all connections of this server. */
export interface ChannelDirectory {
  readonly rooms: Rooms
  readonly channels: NetworkCount
  readonly watches: NetworkCount
  readonly listener: Pick<DatabaseListener, 'ready'>
  /** Adds a channel, which then receives row changes and ends with its session. */
  add(channel: Channel, drop: Drop): void
  remove(channel: Channel): void
  /** Returns whether the session has ended during the check. */
  hasEnded(grant: Grant): boolean
}

/** Ends a channel. With a message, the client does not rejoin automatically. */
type Drop = (message: string | null) => void

const PUBLISH_WITHIN_MS = 10
const SESSION_ENDED = 'The session of the access token has ended'

export function createChannelDirectory(context: AppContext): ChannelDirectory {
  const rooms = createRooms(context)
  const drops = new Map<Channel, Drop>()
  const watching = new Set<Channel>()
  const byUser = new Map<string, Set<Channel>>()
  const userOf = new Map<Channel, string>()
  const ended = createEndedSessions(() => context.now().getTime())

  context.databaseListener.subscribe({
    channels: ['pitboard_change', 'pitboard_session_end'],
    async hear(name, text) {
      if (name === 'pitboard_session_end') {
        endSession(ended.note(text))
        return
      }
      const change = await readRowChange(context.db, text)
      if (change) await publishRowChange(change)
    },
    // Announcements may have been missed: watchers and signed-in clients must rejoin.
    resumed() {
      for (const [channel, drop] of drops) {
        if (watching.has(channel) || channel.grant.caller.kind === 'user') drop(null)
      }
    },
  })

  /** Yields between slices: there may be thousands of watchers. */
  async function publishRowChange(change: RowChange): Promise<void> {
    let untilMs = performance.now() + PUBLISH_WITHIN_MS
    for (const channel of watching) {
      try {
        channel.publish(change)
      } catch (error) {
        context.log.error({ err: error }, 'a change could not be published to a channel')
      }
      if (performance.now() < untilMs) continue
      await yieldToEventLoop()
      untilMs = performance.now() + PUBLISH_WITHIN_MS
    }
  }

  function endSession({ user, session }: { user: string; session: string | null }): void {
    for (const channel of byUser.get(user) ?? []) {
      const { caller } = channel.grant
      const isIts = caller.kind === 'user' && caller.userId === user
      if (isIts && (session === null || caller.sessionId === session)) {
        drops.get(channel)?.(SESSION_ENDED)
      }
    }
  }

  function remove(channel: Channel): void {
    drops.delete(channel)
    watching.delete(channel)
    const user = userOf.get(channel)
    if (user === undefined) return
    userOf.delete(channel)
    const own = byUser.get(user)
    if (own?.delete(channel) === true && own.size === 0) byUser.delete(user)
  }

  return {
    rooms,
    channels: createNetworkCount(CHANNELS_PER_ADDRESS_MAX),
    watches: createNetworkCount(WATCHES_PER_ADDRESS_MAX),
    listener: context.databaseListener,
    remove,
    hasEnded: ({ caller }) => caller.kind === 'user' && ended.includes(caller),
    add(channel, drop) {
      remove(channel)
      drops.set(channel, drop)
      if (channel.watchers.length > 0) watching.add(channel)
      const { caller } = channel.grant
      if (caller.kind !== 'user') return
      userOf.set(channel, caller.userId)
      const own = byUser.get(caller.userId) ?? new Set()
      byUser.set(caller.userId, own.add(channel))
    },
  }
}

const REMEMBERED_MS = 60_000

const SessionEnd = Type.Object({
  user: Type.String(),
  /** Null stands for all of the user's. */
  session: Type.Union([Type.String(), Type.Null()]),
})
type SessionEnd = Static<typeof SessionEnd>

/** Recently ended sessions are remembered: a session may end while a join is being checked. */
interface EndedSessions {
  note(text: string): SessionEnd
  includes(caller: UserCaller): boolean
}

export function createEndedSessions(nowMs: () => number): EndedSessions {
  const untilMs = new Map<string, number>()

  return {
    note(text) {
      const end: unknown = JSON.parse(text)
      if (!Value.Check(SessionEnd, end)) throw new Error('the end of a session is malformed')
      for (const [id, until] of untilMs) {
        if (until > nowMs()) break
        untilMs.delete(id)
      }
      untilMs.set(end.session ?? end.user, nowMs() + REMEMBERED_MS)
      return end
    },
    includes({ userId, sessionId }) {
      const ids = sessionId === null ? [userId] : [userId, sessionId]
      return ids.some((id) => (untilMs.get(id) ?? 0) > nowMs())
    },
  }
}
