import type { Driver } from '@pitboard/contract/sessions/driver'
import type { LiveSession } from '@pitboard/contract/live/live'
import { type SessionKind, sessionKind } from '@pitboard/contract/wire/session-kind'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { LiveStore, LiveView } from './live-store.ts'

/** The store itself never changes while a page is open, so the context never repaints anything. */
export const LiveStoreContext = createContext<LiveStore | null>(null)

export function useLiveStore(): LiveStore {
  const store = useContext(LiveStoreContext)
  if (!store) throw new Error('Live parts belong inside a LiveStoreContext')
  return store
}

/**
 * Repaints its component only when what `select` picks is another value, so pick numbers, texts or
 * objects of the state itself, never a fresh object.
 */
export function useLiveView<T>(select: (view: LiveView) => T): T {
  const store = useLiveStore()
  return useSyncExternalStore(store.subscribe, () => select(store.view()))
}

/** Returns whether what is shown may be wrong by now: nothing comes from the server, or to it. */
export function useIsStale(): boolean {
  return useLiveView(
    ({ session, silentSeconds }) => silentSeconds > 0 || session?.receiving === false,
  )
}

/** Selects a field of the session; returns null without a session. */
export function useLive<T>(select: (session: LiveSession) => T): T | null {
  return useLiveView(({ session }) => (session ? select(session) : null))
}

/** Returns what decides the session and its screen. */
export function useSessionKind(): SessionKind {
  return sessionKind(useLive(({ sessionType }) => sessionType) ?? 0)
}

/** Selects a field of the car at one place of `drivers`; returns null while it is not there. */
export function useCar<T>(
  place: number,
  select: (driver: Driver, session: LiveSession) => T,
): T | null {
  return useLive((session) => {
    const driver = session.drivers[place]
    return driver ? select(driver, session) : null
  })
}
