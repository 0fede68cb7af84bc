import type { LiveSession } from '@pitboard/contract/live/live'
import { readStored, writeStored } from '../../state/browser-storage.ts'
import { createStore, useStore } from '../../state/store.ts'
import { standingOf } from '../race/standing.ts'

const STORAGE_KEY = 'tower.pinned'
const PINNED_MAX = 24

/** Names, because the car index of a driver is another one in every session. */
const pinned = createStore<readonly string[]>(readNames())

function readNames(): readonly string[] {
  const stored = readStored(STORAGE_KEY)
  return stored === null || stored === '' ? [] : stored.split('\n').slice(0, PINNED_MAX)
}

export function usePinnedNames(): readonly string[] {
  return useStore(pinned)
}

export function useIsPinned(name: string | null): boolean {
  return useStore(pinned).includes(name ?? '')
}

/** The places of pinned drivers in the order of the session, as a text that only changes with them. */
export function pinnedPlaces(session: LiveSession, names: readonly string[]): string {
  if (names.length === 0) return ''
  const { order } = standingOf(session)
  return order.filter((place) => names.includes(session.drivers[place]?.name ?? '')).join()
}

/** Pins a driver on this device, or releases them. */
export function togglePinned(name: string): void {
  const names = pinned.get()
  const next = names.includes(name)
    ? names.filter((other) => other !== name)
    : [...names, name].slice(-PINNED_MAX)
  pinned.set(next)
  writeStored(STORAGE_KEY, next.join('\n'))
}
