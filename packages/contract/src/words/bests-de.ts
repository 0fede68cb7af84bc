import type { Translation } from './message.ts'
import type { bestWords as english } from './bests-en.ts'

export const bestWords = {
  mostWins: 'Meiste Siege',
  mostPodiums: 'Meiste Podestplätze',
  mostFastestLaps: 'Meiste schnellste Runden',
} as const satisfies Translation<typeof english>
