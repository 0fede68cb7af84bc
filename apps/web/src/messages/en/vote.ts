import type { Area } from '@pitboard/contract/words/message'

/** These texts are for the votes for the driver of the day. */
export const vote = {
  title: 'Driver of the day',
  titleOf: 'Driver of the day: {name}',
  until: 'Vote until {date}. You can change your vote until then.',
  secret: 'Nobody sees who voted for whom.',
  signIn: 'Sign in to vote.',
  driversOnly: 'Drivers of this season vote until {date}.',
  counting: 'The vote is over. The votes are being counted.',
  nobody: 'Nobody was voted driver of the day.',
  choose: 'Your vote',
  takeBack: 'Take your vote back',
  winner: { one: 'One of {count} vote', other: '{votes} of {count} votes' },
  own: 'Your vote: {name}',
} as const satisfies Area
