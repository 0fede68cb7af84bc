import type { Translation } from './message.ts'
import type { reviewWords as english } from './reviews-en.ts'

export const reviewWords = {
  title: 'Saisonrückblick',
  titleSoFar: 'Die Saison bisher',
  titleOf: '{season}: Rückblick',
  championLabel: 'Meister',
  leaderLabel: 'Führt die Wertung an',
} as const satisfies Translation<typeof english>
