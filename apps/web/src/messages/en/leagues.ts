import type { Area } from './message.ts'

export const leagues = {
  title: 'Leagues',
  create: 'Create a league',
  search: 'Search leagues',
  found: { one: '{count} league', other: '{count} leagues' },
  nothing: 'No league found',
  nothingWhy: 'No league’s name or description matches. Try fewer letters.',
  none: 'No public leagues yet',
  noneWhy:
    'Leagues will be listed here with their seasons and standings. Races recorded before then can still count later.',
  watch: 'See who is driving',
  public: 'Public',
  private: 'Private',
  league: 'League',
  links: 'Links of the league',
  seasonCount: { one: '{count} season', other: '{count} seasons' },
  eventCount: { one: '{count} event', other: '{count} events' },
  by: 'by {name}',
  runBy: 'Run by',
  discord: 'Discord',
  website: 'Website',
  edit: 'Edit the league',
  seasons: 'Seasons',
  noSeasons: 'No seasons yet',
  noSeasonsWhy: 'The organiser has not added a season to this league.',
  next: 'Next',
} as const satisfies Area
