import type { user as english } from '../en/user.ts'
import type { Translation } from '../message.ts'

export const user = {
  since: 'Dabei seit {date}',
  live: 'Live zuschauen',
  sessionCount: { one: '{count} Sitzung', other: '{count} Sitzungen' },
  raceCount: { one: '{count} Rennen', other: '{count} Rennen' },
  leagueCount: { one: '{count} Liga', other: '{count} Ligen' },
  recent: 'Letzte Sitzungen',
  noSessions: 'Noch nichts aufgezeichnet',
  bests: 'Beste Runden',
  track: 'Strecke',
  lap: 'Rundenzeit',
  session: 'Sitzung',
  date: 'Datum',
  leagues: 'Ligen',
} satisfies Translation<typeof english>
