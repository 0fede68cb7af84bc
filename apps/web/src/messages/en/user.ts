import type { Area } from '../message.ts'

export const user = {
  since: 'Member since {date}',
  live: 'Watch live',
  sessionCount: { one: '{count} session', other: '{count} sessions' },
  raceCount: { one: '{count} race', other: '{count} races' },
  leagueCount: { one: '{count} league', other: '{count} leagues' },
  recent: 'Latest sessions',
  noSessions: 'Nothing recorded yet',
  bests: 'Best laps',
  track: 'Track',
  lap: 'Lap time',
  session: 'Session',
  date: 'Date',
  leagues: 'Leagues',
} as const satisfies Area
