import {
  FORMULAS,
  type LapCategory,
  type LapConditions,
  PERFORMANCES,
  USUAL_CARS,
} from '@pitboard/contract/records/lap-category'
import {
  type DrivenLap,
  ownLaps,
  type PersonalBest,
  records,
} from '@pitboard/contract/records/records'
import { TRACK_IDS } from '@pitboard/contract/sessions/track-names'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Both pages have these search parameters; an empty one has its default. */
export type RecordSearch = Readonly<
  Record<'track' | 'game' | 'kind' | 'tyres' | 'weather' | 'cars' | 'performance', string>
>

export const SESSION_KINDS = ['race', 'qualifying', 'practice', 'timeTrial'] as const
export const TYRE_CLASSES = ['dry', 'intermediate', 'wet'] as const
export const WEATHERS = ['dry', 'wet'] as const

const DEFAULT_KIND = 'race'

/** Returns what the address names; `newest` is the year of the game that counts where it names none. */
export function readConditions(search: RecordSearch, newest: number): LapConditions {
  return {
    gameVersion: /^20\d\d$/.test(search.game) ? Number(search.game) : newest,
    sessionKind: SESSION_KINDS.find((kind) => kind === search.kind) ?? DEFAULT_KIND,
    tyreClass: TYRE_CLASSES.find((tyres) => tyres === search.tyres) ?? 'dry',
    weather: WEATHERS.find((weather) => weather === search.weather) ?? 'dry',
    formula: FORMULAS.find((cars) => cars === search.cars) ?? USUAL_CARS.formula,
    performance:
      PERFORMANCES.find((performance) => performance === search.performance) ??
      USUAL_CARS.performance,
  }
}

/** Returns null for all tracks, and for one that does not exist. */
export function readTrack({ track }: RecordSearch): number | null {
  return TRACK_IDS.find((trackId) => String(trackId) === track) ?? null
}

/** Turns a category back into the address. */
export function toSearch({ trackId, ...conditions }: LapCategory): RecordSearch {
  const { gameVersion, sessionKind, tyreClass, weather, formula, performance } = conditions
  return {
    track: String(trackId),
    game: String(gameVersion),
    kind: sessionKind,
    tyres: tyreClass,
    weather,
    // The usual ones are not named, as before there were others.
    cars: formula === USUAL_CARS.formula ? '' : formula,
    performance: performance === USUAL_CARS.performance ? '' : performance,
  }
}

export const gameVersions = queryOptions({
  queryKey: ['records', 'versions'],
  queryFn: ({ signal }) => call(records.versions, { signal }),
})

export function trackRecords(conditions: LapConditions) {
  return queryOptions({
    queryKey: ['records', 'tracks', conditions],
    queryFn: ({ signal }) => call(records.tracks, { query: conditions, signal }),
    placeholderData: keepPreviousData,
  })
}

export function recordsOfTrack(category: LapCategory) {
  return queryOptions({
    queryKey: ['records', 'track', category],
    queryFn: ({ signal }) => call(records.track, { query: category, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The query's key begins with that of all recorded sessions, so that a change of them renews it. */
export const personalBests = queryOptions({
  queryKey: ['sessions', 'own', 'bests'],
  queryFn: ({ signal }) => call(ownLaps.bests, { signal }),
})

/** Finds the best lap of one category; returns null without one. */
export function findOwnBest(
  bests: readonly PersonalBest[] | undefined,
  category: LapCategory,
): DrivenLap | null {
  const found = bests?.find(
    (each) =>
      each.trackId === category.trackId &&
      each.gameVersion === category.gameVersion &&
      each.sessionKind === category.sessionKind &&
      each.tyreClass === category.tyreClass &&
      each.weather === category.weather &&
      each.formula === category.formula &&
      each.performance === category.performance,
  )
  return found?.best ?? null
}

export function lapStatistics(category: LapCategory) {
  return queryOptions({
    queryKey: ['sessions', 'own', 'laps', category],
    queryFn: ({ signal }) => call(ownLaps.statistics, { query: category, signal }),
  })
}

export const participation = queryOptions({
  queryKey: ['records', 'participation'],
  queryFn: ({ signal }) => call(ownLaps.participation, { signal }),
})
