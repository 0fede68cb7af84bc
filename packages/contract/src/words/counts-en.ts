/** The words count what sessions and standings consist of. `points` are written by `formatPoints`. */
export const countWords = {
  driverCount: { one: '{count} driver', other: '{count} drivers' },
  lapCount: { one: '{count} lap', other: '{count} laps' },
  pointCount: { one: '{points} point', other: '{points} points' },
} as const
