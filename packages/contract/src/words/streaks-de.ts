import type { Translation } from './message.ts'
import type { streakWords as english } from './streaks-en.ts'

export const streakWords = {
  wins: 'Siege in Folge',
  podiums: 'Podestplätze in Folge',
} as const satisfies Translation<typeof english>
