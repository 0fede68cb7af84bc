import { itemAt } from '@pitboard/contract/wire/item-at'
import type { Entry } from '../setup/entries.ts'
import type { Car } from './car.ts'
import type { World } from './world.ts'

const NO_NETWORK = 255
const FIRST_STAND_IN = 200

/** Returns the driver in a car as the game lists them: its own, or one who has taken the seat since. */
export function seatOf(world: Pick<World, 'plan' | 'cars'>, car: Car): Entry {
  const changes = world.plan.seatChanges.filter(({ car: index }) => index === car.index)
  const change = changes.findLast(({ atM }) => car.progressM >= atM)
  if (!change) return car.entry
  const { by } = change
  if (by === 'ai') return standInFor(car)
  if (by === 'newcomer') return newcomerIn(car)
  const { entry } = itemAt(world.cars, by.driverOf)
  // Each connection has a network id of its own.
  return { ...entry, teamId: car.entry.teamId, networkId: 50 + car.index }
}

/** The AI that drives on for a human; it hides what they hid. */
function standInFor({ index, entry }: Car): Entry {
  const { hidesName: _hidesName, nameLead: _nameLead, ...rest } = entry
  const ai = { human: false, networkId: NO_NETWORK, platform: NO_NETWORK }
  return { ...rest, ...ai, name: 'Holloway', driverId: FIRST_STAND_IN + index }
}

/**
 * Another human, who restricts their telemetry if the one before did not. The network id that has
 * become free is theirs, unless nothing else would tell two hidden names apart.
 */
function newcomerIn({ entry }: Car): Entry {
  const { raceNumber, hidesName = false, restricted, nameLead: _nameLead, ...rest } = entry
  const own = hidesName ? { hidesName, networkId: 40 } : { name: 'pole_hunter' }
  return { ...rest, ...own, raceNumber: raceNumber + 1, restricted: !restricted }
}
