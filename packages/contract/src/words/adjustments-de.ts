import type { adjustmentWords as english } from './adjustments-en.ts'
import type { Translation } from './message.ts'

export const adjustmentWords = {
  placesLost: { one: '−{count} Platz', other: '−{count} Plätze' },
  disqualified: 'Disqualifiziert',
  seconds: '{seconds} s',
  pointsChanged: '{points} Punkte',
} as const satisfies Translation<typeof english>
