import { readStored, writeStored } from '../../state/browser-storage.ts'
import { createStore, useStore } from '../../state/store.ts'

const STORAGE_KEY = 'tower.pinned'
const PINNED_MAX = 24

/** Names, because the car index of a driver is another one in every session. */
const pinned = createStore<readonly string[]>(readNames())

function readNames(): readonly string[] {
  const stored = readStored(STORAGE_KEY)
  return stored === null || stored === '' ? [] : stored.split('\n').slice(0, PINNED_MAX)
}

export function useIsPinned(name: string | null): boolean {
  return useStore(pinned).includes(name ?? '')
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
