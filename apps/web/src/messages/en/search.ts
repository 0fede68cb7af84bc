import { searchPage } from '@pitboard/contract/words/search-page-en'
import type { Area } from '@pitboard/contract/words/message'

export const search = {
  title: searchPage.title,
  found: { one: '{count} result', other: '{count} results' },
  foundAtLeast: 'At least {count} results',
  alike: 'No exact match for “{search}”. Similar results:',
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
  similarName: 'Similar name',
  otherName: 'Also called {name}',
  country: 'Country: {country}',
  nothing: 'Nothing found',
  nothingWhy:
    'You can find sessions by track, kind, year and user; leagues, seasons and people by name. Try fewer words, such as only the track.',
} as const satisfies Area
