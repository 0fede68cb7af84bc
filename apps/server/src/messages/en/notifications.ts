import type { Area } from '@pitboard/contract/words/message'

/** Receivers of a league do not get these notifications too; the mails around them have texts of their own. */
export const notifications = {
  open: 'Open',
  why: 'You get this mail because you follow these seasons on Pitboard, drive in them, have reported an incident, or are invited or offered something.',
  unsubscribe: 'Unsubscribe',
  settings: 'Choose what you get',
  reminder: 'Your answer is missing: {subject}',
  reminderText: 'Say whether you will drive.',
  offer: '{owner} offers you the season {season}',
  leagueOffer: '{owner} offers you the league {league}',
  invitation: '{owner} invites you to the team of {league}',
  offerText: 'Accept or decline it on your dashboard.',
  startsAt: 'Starts {time} UTC.',
  several: '{first}, and {others} more',
  more: 'And {count} more.',
} as const satisfies Area

/** The page behind the link of each mail says this. */
export const unsubscribing = {
  title: 'Unsubscribe',
  ask: 'Do you want to get no notifications by mail any more? Mails about your account itself, such as sign-in codes, still arrive.',
  confirm: 'Unsubscribe',
  done: 'You get no notifications by mail any more. You can turn them on again in your settings.',
  invalid: 'This link is not valid. Copy all of it from the mail, or change your settings.',
  settings: 'Settings',
} as const satisfies Area
