import { findPreset, POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { CompletePoints, PointsSystemChoice } from '@pitboard/contract/seasons/points-system'
import { readList, readNumber } from '../../timing/read-points.ts'

/** A points system is typed in this form: lists of points are texts, shares are percents. */
export interface PointsDraft {
  readonly race: string
  readonly sprint: string
  readonly qualifying: string
  readonly sprintQualifying: string
  readonly pole: string
  readonly hasFastestLap: boolean
  readonly fastestLap: string
  readonly fastestLapWithin: string
  readonly fastestLapInSprints: boolean
  readonly fastestLapDistance: string
  readonly fastestLapShared: 'split' | 'all' | 'first'
  readonly onlyClassified: boolean
  readonly minimumDistance: string
  /** Each line is one share, such as `25: 6 5 4 3 2 1`. */
  readonly shortenedRaces: string
  readonly dropWorst: string
  readonly countBest: string
  readonly teamCars: string
  readonly cleanRace: string
  readonly placesGained: string
  readonly participation: string
  readonly keepDisqualified: boolean
  readonly minimumStarts: string
  readonly teamDropWorst: string
  readonly teamCountBest: string
}

/** These fields hold no valid value. */
export type DraftFaults = readonly (keyof PointsDraft)[]

export function toDraft(system: CompletePoints): PointsDraft {
  const { fastestLap, teams } = system
  return {
    race: system.race.join(' '),
    sprint: system.sprint.join(' '),
    qualifying: system.qualifying.join(' '),
    sprintQualifying: system.sprintQualifying.join(' '),
    pole: String(system.pole),
    hasFastestLap: fastestLap !== null,
    fastestLap: String(fastestLap?.points ?? 1),
    fastestLapWithin: optional(fastestLap ? fastestLap.withinPosition : 10),
    fastestLapInSprints: fastestLap?.inSprints ?? false,
    fastestLapDistance: percent(fastestLap?.minimumDistanceShare ?? 0),
    fastestLapShared: fastestLap?.shared ?? 'first',
    onlyClassified: system.onlyClassified,
    minimumDistance: percent(system.minimumDistanceShare),
    shortenedRaces: system.shortenedRaces
      .map(({ belowShare, race }) => `${percent(belowShare)}: ${race.join(' ')}`)
      .join('\n'),
    dropWorst: String(system.dropWorst),
    countBest: optional(system.countBest),
    teamCars: optional(teams.carsPerSession),
    cleanRace: String(system.cleanRace),
    placesGained: String(system.placesGained),
    participation: String(system.participation),
    keepDisqualified: system.keepDisqualified,
    minimumStarts: String(system.minimumStarts),
    teamDropWorst: String(teams.dropWorst),
    teamCountBest: optional(teams.countBest),
  }
}

/** Returns the system of a draft, or the fields that are not valid. */
export function readDraft(
  draft: PointsDraft,
): { readonly system: CompletePoints } | { readonly faults: DraftFaults } {
  const faults = new Set<keyof PointsDraft>()
  const list = (field: ListField) => readList(draft[field]) ?? fault(field, [])
  const number = (field: keyof PointsDraft, min: number, max: number) =>
    readNumber(String(draft[field]), min, max) ?? fault(field, min)
  const whole = (field: keyof PointsDraft, min: number, max: number) => {
    const value = number(field, min, max)
    return Number.isInteger(value) ? value : fault(field, min)
  }
  const orNull = (field: keyof PointsDraft, min: number, max: number) =>
    String(draft[field]).trim() === '' ? null : whole(field, min, max)

  function fault<T>(field: keyof PointsDraft, instead: T): T {
    faults.add(field)
    return instead
  }

  const system: CompletePoints = {
    preset: null,
    race: list('race'),
    sprint: list('sprint'),
    qualifying: list('qualifying'),
    sprintQualifying: list('sprintQualifying'),
    pole: number('pole', -1000, 1000),
    fastestLap: draft.hasFastestLap
      ? {
          points: number('fastestLap', -1000, 1000),
          withinPosition: orNull('fastestLapWithin', 1, 60),
          inSprints: draft.fastestLapInSprints,
          minimumDistanceShare: number('fastestLapDistance', 0, 100) / 100,
          shared: draft.fastestLapShared,
        }
      : null,
    onlyClassified: draft.onlyClassified,
    minimumDistanceShare: number('minimumDistance', 0, 100) / 100,
    shortenedRaces: readShortened(draft.shortenedRaces) ?? fault('shortenedRaces', []),
    dropWorst: whole('dropWorst', 0, 100),
    countBest: orNull('countBest', 1, 100),
    teams: {
      carsPerSession: orNull('teamCars', 1, 30),
      dropWorst: whole('teamDropWorst', 0, 100),
      countBest: orNull('teamCountBest', 1, 100),
    },
    cleanRace: number('cleanRace', -1000, 1000),
    placesGained: number('placesGained', -1000, 1000),
    participation: number('participation', -1000, 1000),
    keepDisqualified: draft.keepDisqualified,
    minimumStarts: whole('minimumStarts', 0, 100),
  }
  return faults.size > 0 ? { faults: [...faults] } : { system }
}

type ListField = 'race' | 'sprint' | 'qualifying' | 'sprintQualifying'

/** Returns the choice as the server accepts it: a preset by its name if the system equals one. */
export function toChoice(chosen: CompletePoints): PointsSystemChoice {
  const system = withoutPreset(chosen)
  const wanted = JSON.stringify(inOrder(system))
  const preset = Object.keys(POINTS_PRESETS).find((name) => {
    const known = findPreset(name)
    return known !== undefined && JSON.stringify(inOrder(withoutPreset(known))) === wanted
  })
  return preset === undefined ? system : { preset }
}

function withoutPreset(system: CompletePoints): Omit<CompletePoints, 'preset'> {
  const { preset, ...rules } = system
  return preset === undefined ? system : rules
}

/** Returns the same keys in the same order, whatever order they came in. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]))
}

function readShortened(typed: string): CompletePoints['shortenedRaces'] | null {
  const lines = typed.split('\n').filter((line) => line.trim() !== '')
  const races = lines.map((line) => {
    const [below = '', points = ''] = line.split(':')
    const share = readNumber(below.replace('%', ''), 0.01, 100)
    const race = readList(points)
    return share === null || race === null ? null : { belowShare: share / 100, race }
  })
  return races.length > 10 || races.includes(null) ? null : races.filter((race) => race !== null)
}

function percent(share: number): string {
  return String(Math.round(share * 10_000) / 100)
}

function optional(value: number | null): string {
  return value === null ? '' : String(value)
}
