import type { Area } from '@pitboard/contract/words/message'

/** These texts are for the live page of a user who is not driving now. */
export const waiting = {
  title: '{name}: waiting for the next session',
  opens: 'As soon as {name} drives, the session opens here. Leave the page open.',
  last: 'Last session: {track}, {session}',
  toResult: 'Open the result',
  toSeason: 'Open the season',
  toProfile: 'Profile',
  overlay: 'Stream overlay',
  next: 'Next: {event}',
  round: 'round {round} of {count}',
  takingPart: 'Who is in: {event}',
  lineUp: 'Line-up: {season}',
  answers: '{accepted} yes, {declined} no, {open} open',
  answersOfMembers: 'Drivers of the season see who takes part in this event.',
  latest: 'Latest sessions',
  nothingYet: '{name} has not recorded a session yet.',
} as const satisfies Area
