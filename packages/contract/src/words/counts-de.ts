import type { countWords as english } from './counts-en.ts'
import type { Translation } from './message.ts'

export const countWords = {
  driverCount: { one: '{count} Fahrer', other: '{count} Fahrer' },
  lapCount: { one: '{count} Runde', other: '{count} Runden' },
  pointCount: { one: '{points} Punkt', other: '{points} Punkte' },
} as const satisfies Translation<typeof english>
