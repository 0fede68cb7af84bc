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
