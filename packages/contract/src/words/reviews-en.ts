/** The words say on the page of a season’s review, and on its picture, what its figures are. */
export const reviewWords = {
  title: 'Season in review',
  titleSoFar: 'The season so far',
  titleOf: '{season}: in review',
  championLabel: 'Champion',
  leaderLabel: 'Leads the standings',
} as const
