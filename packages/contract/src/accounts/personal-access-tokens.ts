import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'
import { TOKEN_SCOPES } from '../wire/token-scopes.ts'

/** Every token begins with it, so that people and secret scanners recognise one. */
export const TOKEN_PREFIX = 'pb_pat_'

export const TOKEN_DAYS_MAX = 365
/** Expired tokens count towards this limit of a user. */
export const TOKENS_MAX = 20

const Scopes = Type.Array(Type.Enum([...TOKEN_SCOPES]), {
  minItems: 1,
  maxItems: TOKEN_SCOPES.length,
  uniqueItems: true,
  description:
    'What the token may do. `data:read`: read what its owner can read; `sessions:write`: upload captures, store results and delete own sessions; `leagues:write`: create and change own leagues and seasons.',
  examples: [['data:read']],
})

const TOKEN_FIELDS = {
  id: describe(Uuid, 'Id of the token.'),
  name: Type.String({ description: 'Name that the owner gave the token.' }),
  scopes: Scopes,
  createdAt: describe(Instant, 'When it was created, UTC.'),
  expiresAt: describe(Instant, 'When it expires, UTC.'),
  lastUsedAt: nullable(
    Instant,
    'When a request was last made with it, UTC, within a minute; null if none was.',
  ),
}

/** Lists show a token like this. The token itself is sent once, when it is created. */
export const PersonalAccessToken = Type.Object({
  ...TOKEN_FIELDS,
  token: nullable(
    Type.String(),
    'The token itself, only in the answer that creates it; null in every other.',
  ),
})
export type PersonalAccessToken = Static<typeof PersonalAccessToken>

export const ExportedToken = Type.Object(TOKEN_FIELDS)

export const PersonalAccessTokenCreate = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: TEXT_MAX.tokenName,
    pattern: '\\S',
    description: 'Name of the token, for the list in the settings.',
  }),
  scopes: Scopes,
  lifetimeDays: Type.Integer({
    minimum: 1,
    maximum: TOKEN_DAYS_MAX,
    description: 'Days until the token expires.',
    examples: [90],
  }),
})

/** Programs that act for a user have such tokens (docs/api.md). No token can call these endpoints. */
export const personalAccessTokens = endpointTable({
  list: {
    method: 'GET',
    path: '/api/PersonalAccessTokens',
    summary: 'The caller’s personal access tokens, the newest first',
    auth: 'user',
    scope: 'none',
    list: 'whole',
    response: Type.Array(PersonalAccessToken),
  },
  create: {
    method: 'POST',
    path: '/api/PersonalAccessTokens',
    summary: 'Creates a personal access token; only this answer contains the token',
    auth: 'user',
    scope: 'none',
    body: PersonalAccessTokenCreate,
    response: PersonalAccessToken,
  },
  revoke: {
    method: 'DELETE',
    path: '/api/PersonalAccessTokens/{id}',
    summary: 'Revokes a personal access token; its next request is refused',
    auth: 'user',
    scope: 'none',
    params: Type.Object({ id: describe(Uuid, 'Id of the token.') }),
  },
})
