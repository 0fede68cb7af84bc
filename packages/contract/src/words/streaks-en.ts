/** The words say what somebody did race by race. */
export const streakWords = {
  wins: 'Wins in a row',
  podiums: 'Podiums in a row',
} as const
