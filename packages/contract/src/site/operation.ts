import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, Instant, nullable, Page, Uuid } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

/** Servers do such a job later, and again where it fails; each kind has a queue of its own. */
export const QueueName = Type.Enum([
  'outbox',
  'traces',
  'links',
  'removed_captures',
  'storage_leftovers',
  'events',
  'notification_mails',
  'pushes',
  'webhooks',
  'uploads',
])
export type QueueName = Static<typeof QueueName>

export const QueueState = Type.Object({
  queue: describe(QueueName, 'Name of the queue.'),
  waiting: Type.Integer({ description: 'Jobs that wait or are worked on.', minimum: 0 }),
  failed: Type.Integer({
    description: 'Jobs that have failed too often; they are tried again only if asked for.',
    minimum: 0,
  }),
})
export type QueueState = Static<typeof QueueState>

/** The files and the database of the site consist of these. */
export const StorageKind = Type.Enum([
  'captures',
  'pictures',
  'sessionDocuments',
  'lapTraces',
  'otherTables',
])
export type StorageKind = Static<typeof StorageKind>

const Bytes = Type.Integer({ description: 'Size in bytes.', minimum: 0 })

/** The user has much in the file store. */
export const StorageUser = Type.Object({
  id: describe(Uuid, 'Id of the user.'),
  username: nullable(Type.String(), 'Username; null until the user chooses one.'),
  captureBytes: describe(Bytes, 'Size of their captures in bytes.'),
  pictureBytes: describe(Bytes, 'Size of their pictures in bytes.'),
})
export type StorageUser = Static<typeof StorageUser>

/** No server will send this mail or text message any more. */
export const FailedMessage = Type.Object({
  id: describe(Uuid, 'Id of the failure.'),
  kind: Type.Enum(['mail', 'text'], { description: 'Mail or text message.' }),
  reason: Type.Enum(['refused', 'expired'], {
    description:
      '`refused`: the receiving service refused it for good; `expired`: it could not be sent for as long as it was worth sending.',
  }),
  detail: Type.String({ description: 'What the receiving service answered; may be empty.' }),
  attempts: Type.Integer({ description: 'How often it was tried.', minimum: 0 }),
  userId: nullable(Uuid, 'Id of the user it was for; null if it was for nobody in particular.'),
  username: nullable(Type.String(), 'Their username; null without one.'),
  failedAt: describe(Instant, 'When it was given up, UTC.'),
})
export type FailedMessage = Static<typeof FailedMessage>

/** The operator of a site sees this of it. Figures of the database are those of all its servers. */
export const SiteOperation = Type.Object({
  version: Type.Object(
    {
      server: Type.String({ description: 'Version of the software of this server.' }),
      schema: Type.String({ description: 'Newest version of the schema in the database.' }),
      isOutdated: Type.Boolean({
        description:
          'True if a newer server has updated the database: this server is still to be updated.',
      }),
      node: Type.String({ description: 'Version of Node.' }),
      database: Type.String({ description: 'Version of PostgreSQL.' }),
      startedAt: describe(Instant, 'When this server was started, UTC.'),
      recorder: Type.String({ description: 'Version of the recorder that it offers.' }),
      recorderPlatforms: Type.Array(Type.String(), {
        description: 'Platforms that it offers the recorder for.',
      }),
    },
    { description: 'What is installed.' },
  ),
  users: Type.Object(
    {
      total: Type.Integer({ description: 'Number of accounts.', minimum: 0 }),
      newInWeek: Type.Integer({
        description: 'Accounts that were created in the last seven days.',
        minimum: 0,
      }),
      blocked: Type.Integer({ description: 'Accounts that are blocked.', minimum: 0 }),
    },
    { description: 'Numbers of accounts.' },
  ),
  storage: Type.Object(
    {
      kinds: Type.Array(
        Type.Object({ kind: describe(StorageKind, 'What is stored.'), bytes: Bytes }),
        { description: 'Size of all that is stored, by kind.' },
      ),
      largestUsers: Type.Array(StorageUser, {
        description: 'Users with the most captures and pictures, ten at most.',
      }),
      disk: nullable(
        Type.Object({
          freeBytes: describe(Bytes, 'Free bytes.'),
          sizeBytes: describe(Bytes, 'Size of the disk in bytes.'),
          isLow: Type.Boolean({ description: 'True if changes and recorders are refused.' }),
        }),
        'Disk of `DATA_DIR` of this server; null before it was looked at.',
      ),
    },
    { description: 'What is stored where.' },
  ),
  live: Type.Object(
    {
      sessions: Type.Integer({
        description: 'Sessions that are being driven, at all servers.',
        minimum: 0,
      }),
      withoutServer: Type.Integer({
        description: 'Those of them that no server has at the moment.',
        minimum: 0,
      }),
    },
    { description: 'Sessions that are being driven. `GET /api/LiveSession` lists them.' },
  ),
  queues: Type.Array(QueueState, { description: 'Jobs in the database, by queue.' }),
  messages: Type.Object(
    {
      waiting: Type.Integer({
        description: 'Mails and text messages that wait to be sent.',
        minimum: 0,
      }),
      retried: Type.Integer({
        description: 'Those of them that were tried before without success.',
        minimum: 0,
      }),
      failed: Type.Array(FailedMessage, {
        description: 'Messages of the last 30 days that were given up, newest first, 50 at most.',
      }),
    },
    { description: 'Mails and text messages.' },
  ),
  backup: nullable(
    Type.Object({
      newestAt: nullable(Instant, 'When the newest backup was written, UTC; null without one.'),
      newestBytes: describe(Bytes, 'Its size in bytes; 0 without one.'),
      count: Type.Integer({ description: 'Number of backups.', minimum: 0 }),
      everyHours: Type.Integer({ description: 'So often one is made.', minimum: 1 }),
      isLate: Type.Boolean({
        description: 'True if the newest is older than twice the time between two.',
      }),
    }),
    'Backups in `BACKUP_DIR` of this server; null without that setting.',
  ),
})
export type SiteOperation = Static<typeof SiteOperation>

export const OperatedUser = Type.Object({
  id: describe(Uuid, 'Id of the user.'),
  username: nullable(Type.String(), 'Username; null until the user chooses one.'),
  email: nullable(
    Type.String(),
    'E-mail address; null without one, and where another server signs users in.',
  ),
  isEmailConfirmed: Type.Boolean({ description: 'Whether the address was confirmed.' }),
  createdAt: describe(Instant, 'When the account was created, UTC.'),
  lastSignInAt: nullable(Instant, 'When the user last signed in, UTC; null if unknown.'),
  blockedUntil: nullable(Instant, 'Until when the account is blocked, UTC; null if it is not.'),
  isOperator: Type.Boolean({ description: 'Whether the account is an operator’s.' }),
})
export type OperatedUser = Static<typeof OperatedUser>

const USER = Type.Object({ userId: describe(Uuid, 'Id of the user.') })

// Only operators of the site can call these endpoints: everybody else gets a 404.
export const operation = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Operation',
    summary:
      'For operators: version, users, storage, live sessions, jobs, failed mails and backups',
    auth: 'user',
    scope: 'none',
    response: SiteOperation,
    errors: [404],
  },
  users: {
    method: 'GET',
    path: '/api/Operation/users',
    summary: 'For operators: accounts, the newest first',
    auth: 'user',
    scope: 'none',
    query: Type.Object({
      ...Page.properties,
      q: Type.Optional(
        Type.String({
          description: 'Part of a username or of an e-mail address, or a whole id.',
          maxLength: TEXT_MAX.search,
        }),
      ),
    }),
    list: 'pages',
    response: Type.Object({
      users: Type.Array(OperatedUser, { description: 'Accounts of this page.' }),
      totalElements: Type.Integer({ description: 'Number of accounts on all pages.', minimum: 0 }),
    }),
    errors: [404],
  },
  block: {
    method: 'PUT',
    path: '/api/Operation/users/{userId}/block',
    summary:
      'For operators: blocks an account, so that its user and their recorders and programs are refused; what they have recorded stays',
    auth: 'user',
    scope: 'none',
    params: USER,
    errors: [409],
  },
  unblock: {
    method: 'DELETE',
    path: '/api/Operation/users/{userId}/block',
    summary: 'For operators: ends the block of an account',
    auth: 'user',
    scope: 'none',
    params: USER,
    errors: [409],
  },
  retry: {
    method: 'POST',
    path: '/api/Operation/queues/{queue}/retry',
    summary: 'For operators: tries the jobs of a queue again that have failed too often',
    auth: 'user',
    scope: 'none',
    params: Type.Object({ queue: describe(QueueName, 'Name of the queue.') }),
    response: Type.Object({
      retried: Type.Integer({ description: 'How many are tried again.', minimum: 0 }),
    }),
  },
})
