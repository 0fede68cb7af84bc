import { readStored, writeStored } from '../state/browser-storage.ts'
import { createStore, useStore } from '../state/store.ts'

/** A driver is this to the reader of this device. */
export type DriverRole = 'own' | 'rival'

export const ROLE_SIGNS: Readonly<Record<DriverRole, string>> = { own: '★', rival: '☆' }

/**
 * Drivers are stored by name, because the car index of a driver differs by session. Where two cars of a session share
 * a name, the index of the chosen one follows behind a tab, which no name has.
 */
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
  /** It is the driver's car in the shown session. */
  readonly driverIdx?: number | undefined
  /** Drivers of these cars of the session have the same name; it is undefined where no other one has. */
  readonly namesakes?: readonly number[] | undefined
}

export function useDriverRole(driver: NamedDriver): DriverRole | null {
  return roleOf(driver, useStore(chosenDrivers))
}

/** A driver who was chosen by another of their names is the same driver. */
export function roleOf(driver: NamedDriver, { own, rivals }: ChosenDrivers): DriverRole | null {
  if (own !== null && isChosen(driver, own)) return 'own'
  return rivals.some((rival) => isChosen(driver, rival)) ? 'rival' : null
}

function isChosen({ name, aliases = [], driverIdx, namesakes }: NamedDriver, choice: string) {
  const [chosenName, car] = choice.split('\t')
  if (chosenName === '' || ![name, ...aliases].some((each) => each === chosenName)) return false
  if (driverIdx === undefined || namesakes === undefined) return true
  return driverIdx === chosenCar(namesakes, Number(car))
}

/** Of the cars that share a name, the very one was chosen; in another session it is the first one. */
export function chosenCar(sharing: readonly number[], chosenIdx: number | null): number | null {
  return sharing.find((driverIdx) => driverIdx === chosenIdx) ?? sharing[0] ?? null
}

function choiceOf({ name, driverIdx, namesakes }: NamedDriver): string {
  return driverIdx === undefined || namesakes === undefined ? name : `${name}\t${driverIdx}`
}

/** Gives a driver a role on this device, or takes it away. One driver is the reader's own. */
export function toggleDriverRole(driver: NamedDriver, role: DriverRole): void {
  const { own, rivals } = chosenDrivers.get()
  const had = roleOf(driver, { own, rivals }) === role
  const others = rivals.filter((other) => !isChosen(driver, other))
  const isRival = role === 'rival' && !had
  const isOwn = own !== null && isChosen(driver, own)
  const next = {
    own: role === 'own' && !had ? choiceOf(driver) : isOwn ? null : own,
    rivals: isRival ? [...others, choiceOf(driver)].slice(-RIVALS_MAX) : others,
  }
  chosenDrivers.set(next)
  writeStored(OWN_KEY, next.own)
  writeStored(RIVALS_KEY, next.rivals.join('\n'))
}
