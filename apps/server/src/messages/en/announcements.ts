import type { Announcement } from '@pitboard/contract/leagues/announcement'
import type { Area } from '@pitboard/contract/words/message'

/** Every announcement has a title: a new one does not compile before it has. */
export const announcementTitles = {
  eventIn24h: 'Coming up: {subject}',
  live: 'Live now: {subject}',
  provisionalResult: 'Provisional result: {subject}',
  decision: 'Steward decision: {subject}',
  standings: 'Standings: {subject}',
  officialResult: 'Official results: {subject}',
  rosterChange: 'Roster changed: {subject}',
  signUpOpen: 'Sign-up is open: {subject}',
  driverOfTheDay: 'Driver of the day: {subject}',
  test: 'Test message: {subject}',
} as const satisfies Readonly<Record<Announcement['type'], string>>

/** Receivers of a league get these sentences, and users as notifications. */
export const announcements = {
  test: 'Announcements of this league arrive here.',
  live: 'Follow the session live.',
  startsAt: 'Starts: {time}',
  roster: 'Teams or drivers of the season have changed.',
  signUp: 'Drivers can sign up now.',
  numberedDecision: 'Steward decision {number}: {subject}',
  reason: 'Reason: {reason}',
  revoked: 'The decision was revoked.',
  revokedBecause: 'The decision was revoked: {reason}',
} as const satisfies Area
