/** The words belong to a comparison of laps, and to its picture. */
export const comparisonWords = {
  pictureTitle: 'Lap comparison',
  reference: 'Reference',
} as const
