import type { Area } from '@pitboard/contract/words/message'

/** Search engines and chats show these titles and descriptions of pages. */
export const heads = {
  recorded: 'Every lap, stint, pit stop and penalty, recorded by {name}.',
  live: "The timing of {name}'s session, live in the browser.",
  lapOf: 'Lap {lap} of {laps}',
  leads: '{name} leads',
  fastest: '{name} is fastest',
  wins: '{name} wins',
  aheadOf: '{result} ahead of {others}',
  notFoundWhy: 'There is no page at this address.',
  overlayWhat: 'Live timing as a layer over a stream.',
  notPublic: 'Not public',
  embedWhat: 'Results and standings of Pitboard on other sites.',
  searchWhat: 'Users, leagues, seasons and sessions on Pitboard.',
  waiting: '{name} is not driving right now. The next session will appear here.',
  profile: 'Sessions, best laps and leagues of {name}.',
  league: {
    one: 'A racing league by {owner} with {count} season.',
    other: 'A racing league by {owner} with {count} seasons.',
  },
  season: {
    one: 'A season by {owner} with {count} event.',
    other: 'A season by {owner} with {count} events.',
  },
  standings: '{season}: standings',
  leagueDrivers: '{league}: drivers',
  signUp: '{season}: sign-up',
  lapOfDriver: '{name} (lap {lap})',
  against: '{lap} against {other}',
  comparisonWhat: 'Speed, pedals and the time lost in each corner.',
} as const satisfies Area
