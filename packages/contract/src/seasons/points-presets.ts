import type { CompletePoints, PointsSystem } from './points-system.ts'

const F1_2010 = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
const F1_2003 = [10, 8, 6, 5, 4, 3, 2, 1]
const F1_1991 = [10, 6, 4, 3, 2, 1]
const SPRINT_2022 = [8, 7, 6, 5, 4, 3, 2, 1]

/** The system awards no points and drops no events. */
export const NO_POINTS: CompletePoints = {
  preset: null,
  race: [],
  sprint: [],
  qualifying: [],
  sprintQualifying: [],
  pole: 0,
  fastestLap: null,
  onlyClassified: true,
  minimumDistanceShare: 0,
  shortenedRaces: [],
  dropWorst: 0,
  countBest: null,
  teams: { carsPerSession: null, dropWorst: 0, countBest: null },
  cleanRace: 0,
  placesGained: 0,
  participation: 0,
  driverOfTheDay: 0,
  keepDisqualified: false,
  minimumStarts: 0,
}

/**
 * Returns the system with every member: seasons and clients from before there were bonuses do not have them.
 */
export function completePoints(system: PointsSystem): CompletePoints {
  const { cleanRace, placesGained, participation, driverOfTheDay } = NO_POINTS
  const { keepDisqualified, minimumStarts } = NO_POINTS
  return {
    cleanRace,
    placesGained,
    participation,
    driverOfTheDay,
    keepDisqualified,
    minimumStarts,
    ...system,
  }
}

const FASTEST_LAP_2019 = {
  points: 1,
  withinPosition: 10,
  inSprints: false,
  minimumDistanceShare: 0.5,
  shared: 'first',
} as const

/** The sporting regulations of 2022 have these lists in article 6.5 for races that end early. */
const SHORTENED_2022 = [
  { belowShare: 0.25, race: [6, 4, 3, 2, 1] },
  { belowShare: 0.5, race: [13, 10, 8, 6, 5, 4, 3, 2, 1] },
  { belowShare: 0.75, race: [19, 14, 12, 9, 8, 6, 5, 3, 2, 1] },
]

/** Until 2021, a race that ended before three quarters of its distance paid half points. */
function halved(race: readonly number[]): PointsSystem['shortenedRaces'] {
  return [{ belowShare: 0.75, race: race.map((points) => points / 2) }]
}

/** Organisers start from one of these systems, by its name (docs/standings.md). */
export const POINTS_PRESETS = {
  'f1-2025': { ...NO_POINTS, race: F1_2010, sprint: SPRINT_2022, shortenedRaces: SHORTENED_2022 },
  'f1-2022': {
    ...NO_POINTS,
    race: F1_2010,
    sprint: SPRINT_2022,
    fastestLap: FASTEST_LAP_2019,
    shortenedRaces: SHORTENED_2022,
  },
  'f1-2019': {
    ...NO_POINTS,
    race: F1_2010,
    sprint: [3, 2, 1],
    fastestLap: FASTEST_LAP_2019,
    shortenedRaces: halved(F1_2010),
  },
  'f1-2010': {
    ...NO_POINTS,
    race: F1_2010,
    shortenedRaces: halved(F1_2010),
  },
  'f1-2003': { ...NO_POINTS, race: F1_2003, shortenedRaces: halved(F1_2003) },
  'f1-1991': { ...NO_POINTS, race: F1_1991, shortenedRaces: halved(F1_1991) },
  sprint: { ...NO_POINTS, race: SPRINT_2022, sprint: SPRINT_2022 },
} satisfies Record<string, CompletePoints>

export type PointsPreset = keyof typeof POINTS_PRESETS

/** Returns the preset with this name; undefined for an unknown name. */
export function findPreset(name: string): CompletePoints | undefined {
  const entry = Object.entries(POINTS_PRESETS).find(([key]) => key === name)
  return entry && { ...entry[1], preset: entry[0] }
}
