import type { Translation } from './message.ts'
import type { comparisonWords as english } from './comparisons-en.ts'

export const comparisonWords = {
  pictureTitle: 'Rundenvergleich',
  reference: 'Referenz',
} as const satisfies Translation<typeof english>
