import type { Area } from '@pitboard/contract/words/message'

/** Other sites show these texts in a frame. */
export const embed = {
  loading: 'Loading…',
  missing: 'This is not public, or it does not exist.',
  failed: 'Pitboard cannot be reached. It will be tried again in a minute.',
  source: 'Live timing and standings: Pitboard',
  drivers: 'Drivers’ standings',
  teams: 'Teams’ standings',
  calendar: 'Calendar',
  asItStands: 'As it stands',
  live: 'Live',
  noResults: 'No results yet',
  noEvents: 'No events yet',
  noDate: 'No date yet',
  podium: 'Podium',
  position: 'Position',
  driver: 'Driver',
  team: 'Team',
  change: 'Places gained or lost',
  gained: { one: '{count} place gained', other: '{count} places gained' },
  lost: { one: '{count} place lost', other: '{count} places lost' },
  wins: 'Wins',
  podiums: 'Podiums',
  points: 'Points',
  car: 'Car {number}',
} as const satisfies Area
