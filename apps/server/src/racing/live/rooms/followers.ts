import type { LiveMessage } from '@pitboard/contract/live/live-protocol'
import type { Viewer } from './audience.ts'
import { createSharedFrame } from './frame.ts'

/** Followers get a message at this interval. */
const WAITING_MS = 10_000

/** Followers are viewers who wait for a user's next session. */
interface Followers {
  /** Adds a viewer; `message` says that the connection is alive. */
  add(userId: string, viewer: Viewer, message: LiveMessage): void
  remove(userId: string, viewer: Viewer): void
  /** Removes the followers of a user, so that they get places in a room. */
  takeOf(userId: string): Iterable<Viewer>
  users(): Iterable<string>
  tick(nowMs: number): void
}

export function createFollowers(openedMs: number): Followers {
  const byUser = new Map<string, Map<Viewer, LiveMessage>>()
  let calledMs = openedMs

  return {
    add(userId, viewer, message) {
      const viewers = byUser.get(userId) ?? new Map<Viewer, LiveMessage>()
      byUser.set(userId, viewers.set(viewer, message))
    },
    remove(userId, viewer) {
      const viewers = byUser.get(userId)
      viewers?.delete(viewer)
      if (viewers?.size === 0) byUser.delete(userId)
    },
    takeOf(userId) {
      const viewers = byUser.get(userId)
      byUser.delete(userId)
      return viewers?.keys() ?? []
    },
    users: () => byUser.keys(),
    tick(nowMs) {
      if (nowMs - calledMs < WAITING_MS) return
      calledMs = nowMs
      for (const viewers of byUser.values()) {
        for (const [viewer, message] of viewers) sendMessage(viewer, message)
      }
    },
  }
}

export function sendMessage(viewer: Viewer, message: LiveMessage): void {
  viewer.send(createSharedFrame(JSON.stringify(message)), false)
}
