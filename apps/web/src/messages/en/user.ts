import type { Area } from './message.ts'

export const user = {
  since: 'Member since {date}',
  live: 'Watch live',
  sessionCount: { one: 'session', other: 'sessions' },
  raceCount: { one: 'race', other: 'races' },
  leagueCount: { one: 'league', other: 'leagues' },
  recent: 'Latest sessions',
  noSessions: 'Nothing recorded yet',
  bests: 'Best laps',
  track: 'Track',
  lap: 'Lap time',
  session: 'Session',
  date: 'Date',
  leagues: 'Leagues',
} as const satisfies Area
