import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'
import { ExportedToken } from './personal-access-tokens.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

const RecorderKeyName = Type.String({
  minLength: 1,
  maxLength: TEXT_MAX.recorderKeyName,
  pattern: '\\S',
})

const KEY_FIELDS = {
  id: describe(Uuid, 'Id of the key.'),
  name: Type.String({ description: 'Name that the owner gave the key.' }),
  createdAt: describe(Instant, 'When it was created, UTC.'),
  lastUsedAt: nullable(Instant, 'When a recorder last used the key, UTC; null if none has.'),
}

/** Lists show a recorder key like this. The key itself is sent once, when it is created. */
export const RecorderKey = Type.Object({
  ...KEY_FIELDS,
  key: nullable(
    Type.String(),
    'The key itself, only in the answer that creates it; null in every other.',
  ),
})
export type RecorderKey = Static<typeof RecorderKey>

// Every call answers 403 if the user has a second factor and the sign-in has not confirmed it.
export const recorderKeys = endpointTable({
  list: {
    method: 'GET',
    path: '/api/RecorderKeys',
    summary: 'The caller’s recorder keys, the newest first',
    auth: 'user',
    scope: 'none',
    list: 'whole',
    response: Type.Array(RecorderKey),
  },
  create: {
    method: 'POST',
    path: '/api/RecorderKeys',
    summary: 'Creates a recorder key; only this answer contains the key',
    auth: 'user',
    scope: 'none',
    body: Type.Object({
      name: describe(RecorderKeyName, 'Name of the key, for the list in the settings.'),
    }),
    response: RecorderKey,
  },
  revoke: {
    method: 'DELETE',
    path: '/api/RecorderKeys/{id}',
    summary: 'Revokes a recorder key; recorders that use it are refused from then on',
    auth: 'user',
    scope: 'none',
    params: Type.Object({ id: describe(Uuid, 'Id of the recorder key.') }),
  },
})

const SIGN_IN_FIELDS = {
  id: describe(Uuid, 'Id of the sign-in.'),
  createdAt: describe(Instant, 'When it was created, UTC.'),
  lastSeenAt: describe(Instant, 'When its token was last renewed, UTC.'),
  userAgent: nullable(Type.String(), '`User-Agent` of the browser; null if it sent none.'),
  ipAddress: nullable(Type.String(), 'IP address of the browser; null if unknown.'),
  hasSecondFactor: Type.Boolean({ description: 'Whether a second factor confirmed the sign-in.' }),
}

/** The caller is signed in at one place with this. */
export const SignIn = Type.Object({
  ...SIGN_IN_FIELDS,
  isCurrent: Type.Boolean({ description: 'Whether this request was sent with it.' }),
})
export type SignIn = Static<typeof SignIn>

const OpenObject = Type.Object({}, { additionalProperties: true })

/** The export has everything that the server stores about one user, as a file to download. */
export const AccountExport = Type.Object({
  exportedAt: describe(Instant, 'When the export was made, UTC.'),
  profile: Type.Object(
    {
      id: describe(Uuid, 'Id of the user.'),
      username: nullable(Type.String(), 'Username; null until the user chooses one.'),
      avatarUrl: nullable(Type.String(), 'Address of the profile picture; null without one.'),
      createdAt: describe(Instant, 'When it was created, UTC.'),
      isInRecords: Type.Boolean({ description: 'Whether laps of the user may be in records.' }),
    },
    { description: 'Public profile of the user.' },
  ),
  account: nullable(
    OpenObject,
    'What the sign-in service stores about the user; null if another server signs users in.',
  ),
  recorderKeys: Type.Array(Type.Object(KEY_FIELDS), {
    description: 'Recorder keys of the user, without the keys themselves.',
  }),
  personalAccessTokens: Type.Array(ExportedToken, {
    description: 'Personal access tokens of the user, without the tokens themselves.',
  }),
  signIns: Type.Array(Type.Object(SIGN_IN_FIELDS), {
    description: 'Places where the user is signed in.',
  }),
  sessions: Type.Array(OpenObject, {
    description:
      'Recordings, uploaded files and results entered by hand; their documents are at the addresses given.',
  }),
  laps: Type.Array(OpenObject, {
    description: 'Laps that count for records and own laps, including withheld ones.',
  }),
  leagues: Type.Array(OpenObject, {
    description: 'Leagues with their history, including deleted ones that can be restored.',
  }),
  seasons: Type.Array(OpenObject, {
    description:
      'Seasons with events, linked sessions, adjustments and history, including deleted ones.',
  }),
  leagueRoles: Type.Array(OpenObject, {
    description: 'Roles in leagues of others, and invitations to and by the user.',
  }),
  leagueChanges: Type.Array(OpenObject, {
    description: 'Changes by the user in leagues and seasons of others.',
  }),
  participation: describe(
    OpenObject,
    'The user as a driver in seasons: claimed names, names on the platform of the game, sign-ups with their answers, and attendance.',
  ),
  notifications: describe(
    OpenObject,
    'What the user follows and is notified of, subscribed browsers, and notifications of the last week.',
  ),
  files: Type.Array(OpenObject, { description: 'Pictures that the user uploaded.' }),
})
export type AccountExport = Static<typeof AccountExport>

/** The preview says what happens to leagues and results when the caller deletes their account. */
export const AccountDeletion = Type.Object({
  leagues: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Name of the league.' }),
      heirName: nullable(
        Type.String(),
        'Username of the member who takes over the league with its seasons; null if it is deleted with them.',
      ),
    }),
    { description: 'Leagues that the caller owns, by name.' },
  ),
  resultCount: Type.Integer({
    description:
      'Sessions of the caller whose results stay, without laps and without the caller: they count in seasons of others, or of leagues that are taken over.',
  }),
})
export type AccountDeletion = Static<typeof AccountDeletion>

/** A sign-in must not be older than this to delete an account. */
export const RECENT_SIGN_IN_SECONDS = 15 * 60

export const account = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Account',
    summary: 'What the caller may do beside managing their own things',
    auth: 'user',
    scope: 'none',
    response: Type.Object({
      isOperator: Type.Boolean({ description: 'Whether the caller operates this site.' }),
    }),
  },
  signIns: {
    method: 'GET',
    path: '/api/Account/sessions',
    summary: 'Places where the caller is signed in, last seen first',
    auth: 'user',
    scope: 'none',
    list: 'whole',
    response: Type.Array(SignIn),
  },
  endSignIn: {
    method: 'DELETE',
    path: '/api/Account/sessions/{id}',
    summary: 'Signs the caller out at one place',
    auth: 'user',
    scope: 'none',
    params: Type.Object({ id: describe(Uuid, 'Id of the sign-in.') }),
  },
  export: {
    method: 'GET',
    path: '/api/Account/export',
    summary: 'Everything that this server stores about the caller',
    auth: 'user',
    scope: 'none',
    response: AccountExport,
  },
  previewDeletion: {
    method: 'GET',
    path: '/api/Account/deletion',
    summary: 'What stays, and who takes over, if the caller deletes their account now',
    auth: 'user',
    scope: 'none',
    response: AccountDeletion,
  },
  delete: {
    method: 'DELETE',
    path: '/api/Account',
    summary:
      'Deletes the caller’s account and everything that belongs to it; results that count in seasons of others stay; needs a recent sign-in',
    auth: 'user',
    scope: 'none',
    errors: [502],
  },
})
