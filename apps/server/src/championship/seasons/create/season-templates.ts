import type { SeasonTemplate } from '@pitboard/contract/seasons/season-parts'
import { instantOf } from '@pitboard/contract/seasons/time-zones'
import { POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { EventFields, SeasonFields } from '@pitboard/contract/seasons/season'

/** A template has what a new season can take over of an earlier one, and nothing that people have entered. */
export interface TemplateSeason extends Pick<
  SeasonFields,
  'pointsSystem' | 'tiers' | 'teamsPerTier'
> {
  /** The events are on these tracks, a week apart. */
  readonly tracks: readonly number[]
}

const FIRST_START = Date.parse('2025-03-16T20:00:00Z')
const WEEK_MS = 7 * 86_400_000

/** The championship of 2025 was driven on these tracks, in this order; six rounds had a sprint. */
const CALENDAR_2025 = [
  0, 2, 13, 3, 29, 30, 27, 5, 4, 6, 17, 7, 10, 9, 26, 11, 20, 12, 15, 19, 16, 31, 32, 14,
]
/** Twelve tracks of different kinds, with no two street circuits in a row. */
const TWELVE_TRACKS = [3, 7, 5, 10, 20, 11, 29, 13, 9, 15, 16, 14]
const EIGHT_TRACKS = [3, 7, 17, 10, 11, 13, 15, 14]

/** Returns the events of a template at the same time of day in a zone; a new season moves them to its start. */
export function calendarOf({ tracks }: TemplateSeason, timeZone: string): EventFields[] {
  return tracks.map((track, index) => {
    const local = new Date(FIRST_START + index * WEEK_MS).toISOString().slice(0, 16)
    return { track, name: '', startsAt: instantOf(local, timeZone), points: null }
  })
}

const OFFICIAL = { ...POINTS_PRESETS['f1-2025'], preset: 'f1-2025' }
const ONE_TABLE = { tiers: [], teamsPerTier: false }

/**
 * They say only what the points of a season can say: how the grid of a sprint is reversed, for example, is up to who
 * hosts the race.
 */
export const TEMPLATE_SEASONS: Readonly<Record<SeasonTemplate, TemplateSeason>> = {
  'calendar-2025': { pointsSystem: OFFICIAL, ...ONE_TABLE, tracks: CALENDAR_2025 },
  'sprint-and-feature': {
    pointsSystem: {
      ...POINTS_PRESETS['f1-2010'],
      preset: null,
      sprint: [10, 8, 6, 5, 4, 3, 2, 1],
      pole: 2,
      fastestLap: {
        points: 1,
        withinPosition: 10,
        inSprints: true,
        minimumDistanceShare: 0.5,
        shared: 'first',
      },
    },
    ...ONE_TABLE,
    tracks: TWELVE_TRACKS,
  },
  'two-tiers': {
    pointsSystem: OFFICIAL,
    tiers: ['Pro', 'Am'],
    teamsPerTier: false,
    tracks: TWELVE_TRACKS,
  },
  'hot-laps': {
    pointsSystem: {
      ...POINTS_PRESETS['f1-2010'],
      preset: null,
      race: [],
      shortenedRaces: [],
      qualifying: POINTS_PRESETS['f1-2010'].race,
      dropWorst: 1,
    },
    ...ONE_TABLE,
    tracks: EIGHT_TRACKS,
  },
}
