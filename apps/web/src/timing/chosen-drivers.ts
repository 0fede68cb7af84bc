import { readStored, writeStored } from '../state/browser-storage.ts'
import { createStore, useStore } from '../state/store.ts'

/** What a driver is to the reader of this device. */
export type DriverRole = 'own' | 'rival'

export const ROLE_SIGNS: Readonly<Record<DriverRole, string>> = { own: '★', rival: '☆' }

/** Drivers are stored by name, because the car index of a driver differs by session. */
export interface ChosenDrivers {
  readonly own: string | null
  readonly rivals: readonly string[]
}

const OWN_KEY = 'driver.own'
/** Rivals were once called pinned drivers. */
const RIVALS_KEY = 'tower.pinned'
export const RIVALS_MAX = 24

export const NO_DRIVERS: ChosenDrivers = { own: null, rivals: [] }

/** A page without a reader shows those of its address: only `toggleDriverRole` stores. */
export const chosenDrivers = createStore<ChosenDrivers>({
  own: readName(),
  rivals: readRivals(),
})

function readName(): string | null {
  const stored = readStored(OWN_KEY)
  return stored === '' ? null : stored
}

function readRivals(): readonly string[] {
  const stored = readStored(RIVALS_KEY)
  return stored === null || stored === '' ? [] : stored.split('\n').slice(0, RIVALS_MAX)
}

export function useChosenDrivers(): ChosenDrivers {
  return useStore(chosenDrivers)
}

export function useDriverRole(name: string | null): DriverRole | null {
  return roleOf(name, useStore(chosenDrivers))
}

export function roleOf(name: string | null, { own, rivals }: ChosenDrivers): DriverRole | null {
  if (name === null || name === '') return null
  if (name === own) return 'own'
  return rivals.includes(name) ? 'rival' : null
}

/** Gives a driver a role on this device, or takes it away. One driver is the reader's own. */
export function toggleDriverRole(name: string, role: DriverRole): void {
  const { own, rivals } = chosenDrivers.get()
  const had = roleOf(name, { own, rivals }) === role
  const others = rivals.filter((other) => other !== name)
  const isRival = role === 'rival' && !had
  const next = {
    own: role === 'own' && !had ? name : own === name ? null : own,
    rivals: isRival ? [...others, name].slice(-RIVALS_MAX) : others,
  }
  chosenDrivers.set(next)
  writeStored(OWN_KEY, next.own)
  writeStored(RIVALS_KEY, next.rivals.join('\n'))
}
