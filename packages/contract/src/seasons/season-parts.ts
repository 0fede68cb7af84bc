/** What a new season can take over from an earlier one; never results. */
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
