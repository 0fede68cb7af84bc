import type { Area } from './message.ts'

export const leagues = {
  title: 'Leagues',
  create: 'Create a league',
  search: 'Search leagues',
  found: { one: '{count} league', other: '{count} leagues' },
  nothing: 'No league found',
  nothingWhy: 'No league’s name or description is like this. Try fewer letters.',
  none: 'No public leagues yet',
  noneWhy:
    'This server has no leagues so far. As soon as there are some, their seasons and standings are listed here. Races are recorded already, and can be counted later.',
  watch: 'See who is driving',
  public: 'Public',
  private: 'Private',
  seasonCount: { one: '{count} season', other: '{count} seasons' },
  eventCount: { one: '{count} event', other: '{count} events' },
  by: 'by {name}',
  runBy: 'Run by',
  discord: 'Discord',
  website: 'Website',
  edit: 'Edit the league',
  seasons: 'Seasons',
  noSeasons: 'No seasons yet',
  noSeasonsWhy: 'The organiser has not put a season into this league.',
  next: 'Next',
} as const satisfies Area
