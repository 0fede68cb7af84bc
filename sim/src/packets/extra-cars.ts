import { carSlotsOf } from '@pitboard/telemetry/formats/registry'
import { has, type Setup } from '../setup/setup.ts'
import type { Car } from '../world/car.ts'
import { gridM, leaderOf, type World } from '../world/world.ts'

const FlyingLap = 1
const OnTrack = 4
const Active = 2
const IDLE_CARS = 2
const GHOST_LAP_MS = 21_000
const GHOSTS_APART_M = 40

/** Cars of the arrays that no driver of the session drives. */
interface ExtraCars {
  readonly participants: readonly { readonly name: string; readonly teamId: number }[]
  readonly lapData: readonly object[]
  /** Where they drive; null where they send no positions. */
  readonly motion: readonly Car[]
  readonly histories: readonly { readonly carIdx: number }[]
}

const none: ExtraCars = { participants: [], lapData: [], motion: [], histories: [] }

/** Ghosts of a time trial, and cars of the grid that never drive. */
export function extraCarsOf(world: World): ExtraCars {
  if (world.setup.kind === 'timeTrial') return ghostsOf(world)
  return has(world.setup, 'idleCars') ? idleCarsOf(world.setup) : none
}

/** Ghost cars have no driver, and some share a network id. */
function ghostsOf(world: World): ExtraCars {
  const participants = ['Personal Best', 'Default Ghost', 'Rival_99'].map((name, i) => ({
    aiControlled: 0,
    driverId: 255,
    networkId: 3,
    teamId: i,
    raceNumber: 7 + i,
    nationality: 10,
    name,
    yourTelemetry: 1,
    showOnlineNames: 1,
    platform: 1,
  }))
  const standing = { carPosition: 1, driverStatus: FlyingLap }
  if (!has(world.setup, 'ghosts')) {
    return { ...none, participants, lapData: participants.map(() => standing) }
  }
  const player = leaderOf(world)
  const cars = participants.map((_, i) => ({
    ...player,
    progressM: player.progressM + GHOSTS_APART_M * (i + 1),
  }))
  return {
    participants,
    motion: cars,
    lapData: cars.map(({ progressM, lapNum, sector }, i) => ({
      ...standing,
      currentLapNum: lapNum,
      sector,
      lapDistance: progressM - (lapNum - 1) * world.track.lengthM,
      totalDistance: progressM,
      lastLapTimeMs: GHOST_LAP_MS + i,
    })),
    histories: cars.map((car, i) => ghostHistory(car, 1 + i)),
  }
}

function ghostHistory({ lapNum }: Car, carIdx: number) {
  const lap = {
    lapTimeMs: GHOST_LAP_MS + carIdx - 1,
    sector1TimeMs: 7000,
    sector2TimeMs: 7000,
    sector3TimeMs: 7000,
    lapValidBitFlags: 0b1111,
  }
  const laps = Array.from({ length: lapNum }, () => lap)
  return { carIdx, numLaps: laps.length, bestLapTimeLapNum: 1, laps }
}

/** They stand behind the others; the lists do not count them. */
function idleCarsOf({ cars, format }: Setup): ExtraCars {
  const count = Math.min(IDLE_CARS, carSlotsOf(format) - cars)
  const places = Array.from({ length: count }, (_, i) => cars + 1 + i)
  return {
    ...none,
    participants: places.map((place) => ({
      aiControlled: 1,
      driverId: 180 + place,
      networkId: 255,
      teamId: 9,
      raceNumber: 99,
      name: `Filler ${place}`,
      yourTelemetry: 1,
      showOnlineNames: 1,
      platform: 255,
    })),
    lapData: places.map((place) => ({
      carPosition: place,
      gridPosition: place,
      currentLapNum: 1,
      driverStatus: OnTrack,
      resultStatus: Active,
      lapDistance: gridM(place),
      totalDistance: gridM(place),
    })),
  }
}
