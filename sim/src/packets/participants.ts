import { encodePacket } from '@pitboard/telemetry/encode'
import type { Header } from '@pitboard/telemetry/formats/model'
import type { World } from '../world/world.ts'

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
  const cars = world.cars.map(({ entry }) => ({
    aiControlled: entry.human ? 0 : 1,
    driverId: entry.driverId,
    networkId: entry.networkId,
    teamId: entry.teamId,
    raceNumber: entry.raceNumber,
    nationality: entry.nationality,
    name: entry.name,
    yourTelemetry: entry.restricted ? 0 : 1,
    showOnlineNames: 1,
    platform: entry.platform,
  }))
  const empty = { driverId: 255, networkId: 255, teamId: 255 }
  const slots = Array.from({ length: 22 }, (_, i) => cars[i] ?? empty)
  if (format === 2024)
    return encodePacket(format, 'participants', header, { numActiveCars, cars: slots })
  const painted = slots.map((slot) => {
    const [red, green, blue] = liveries[slot.teamId] ?? [120, 120, 130]
    return { ...slot, numColours: 1, liveryColours: [{ red, green, blue }] }
  })
  return encodePacket(format, 'participants', header, { numActiveCars, cars: painted })
}
