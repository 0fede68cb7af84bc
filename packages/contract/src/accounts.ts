import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'
import { Instant, nullable, Uuid } from './schema.ts'

const RecorderKeyName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })

const KEY_FIELDS = {
  id: Uuid,
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
}

/** A recorder key as it is listed: the key itself is told once, when it is made. */
export const RecorderKey = Type.Object({
  ...KEY_FIELDS,
  /** Null in every answer but the one that made it. */
  key: nullable(Type.String()),
})
export type RecorderKey = Static<typeof RecorderKey>

// All calls here answer 403 to a user who has a second factor and has not shown it.
export const recorderKeys = endpointTable({
  list: {
    method: 'GET',
    path: '/api/RecorderKeys',
    summary: 'The caller’s recorder keys, the newest first',
    auth: 'user',
    list: 'whole',
    response: Type.Array(RecorderKey),
    errors: [401, 403],
  },
  create: {
    method: 'POST',
    path: '/api/RecorderKeys',
    summary: 'Makes a recorder key; the answer is the only one that shows it',
    auth: 'user',
    body: Type.Object({ name: RecorderKeyName }),
    response: RecorderKey,
    errors: [400, 401, 403, 409],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/RecorderKeys/{id}',
    summary: 'Revokes a recorder key; a recorder that uses it is refused from then on',
    auth: 'user',
    params: Type.Object({ id: Uuid }),
    errors: [400, 401, 403, 404],
  },
})

const SIGN_IN_FIELDS = {
  id: Uuid,
  createdAt: Instant,
  /** When its token was last renewed. */
  lastSeenAt: Instant,
  /** As the browser names itself; null where it did not. */
  userAgent: nullable(Type.String()),
  ipAddress: nullable(Type.String()),
  /** Whether a second factor was shown. */
  hasSecondFactor: Type.Boolean(),
}

/** One place where the caller is signed in. */
export const SignIn = Type.Object({
  ...SIGN_IN_FIELDS,
  /** The one that asks. */
  isCurrent: Type.Boolean(),
})
export type SignIn = Static<typeof SignIn>

const OpenObject = Type.Object({}, { additionalProperties: true })

/** Everything the server keeps about one user, as a file he can keep. */
export const AccountExport = Type.Object({
  exportedAt: Instant,
  profile: Type.Object({
    id: Uuid,
    username: nullable(Type.String()),
    avatarUrl: nullable(Type.String()),
    createdAt: Instant,
  }),
  /** What the sign-in service knows; null where another server does the signing in. */
  account: nullable(OpenObject),
  recorderKeys: Type.Array(Type.Object(KEY_FIELDS)),
  signIns: Type.Array(Type.Object(SIGN_IN_FIELDS)),
  /** Recorded, typed and sent ones; their documents are behind the addresses. */
  sessions: Type.Array(OpenObject),
  /** With their history, and those that are deleted and can be restored. */
  leagues: Type.Array(OpenObject),
  /** With events, linked sessions, decisions and history; deleted ones too. */
  seasons: Type.Array(OpenObject),
  /** Pictures the user has stored. */
  files: Type.Array(OpenObject),
})
export type AccountExport = Static<typeof AccountExport>

/** How long ago the caller may have shown who he is, to delete his account. */
export const RECENT_SIGN_IN_SECONDS = 15 * 60

export const account = endpointTable({
  signIns: {
    method: 'GET',
    path: '/api/Account/sessions',
    summary: 'Where the caller is signed in, the last seen first',
    auth: 'user',
    list: 'whole',
    response: Type.Array(SignIn),
    errors: [401, 403],
  },
  endSignIn: {
    method: 'DELETE',
    path: '/api/Account/sessions/{id}',
    summary: 'Signs the caller out there',
    auth: 'user',
    params: Type.Object({ id: Uuid }),
    errors: [400, 401, 403, 404],
  },
  export: {
    method: 'GET',
    path: '/api/Account/export',
    summary: 'Everything this server keeps about the caller',
    auth: 'user',
    response: AccountExport,
    errors: [401, 403],
  },
  delete: {
    method: 'DELETE',
    path: '/api/Account',
    summary: 'Deletes the caller’s account and all that is his; needs a recent sign-in',
    auth: 'user',
    errors: [401, 403, 502],
  },
})
