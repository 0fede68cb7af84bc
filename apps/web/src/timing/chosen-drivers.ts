import { readStored, writeStored } from '../state/browser-storage.ts'
import { createStore, useStore } from '../state/store.ts'

/** A driver is this to the reader of this device. */
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

/** Other names of the driver are known: a season has those under which its drivers have raced. */
export interface NamedDriver {
  readonly name: string
  readonly aliases?: readonly string[] | undefined
}

export function useDriverRole(driver: NamedDriver): DriverRole | null {
  return roleOf(driver, useStore(chosenDrivers))
}

/** A driver who was chosen by another of their names is the same driver. */
export function roleOf(driver: NamedDriver, { own, rivals }: ChosenDrivers): DriverRole | null {
  const names = namesOf(driver)
  if (names.some((name) => name === own)) return 'own'
  return names.some((name) => rivals.includes(name)) ? 'rival' : null
}

function namesOf({ name, aliases = [] }: NamedDriver): string[] {
  return [name, ...aliases].filter((each) => each !== '')
}

/** Gives a driver a role on this device, or takes it away. One driver is the reader's own. */
export function toggleDriverRole(driver: NamedDriver, role: DriverRole): void {
  const { name } = driver
  const { own, rivals } = chosenDrivers.get()
  const names = namesOf(driver)
  const had = roleOf(driver, { own, rivals }) === role
  const others = rivals.filter((other) => !names.includes(other))
  const isRival = role === 'rival' && !had
  const isOwn = own !== null && names.includes(own)
  const next = {
    own: role === 'own' && !had ? name : isOwn ? null : own,
    rivals: isRival ? [...others, name].slice(-RIVALS_MAX) : others,
  }
  chosenDrivers.set(next)
  writeStored(OWN_KEY, next.own)
  writeStored(RIVALS_KEY, next.rivals.join('\n'))
}
