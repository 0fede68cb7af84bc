import type { user as english } from '../en/user.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const user = {
  since: 'Dabei seit {date}',
  driving: 'Fährt gerade',
  live: 'Live zuschauen',
  races: 'Rennen',
  wins: 'Siege',
  podiums: 'Podestplätze',
  poles: 'Pole-Positions',
  fastestLaps: 'Schnellste Runden',
  form: 'Letzte Ergebnisse',
  teams: 'Teams',
  tracks: 'Lieblingsstrecken',
  seasons: 'Fährt in',
  leagues: 'Leitet',
  sessionCount: { one: '{count} Session', other: '{count} Sessions' },
  raceCount: { one: '{count} Rennen', other: '{count} Rennen' },
  winCount: { one: '{count} Sieg', other: '{count} Siege' },
  recent: 'Letzte Sessions',
  noSessions: 'Noch keine Sessions aufgezeichnet.',
  ownEmpty: 'Hier stehen bald deine Ergebnisse',
  ownEmptyWhy:
    'Zeichne deine erste Session auf: Dann zeigt diese Seite allen, mit denen du sie teilst, deine Ergebnisse, Teams, Strecken und besten Runden.',
  ownEmptyAction: 'Recorder einrichten',
  best: 'Beste Runde',
  records: 'Alle Rekorde',
  bests: 'Beste Runden',
  track: 'Strecke',
  lap: 'Rundenzeit',
  session: 'Session',
  date: 'Datum',
} satisfies Translation<typeof english>
