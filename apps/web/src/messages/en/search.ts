import type { Area } from './message.ts'

export const search = {
  title: 'Search: {search}',
  found: { one: '{count} result', other: '{count} results' },
  foundAtLeast: 'At least {count} results',
  alike: 'Nothing is called “{search}”. This is alike:',
  groups: 'Kinds of results',
  all: 'All',
  showAll: 'Show all',
  live: 'On track now',
  sessions: 'Sessions',
  seasons: 'Seasons',
  leagues: 'Leagues',
  users: 'People',
  tracks: 'Tracks',
  by: 'by {name}',
  private: 'Private',
  drivenThere: 'Sessions driven there',
  foundAs: 'Found as “{word}” · Sessions driven there',
  nothing: 'Nothing found',
  nothingWhy:
    'Sessions are found by track, kind, year and who recorded them; leagues, seasons and people by name. Try fewer words, such as the track alone.',
} as const satisfies Area
