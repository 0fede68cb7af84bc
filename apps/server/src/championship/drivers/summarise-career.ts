import { median } from '@pitboard/analysis/statistics/quantile'
import {
  type Career,
  CAREER_OPPONENTS_MAX,
  CAREER_RACES_MAX,
  type CareerRace,
  type CareerTrack,
  type Opponent,
  type Streak,
} from '@pitboard/contract/drivers/career'
import { itemAt } from '@pitboard/contract/wire/item-at'
import { findAhead } from './compare-drivers.ts'
import { type DriverSession, presentDrivenSession } from './driver-sessions.ts'

/** A median of fewer would be the lap of a rival, not of a field. */
const FIELD_MIN = 3
const PODIUM = 3

/** Returns what the newest races of a driver say of them; `sessions` are sorted, the newest first. */
export function summariseCareer(sessions: readonly DriverSession[]): Career {
  const races = sessions.filter(({ kind }) => kind === 'race').slice(0, CAREER_RACES_MAX)
  const shown = races.map(toRace).toReversed()
  return {
    races: shown,
    tracks: countTracks(shown),
    streaks: [
      streakOf('wins', shown, ({ position }) => position === 1),
      streakOf('podiums', shown, ({ position }) => position !== null && position <= PODIUM),
      streakOf('finishes', shown, ({ position }) => position !== null),
    ],
    opponents: countOpponents(races),
  }
}

function toRace(session: DriverSession): CareerRace {
  const { cars, own } = session
  const others = cars.flatMap((car) => (car === own ? [] : (car.bestLapTimeMs ?? [])))
  return {
    ...presentDrivenSession(session),
    position: own.position,
    resultStatus: own.resultStatus,
    numberOfDrivers: cars.length,
    pacePercent:
      own.bestLapTimeMs === null || others.length < FIELD_MIN
        ? null
        : round((own.bestLapTimeMs / median(others) - 1) * 100),
  }
}

function countTracks(races: readonly CareerRace[]): CareerTrack[] {
  const byTrack = Map.groupBy(races, ({ trackId }) => trackId)
  const tracks = Array.from(byTrack, ([trackId, driven]) => {
    const places = driven.flatMap(({ position }) => position ?? [])
    return {
      trackId,
      trackName: itemAt(driven, 0).trackName,
      races: driven.length,
      wins: places.filter((place) => place === 1).length,
      podiums: places.filter((place) => place <= PODIUM).length,
      averagePosition: averageOf(places),
      averagePacePercent: averageOf(driven.flatMap(({ pacePercent }) => pacePercent ?? [])),
    }
  })
  return tracks.toSorted(
    (a, b) =>
      (a.averagePosition ?? Infinity) - (b.averagePosition ?? Infinity) || b.races - a.races,
  )
}

/** A streak that is broken begins again with the next race. */
function streakOf(
  kind: Streak['kind'],
  races: readonly CareerRace[],
  counts: (race: CareerRace) => boolean,
): Streak {
  let current = 0
  let longest = 0
  for (const race of races) {
    current = counts(race) ? current + 1 : 0
    longest = Math.max(longest, current)
  }
  return { kind, current, longest }
}

function countOpponents(races: readonly DriverSession[]): Opponent[] {
  const opponents = new Map<string, Opponent>()
  for (const { cars, own } of races) {
    for (const car of cars) {
      if (car === own || car.name === null || !car.isHuman) continue
      const { name, userId } = car
      const known = opponents.get(name) ?? { name, userId, races: 0, ahead: 0, behind: 0 }
      const ahead = findAhead(own, car)
      opponents.set(name, {
        name,
        userId: known.userId ?? userId,
        races: known.races + 1,
        ahead: known.ahead + Number(ahead === 'first'),
        behind: known.behind + Number(ahead === 'second'),
      })
    }
  }
  return Array.from(opponents.values())
    .toSorted((a, b) => b.races - a.races || (a.name < b.name ? -1 : 1))
    .slice(0, CAREER_OPPONENTS_MAX)
}

function averageOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return round(values.reduce((sum, value) => sum + value, 0) / values.length)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
