import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { LeagueParams, SeasonParams } from '../wire/path-params.ts'
import { describe, Instant, nullable, optional, Uuid } from '../wire/schema.ts'

/**
 * Users can be notified of these. A new kind needs a trigger or a job, and its texts; `notifications.test.ts`
 * raises each one.
 */
export const NOTIFICATION_KINDS = [
  'live',
  'officialResult',
  'ownDecision',
  'eventIn24h',
  'rosterChange',
  'signUpOpen',
  'reminder',
  'seasonOffer',
  'leagueInvitation',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/**
 * Mails are sent without a choice only if they concern the user themself and come from a league that they drive in: every
 * user can offer a season to every other one, or invite them to a league, under any name.
 */
export const MAILED_BY_DEFAULT = ['ownDecision', 'reminder'] as const satisfies NotificationKind[]

/** A user gets at most this many mails in 24 hours; the next mail has what happens meanwhile. */
export const MAILS_PER_DAY = 5
/** A new device replaces the oldest one beyond this limit of a user. */
export const DEVICES_MAX = 10
/** A user follows at most this many leagues and seasons. */
export const FOLLOWS_MAX = 500

export const NotificationChannels = Type.Object({
  mail: Type.Boolean({ description: 'Whether a mail is sent.' }),
  browser: Type.Boolean({ description: 'Whether the subscribed browsers show it.' }),
})

const DESCRIPTIONS: Readonly<Record<NotificationKind, string>> = {
  live: 'A session is being driven.',
  officialResult: 'Standings were published as official.',
  ownDecision: 'The stewards have decided about the user or a report by the user, or revoked that.',
  eventIn24h: 'An event starts within a day.',
  rosterChange: 'The roster was changed.',
  signUpOpen: 'Drivers can sign up.',
  reminder: 'The user has not yet answered whether they will drive.',
  seasonOffer: 'A season is offered to the user, who can take it over.',
  leagueInvitation: 'The user is invited to the team of a league, or offered the league.',
}

/** Returns a record with what `of` returns for each kind. */
export function ofEachKind<T>(of: (kind: NotificationKind) => T): Record<NotificationKind, T> {
  return {
    live: of('live'),
    officialResult: of('officialResult'),
    ownDecision: of('ownDecision'),
    eventIn24h: of('eventIn24h'),
    rosterChange: of('rosterChange'),
    signUpOpen: of('signUpOpen'),
    reminder: of('reminder'),
    seasonOffer: of('seasonOffer'),
    leagueInvitation: of('leagueInvitation'),
  }
}

const Kinds = Type.Object(
  ofEachKind((kind) => describe(NotificationChannels, DESCRIPTIONS[kind])),
  { description: 'The channels of each kind.' },
)
export type NotificationKinds = Static<typeof Kinds>

const KindUpdates = Type.Object(optional(Kinds.properties), {
  description: 'The channels of the kinds that change.',
})
/** Choices are stored only for kinds that the user has changed; the others have the defaults. */
export type NotificationChoices = Static<typeof KindUpdates>

export const PushDevice = Type.Object({
  id: describe(Uuid, 'Id of the subscribed browser.'),
  userAgent: nullable(Type.String(), '`User-Agent` of the browser; null if it sent none.'),
  createdAt: describe(Instant, 'When it was subscribed, UTC.'),
})
export type PushDevice = Static<typeof PushDevice>

export const NotificationSettings = Type.Object({
  isMailOn: Type.Boolean({ description: 'False: no notification is sent by mail.' }),
  mailAddress: nullable(
    Type.String(),
    'Confirmed address that mails are sent to; null without one: then none are sent.',
  ),
  kinds: Kinds,
  devices: Type.Array(PushDevice, { description: 'Subscribed browsers, the newest first.' }),
  pushKey: Type.String({ description: 'Public key that browsers subscribe with (VAPID).' }),
})
export type NotificationSettings = Static<typeof NotificationSettings>

export const PushSubscription = Type.Object({
  endpoint: Type.String({
    minLength: 1,
    maxLength: 1000,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$',
    description: 'Address at the push service of the browser. Answers never contain it.',
  }),
  p256dh: Type.String({
    pattern: '^[\\w-]{87}$',
    description: 'Public key of the browser, base64url.',
  }),
  auth: Type.String({ pattern: '^[\\w-]{22}$', description: 'Secret of the browser, base64url.' }),
})
export type PushSubscription = Static<typeof PushSubscription>

export const FollowState = Type.Object({
  isFollowing: Type.Boolean({ description: 'Whether the caller follows it.' }),
  isAutomatic: Type.Boolean({
    description: 'Whether the caller has not chosen: drivers follow their seasons.',
  }),
})
export type FollowState = Static<typeof FollowState>

export const FollowedItem = Type.Object({
  leagueId: nullable(Uuid, 'Id of the league; null for a season.'),
  seasonId: nullable(Uuid, 'Id of the season; null for a league.'),
  name: Type.String({ description: 'Name of the league or season.' }),
  isAutomatic: FollowState.properties.isAutomatic,
})
export type FollowedItem = Static<typeof FollowedItem>

export const FollowChange = Type.Object({
  isFollowing: Type.Boolean({ description: 'True to follow, false to unfollow.' }),
})

const SETTINGS = '/api/Notifications/settings'
const DEVICES = '/api/Notifications/devices'
const DeviceId = Type.Object({ id: describe(Uuid, 'Id of the subscribed browser.') })

/** Users choose here what they are notified of (docs/notifications.md). No token can call these endpoints. */
export const notifications = endpointTable({
  settings: {
    method: 'GET',
    path: SETTINGS,
    summary: 'What the caller is notified of, and by which channel',
    auth: 'user',
    scope: 'none',
    response: NotificationSettings,
  },
  update: {
    method: 'PATCH',
    path: SETTINGS,
    summary: 'Changes what the caller is notified of',
    auth: 'user',
    scope: 'none',
    body: Type.Object({
      isMailOn: Type.Optional(NotificationSettings.properties.isMailOn),
      kinds: Type.Optional(KindUpdates),
    }),
    response: NotificationSettings,
  },
  subscribe: {
    method: 'POST',
    path: DEVICES,
    summary: 'Subscribes a browser; its former subscription, also of another user, ends',
    auth: 'user',
    scope: 'none',
    body: PushSubscription,
    response: PushDevice,
  },
  unsubscribe: {
    method: 'DELETE',
    path: `${DEVICES}/{id}`,
    summary: 'Ends the subscription of a browser',
    auth: 'user',
    scope: 'none',
    params: DeviceId,
  },
  follows: {
    method: 'GET',
    path: '/api/Notifications/follows',
    summary: 'Leagues and seasons that the caller follows',
    auth: 'user',
    scope: 'none',
    list: 'whole',
    response: Type.Array(FollowedItem),
  },
  leagueFollow: {
    method: 'GET',
    path: '/api/League/{leagueId}/follow',
    summary: 'Whether the caller follows a league',
    auth: 'user',
    scope: 'none',
    params: LeagueParams,
    response: FollowState,
  },
  followLeague: {
    method: 'PUT',
    path: '/api/League/{leagueId}/follow',
    summary: 'Follows or unfollows a league with its seasons',
    auth: 'user',
    scope: 'none',
    params: LeagueParams,
    body: FollowChange,
    response: FollowState,
    errors: [409],
  },
  seasonFollow: {
    method: 'GET',
    path: '/api/Seasons/{seasonId}/follow',
    summary: 'Whether the caller follows a season',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    response: FollowState,
  },
  followSeason: {
    method: 'PUT',
    path: '/api/Seasons/{seasonId}/follow',
    summary: 'Follows or unfollows a season',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    body: FollowChange,
    response: FollowState,
    errors: [409],
  },
})
