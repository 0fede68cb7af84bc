import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { LeagueParams } from '../wire/path-params.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'
import { ChosenType } from './announcement.ts'
import { LANGUAGES } from '../words/languages.ts'

/** The limit is that of a league. */
export const WEBHOOKS_MAX = 10
/** The log of a receiver shows this many deliveries, the newest ones. */
export const DELIVERIES_LISTED = 100

const Name = Type.String({ minLength: 1, maxLength: TEXT_MAX.name, pattern: '\\S' })
const Types = Type.Array(ChosenType, { minItems: 1, maxItems: 20, uniqueItems: true })
const Url = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$',
})
const Kind = Type.Enum(['discord', 'generic'], {
  description:
    '`discord`: a message for a Discord webhook; `generic`: JSON with a signature, see docs/announcements.md.',
})
const MessageLanguage = Type.Enum([...LANGUAGES], { description: 'Language of titles and texts.' })

export const Webhook = Type.Object({
  id: describe(Uuid, 'Id of the receiver.'),
  kind: Kind,
  name: Type.String({ description: 'Name that the organiser gave it.' }),
  maskedUrl: Type.String({ description: 'Host and end of its `url`; the rest is secret.' }),
  types: describe(Types, 'What it receives.'),
  language: MessageLanguage,
  state: Type.Enum(['active', 'paused', 'disabled'], {
    description:
      '`paused`: by the organiser; `disabled`: by the server, since deliveries failed for days or the receiver does not exist any more.',
  }),
  failingSince: nullable(Instant, 'Since when deliveries fail, UTC; null after a success.'),
  createdAt: describe(Instant, 'When it was added, UTC.'),
  secret: nullable(
    Type.String(),
    'Key of the signature, only in the answers that create it; null in every other.',
  ),
})
export type Webhook = Static<typeof Webhook>

export const WebhookCreate = Type.Object({
  kind: Kind,
  name: describe(Name, 'Name of the receiver, for the list.'),
  url: describe(Url, 'Address of the receiver, https. Answers never contain it.'),
  types: describe(Types, 'What it receives.'),
  language: Type.Optional(MessageLanguage),
})
export type WebhookCreate = Static<typeof WebhookCreate>

export const WebhookUpdate = Type.Object({
  name: Type.Optional(describe(Name, 'New name.')),
  url: Type.Optional(describe(Url, 'New address, https.')),
  types: Type.Optional(describe(Types, 'What it receives from now on.')),
  language: Type.Optional(MessageLanguage),
  isActive: Type.Optional(
    Type.Boolean({ description: 'False pauses it; true activates it again.' }),
  ),
})
export type WebhookUpdate = Static<typeof WebhookUpdate>

export const WebhookDelivery = Type.Object({
  id: describe(Uuid, 'Id of the delivery, as the receiver gets it.'),
  type: Type.String({ description: 'What is announced; `test` for a test message.' }),
  title: nullable(Type.String(), 'Headline; null before the first attempt.'),
  state: Type.Enum(['waiting', 'delivered', 'failed', 'dropped'], {
    description:
      '`waiting`: for its first or next attempt; `failed`: after the last one; `dropped`: its subject was removed before it was sent.',
  }),
  attempts: Type.Integer({ description: 'Number of attempts.' }),
  createdAt: describe(Instant, 'When it happened, UTC.'),
  attemptedAt: nullable(Instant, 'Time of the last attempt, UTC; null before the first.'),
  nextAttemptAt: nullable(Instant, 'Time of the next attempt, UTC; null without one.'),
  statusCode: nullable(Type.Integer(), 'HTTP status of the last answer; null without an answer.'),
  durationMs: nullable(Type.Integer(), 'Milliseconds that the last attempt took.'),
  failure: nullable(
    Type.Enum(['status', 'redirect', 'timeout', 'address', 'connection']),
    'Why the last attempt failed: `status`: of the answer; `redirect`: redirects are not followed; `timeout`: no answer in time; `address`: not a public address, or an unknown host; `connection`: no connection, or an invalid certificate.',
  ),
  answer: nullable(Type.String(), 'First characters of a refusal; null without one.'),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

const ById = Type.Object({
  ...LeagueParams.properties,
  webhookId: describe(Uuid, 'Id of the receiver.'),
})
const PATH = '/api/League/{leagueId}/webhooks'

export const webhooks = endpointTable({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Receivers of the league’s announcements, for its owner and admins',
    auth: 'user',
    scope: 'none',
    params: LeagueParams,
    list: 'whole',
    response: Type.Array(Webhook),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Adds a receiver; only this answer contains the key of its signature',
    auth: 'user',
    scope: 'none',
    params: LeagueParams,
    body: WebhookCreate,
    response: Webhook,
  },
  update: {
    method: 'PATCH',
    path: `${PATH}/{webhookId}`,
    summary: 'Changes, pauses or activates a receiver',
    auth: 'user',
    scope: 'none',
    params: ById,
    body: WebhookUpdate,
    response: Webhook,
  },
  renewSecret: {
    method: 'POST',
    path: `${PATH}/{webhookId}/secret`,
    summary: 'Creates a new key for the signature of a generic receiver; the former one ends',
    auth: 'user',
    scope: 'none',
    params: ById,
    response: Webhook,
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/{webhookId}`,
    summary: 'Removes a receiver with its log',
    auth: 'user',
    scope: 'none',
    params: ById,
  },
  test: {
    method: 'POST',
    path: `${PATH}/{webhookId}/test`,
    summary: 'Sends a test message; the log shows what came of it',
    auth: 'user',
    scope: 'none',
    params: ById,
    response: WebhookDelivery,
  },
  deliveries: {
    method: 'GET',
    path: `${PATH}/{webhookId}/deliveries`,
    summary: 'The last deliveries to a receiver, the newest first',
    auth: 'user',
    scope: 'none',
    params: ById,
    list: 'whole',
    response: Type.Array(WebhookDelivery),
  },
  resend: {
    method: 'POST',
    path: `${PATH}/{webhookId}/deliveries/{deliveryId}/resend`,
    summary: 'Sends a delivery again, with the same id and content',
    auth: 'user',
    scope: 'none',
    params: Type.Object({
      ...ById.properties,
      deliveryId: describe(Uuid, 'Id of the delivery.'),
    }),
    response: WebhookDelivery,
  },
})
