/** The words say what an adjustment changes. */
export const adjustmentWords = {
  placesLost: { one: '−{count} position', other: '−{count} positions' },
  disqualified: 'Disqualified',
  seconds: '{seconds} s',
  pointsChanged: '{points} points',
} as const
