import type { Area } from '../message.ts'

export const search = {
  title: 'Search: {search}',
  scope: {
    one: 'Searched: the races being driven now and the last recording, by track, session, year and who recorded it.',
    other:
      'Searched: the races being driven now and the last {count} recordings, by track, session, year and who recorded them.',
  },
  live: 'On track now',
  recorded: 'Recorded',
  nothing: 'Nothing found',
  nothingWhy: 'No race has all of these words. Try fewer, such as the track alone.',
} as const satisfies Area
