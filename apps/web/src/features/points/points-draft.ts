import { findPreset, POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { CompletePoints, PointsSystemChoice } from '@pitboard/contract/seasons/points-system'
import { POINTS_RANGE, readList, readNumber } from '../../timing/read-points.ts'

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
  readonly driverOfTheDay: string
  readonly keepDisqualified: boolean
  readonly minimumStarts: string
  readonly teamDropWorst: string
  readonly teamCountBest: string
}

interface Range {
  readonly min: number
  readonly max: number
}

/** A field holds no valid value: it takes a number or a whole number of the range, a list of points, or lines of them. */
export type DraftFault = { readonly field: keyof PointsDraft } & (
  | ({ readonly takes: 'number' | 'whole' } & Range)
  | { readonly takes: 'list' }
  | { readonly takes: 'lines' }
)

export const LINES_MAX = 10
const SHARE_MIN = 0.01
const PERCENT = { min: 0, max: 100 } as const
const EVENTS = { min: 0, max: 100 } as const
const BEST_EVENTS = { min: 1, max: 100 } as const

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
    driverOfTheDay: String(system.driverOfTheDay),
    keepDisqualified: system.keepDisqualified,
    minimumStarts: String(system.minimumStarts),
    teamDropWorst: String(teams.dropWorst),
    teamCountBest: optional(teams.countBest),
  }
}

/** Returns the system of a draft, or the fields that are not valid. */
export function readDraft(
  draft: PointsDraft,
): { readonly system: CompletePoints } | { readonly faults: readonly DraftFault[] } {
  const faults: DraftFault[] = []
  const list = (field: ListField) => readList(draft[field]) ?? fault({ field, takes: 'list' }, [])
  const number = (field: keyof PointsDraft, range: Range) =>
    readNumber(String(draft[field]), range) ??
    fault({ field, takes: 'number', ...range }, range.min)
  const whole = (field: keyof PointsDraft, range: Range) => {
    const value = readNumber(String(draft[field]), range)
    return value !== null && Number.isInteger(value)
      ? value
      : fault({ field, takes: 'whole', ...range }, range.min)
  }
  const orNull = (field: keyof PointsDraft, range: Range) =>
    String(draft[field]).trim() === '' ? null : whole(field, range)

  function fault<T>(found: DraftFault, instead: T): T {
    faults.push(found)
    return instead
  }

  const system: CompletePoints = {
    preset: null,
    race: list('race'),
    sprint: list('sprint'),
    qualifying: list('qualifying'),
    sprintQualifying: list('sprintQualifying'),
    pole: number('pole', POINTS_RANGE),
    fastestLap: draft.hasFastestLap
      ? {
          points: number('fastestLap', POINTS_RANGE),
          withinPosition: orNull('fastestLapWithin', { min: 1, max: 60 }),
          inSprints: draft.fastestLapInSprints,
          minimumDistanceShare: number('fastestLapDistance', PERCENT) / 100,
          shared: draft.fastestLapShared,
        }
      : null,
    onlyClassified: draft.onlyClassified,
    minimumDistanceShare: number('minimumDistance', PERCENT) / 100,
    shortenedRaces:
      readShortened(draft.shortenedRaces) ?? fault({ field: 'shortenedRaces', takes: 'lines' }, []),
    dropWorst: whole('dropWorst', EVENTS),
    countBest: orNull('countBest', BEST_EVENTS),
    teams: {
      carsPerSession: orNull('teamCars', { min: 1, max: 30 }),
      dropWorst: whole('teamDropWorst', EVENTS),
      countBest: orNull('teamCountBest', BEST_EVENTS),
    },
    cleanRace: number('cleanRace', POINTS_RANGE),
    placesGained: number('placesGained', POINTS_RANGE),
    participation: number('participation', POINTS_RANGE),
    driverOfTheDay: number('driverOfTheDay', POINTS_RANGE),
    keepDisqualified: draft.keepDisqualified,
    minimumStarts: whole('minimumStarts', EVENTS),
  }
  return faults.length > 0 ? { faults } : { system }
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
    const share = readNumber(below.replace('%', ''), { min: SHARE_MIN, max: PERCENT.max })
    const race = readList(points)
    return share === null || race === null ? null : { belowShare: share / 100, race }
  })
  return races.length > LINES_MAX || races.includes(null)
    ? null
    : races.filter((race) => race !== null)
}

function percent(share: number): string {
  return String(Math.round(share * 10_000) / 100)
}

function optional(value: number | null): string {
  return value === null ? '' : String(value)
}
