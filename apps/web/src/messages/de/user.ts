import type { user as english } from '../en/user.ts'
import type { Translation } from '../en/message.ts'

export const user = {
  since: 'Dabei seit {date}',
  live: 'Live zuschauen',
  sessionCount: { one: 'Session', other: 'Sessions' },
  raceCount: { one: 'Rennen', other: 'Rennen' },
  leagueCount: { one: 'Liga', other: 'Ligen' },
  recent: 'Letzte Sessions',
  noSessions: 'Noch nichts aufgezeichnet',
  bests: 'Beste Runden',
  track: 'Strecke',
  lap: 'Rundenzeit',
  session: 'Session',
  date: 'Datum',
  leagues: 'Ligen',
} satisfies Translation<typeof english>
