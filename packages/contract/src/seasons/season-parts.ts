/** A new season can take these over from an earlier one, but never results. */
export const SEASON_PARTS = [
  'points',
  'calendar',
  'roster',
  'names',
  'signUp',
  'rules',
  'attendance',
] as const
export type SeasonPart = (typeof SEASON_PARTS)[number]

/** A new season can begin with one of these instead, which have points and a calendar. */
export const SEASON_TEMPLATES = [
  'calendar-2025',
  'sprint-and-feature',
  'two-tiers',
  'hot-laps',
] as const
export type SeasonTemplate = (typeof SEASON_TEMPLATES)[number]
