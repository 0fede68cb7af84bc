/** The words say who has most of something. */
export const bestWords = {
  mostWins: 'Most wins',
  mostPodiums: 'Most podiums',
  mostFastestLaps: 'Most fastest laps',
} as const
