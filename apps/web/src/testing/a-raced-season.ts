import { NO_POINTS } from '@pitboard/contract/seasons/points-presets'
import type { Season } from '@pitboard/contract/seasons/season'
import type { SeasonRaces } from '@pitboard/contract/seasons/season-races'
import type { Result } from '@pitboard/contract/seasons/standings'
import { TRACK_IDS } from '@pitboard/contract/sessions/track-names'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { aLinkedSession, anEvent, aSeason, aStandingsDriver } from './a-season.ts'

/** One car in one race is here as it was driven. */
export interface RawCar {
  readonly name: string
  readonly round: number
  readonly place: number
  readonly isOut: boolean
  readonly grid: number
  readonly timeMs: number
  readonly laps: number
  readonly bestMs: number
  readonly penaltySeconds: number
  readonly points: number
}

export interface RacedSeason {
  readonly season: Season
  readonly raced: SeasonRaces
  readonly cars: readonly RawCar[]
}

const NAMES = ['Moreau', 'Tanaka', 'Weber', 'Kim', 'Silva', 'Novak', 'Berg', 'Okoro']
export const PAID = [25, 18, 15, 12, 10, 8]

/** Returns a season of `driven` races out of `rounds`, with the raw rows that it was made of. */
export function aRacedSeason(
  seed: number,
  { rounds = 8, driven = 8 }: { readonly rounds?: number; readonly driven?: number } = {},
): RacedSeason {
  const random = createRandom(seed)
  // Some drivers are quicker: places are no lottery.
  const cars = Array.from({ length: driven }, (_, index) => {
    const order = shuffled(NAMES, random, 4)
    const grid = shuffled(order, random, 3)
    let timeMs = 1_800_000 + Math.floor(random() * 60_000)
    return order.map((name, position): RawCar => {
      timeMs += position === 0 ? 0 : 40 + Math.floor(random() * 9_000)
      const isOut = position >= 5 && random() < 0.5
      const lapped = position >= 5 ? 1 : 0
      return {
        name,
        round: index + 1,
        place: position + 1,
        isOut,
        grid: grid.indexOf(name) + 1,
        timeMs,
        laps: isOut ? 7 : 20 - lapped,
        bestMs: 88_000 + Math.floor(random() * 2_000),
        penaltySeconds: random() < 0.15 ? 5 : 0,
        points: isOut ? 0 : (PAID[position] ?? 0),
      }
    })
  }).flat()
  return { season: seasonOf(cars, rounds), raced: racesOf(cars), cars }
}

function seasonOf(cars: readonly RawCar[], rounds: number): Season {
  const events = Array.from({ length: rounds }, (_, index) => {
    const round = index + 1
    const at = `2026-0${1 + Math.floor(index / 4)}-${10 + (index % 4) * 5}T19:00:00Z`
    const sessions = cars.some((car) => car.round === round)
      ? [aLinkedSession(idOf(round), at)]
      : []
    return anEvent(TRACK_IDS[index] ?? 0, { id: `event-${round}`, startsAt: at, sessions })
  })
  const drivers = NAMES.map((name, driverIdx) => {
    const own = cars.filter((car) => car.name === name)
    const results = own.map((car): Result => {
      const fastest = Math.min(
        ...cars.filter(({ round }) => round === car.round).map(({ bestMs }) => bestMs),
      )
      return {
        sessionId: idOf(car.round),
        eventId: `event-${car.round}`,
        role: 'race',
        driverIdx,
        position: car.isOut ? null : car.place,
        points: car.points,
        resultStatus: car.isOut ? ResultStatus.Retired : ResultStatus.Finished,
        fastestLap: car.bestMs === fastest,
        pole: car.grid === 1,
        dropped: false,
        team: `Team ${name}`,
      }
    })
    const progression = events.map((_, index) =>
      own.filter(({ round }) => round <= index + 1).reduce((sum, { points }) => sum + points, 0),
    )
    return aStandingsDriver(name, {
      results,
      progression,
      points: progression.at(-1) ?? 0,
      wins: own.filter(({ place }) => place === 1).length,
      podiums: own.filter(({ place }) => place <= 3).length,
      poles: results.filter(({ pole }) => pole).length,
      fastestLaps: results.filter(({ fastestLap }) => fastestLap).length,
    })
  })
    .toSorted((a, b) => b.points - a.points)
    .map((driver, index, all) => ({
      ...driver,
      position: index + 1,
      gapToLeader: (all[0]?.points ?? 0) - driver.points,
    }))
  return aSeason({
    name: 'Winter Cup',
    events,
    pointsSystem: { ...NO_POINTS, race: PAID },
    standings: { drivers, teams: [], tracks: events.map(({ track }) => track) },
  })
}

function racesOf(cars: readonly RawCar[]): SeasonRaces {
  const rounds = [...new Set(cars.map(({ round }) => round))]
  return {
    races: rounds.map((round) => ({
      sessionId: idOf(round),
      cars: cars
        .filter((car) => car.round === round)
        .map(({ name, grid, timeMs, laps, bestMs, penaltySeconds }) => ({
          driverIdx: NAMES.indexOf(name),
          grid,
          timeMs,
          laps,
          bestLapTimeMs: bestMs,
          penaltiesSeconds: penaltySeconds,
        })),
    })),
    records: [],
  }
}

function idOf(round: number): string {
  return `01890000-0000-7000-8000-0000000001${String(round).padStart(2, '0')}`
}

/** Moves each item by less than `reach` places. */
function shuffled<T>(items: readonly T[], random: () => number, reach: number): T[] {
  return items
    .map((item, index) => ({ item, at: index + random() * reach }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Creates a small generator (mulberry32): each seed makes the same season everywhere. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
