import { useEffect, useState } from 'react'
import { followLive } from '../../features/live/live-socket.ts'
import { createLiveStore, type LiveStore, type LiveView } from '../../features/race/live-store.ts'
import { createLiveClock } from '../../features/time-bar/live-clock.ts'
import type { PlainKey } from '../../messages/create-text.ts'

/** Returns the store of a live session outside the site, which follows a socket while it is shown. */
export function useFollowedLive(path: string, delaySeconds = 0): LiveStore {
  const [{ store, clock }] = useState(() => {
    const live = createLiveStore()
    return { store: live, clock: createLiveClock(live, delaySeconds * 1000) }
  })
  useEffect(() => {
    const stopClock = clock.start()
    const stopFollowing = followLive(path, clock.receiver)
    return () => {
      stopFollowing()
      stopClock()
    }
  }, [path, clock])
  return store
}

/** With `hidden` there is nothing to show. Only `current` values are of now. */
type FollowedState = 'hidden' | 'current' | 'noData' | 'lost' | 'ended' | 'notLive'

/** Returns what the shown values are worth. A silent server is noticed too, not only a closed connection. */
export function followedState({
  session,
  connection: { kind },
  silentSeconds,
}: LiveView): FollowedState {
  if (session === null) return kind === 'notFound' ? 'notLive' : 'hidden'
  if (kind === 'ended' || kind === 'notFound') return 'ended'
  if (silentSeconds > 0 || kind === 'outdated') return 'lost'
  return session.receiving ? 'current' : 'noData'
}

export const STATE_LABELS: Readonly<
  Record<Exclude<FollowedState, 'hidden' | 'current'>, PlainKey>
> = {
  noData: 'live.noData',
  lost: 'live.lost',
  ended: 'live.ended',
  notLive: 'live.notLive',
}

const RELOAD_MS = 10_000

/**
 * Reloads the page, since nobody is there to do it. The reloads are spread, so that not all ask the new server at once.
 */
export function useReloadWhenOutdated(isOutdated: boolean): void {
  useEffect(() => {
    if (!isOutdated) return
    const timer = setTimeout(() => location.reload(), RELOAD_MS * (1 + Math.random()))
    return () => clearTimeout(timer)
  }, [isOutdated])
}
