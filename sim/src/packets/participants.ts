import { carSlotsOf } from '@pitboard/telemetry/formats/registry'
import { encodePacket } from '@pitboard/telemetry/encode'
import type { Header } from '@pitboard/telemetry/formats/model'
import { playerCarOf } from '../setup/entries.ts'
import { has } from '../setup/setup.ts'
import { extraCarsOf } from './extra-cars.ts'
import { seatOf } from '../world/seats.ts'
import { STEPS_PER_SECOND, type World } from '../world/world.ts'

const STEAM = 1
const EARLY_STEPS = 4 * STEPS_PER_SECOND

// Two shades a team, ours.
const liveries: readonly (readonly [number, number, number])[] = [
  [39, 244, 210],
  [232, 0, 45],
  [54, 113, 198],
  [100, 196, 255],
  [34, 153, 113],
  [0, 147, 204],
  [102, 146, 255],
  [182, 186, 189],
  [255, 128, 0],
  [82, 226, 82],
]

export function encodeParticipants(world: World, header: Partial<Header>): Uint8Array {
  const { format } = world.setup
  const numActiveCars = world.cars.length
  const others = extraCarsOf(world).participants
  const seats = world.cars.map((car) => ({ index: car.index, entry: seatOf(world, car) }))
  const cars = seats.map(({ entry, index }) => ({
    aiControlled: isShownAsAi(world, index) ? 1 : 0,
    driverId: entry.driverId,
    networkId: entry.networkId,
    teamId: entry.teamId,
    raceNumber: entry.raceNumber,
    nationality: entry.nationality,
    name: `${entry.nameLead ?? ''}${entry.name}`,
    yourTelemetry: entry.restricted ? 0 : 1,
    showOnlineNames: entry.hidesName ? 0 : 1,
    platform: !entry.human && !isShownAsAi(world, index) ? STEAM : entry.platform,
  }))
  const empty = { driverId: 255, networkId: 255, teamId: 255 }
  const slots = Array.from(
    { length: carSlotsOf(format) },
    (_, i) => [...cars, ...others][i] ?? empty,
  )
  if (format < 2025)
    return encodePacket(format, 'participants', header, { numActiveCars, cars: slots })
  const painted = slots.map((slot) => {
    const [red, green, blue] = liveries[slot.teamId] ?? [120, 120, 130]
    return { ...slot, numColours: 1, liveryColours: [{ red, green, blue }] }
  })
  return encodePacket(format, 'participants', header, { numActiveCars, cars: painted })
}

/** Early lists may show the AI as human, late ones a human as the AI. */
export function isShownAsAi(world: World, index: number): boolean {
  const { setup, ranSteps, cars, lastCarHomeMs } = world
  const car = cars[index]
  if (!car) return true
  const seat = seatOf(world, car)
  if (!seat.human) return !(has(setup, 'earlyWrongAi') && ranSteps < EARLY_STEPS)
  const isStale = has(setup, 'lateStaleAi') && lastCarHomeMs !== null
  return (car.aiDriving && seat === car.entry) || (isStale && index !== playerCarOf(setup.cars))
}
