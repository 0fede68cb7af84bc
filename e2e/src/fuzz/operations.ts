/** The fuzzer varies one HTTP call. */
export interface Operation {
  readonly method: string
  /** The path has `{name}` for a parameter. */
  readonly path: string
  readonly query: readonly Parameter[]
  /** It is the JSON Schema of the body; null where the call takes none. */
  readonly body: unknown
}

export interface Parameter {
  readonly name: string
  readonly schema: unknown
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Returns every operation of the product API, read from its OpenAPI document, and of the services beside it. */
export function readOperations(openApi: unknown): Operation[] {
  const product = entriesOf(memberOf(openApi, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        query: parametersIn(operation, 'query'),
        body: jsonBody(operation),
      })),
  )
  return [...product, ...SERVICE_CALLS.map(readServiceCall)]
}

/** Returns what a `$ref` of the document means, such as `#/components/schemas/Season`. */
export function schemaNamed(openApi: unknown, reference: string): unknown {
  return reference.slice(2).split('/').reduce(memberOf, openApi)
}

function parametersIn(operation: unknown, place: string): Parameter[] {
  const parameters = memberOf(operation, 'parameters')
  if (!Array.isArray(parameters)) return []
  return parameters
    .filter((parameter: unknown) => memberOf(parameter, 'in') === place)
    .map((parameter: unknown) => ({
      name: String(memberOf(parameter, 'name')),
      schema: memberOf(parameter, 'schema'),
    }))
}

function jsonBody(operation: unknown): unknown {
  const content = memberOf(memberOf(operation, 'requestBody'), 'content')
  const [first] = entriesOf(content)
  return first === undefined ? null : (memberOf(first[1], 'schema') ?? { type: 'string' })
}

/** Returns the member of an object, undefined where it has none or is something else. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** Each line is `METHOD path?parameters body members`, because no OpenAPI document describes the service. */
const SERVICE_CALLS = [
  'GET /auth/v1/settings',
  'GET /auth/v1/health',
  'GET /auth/v1/.well-known/jwks.json',
  'POST /auth/v1/signup email password phone data code_challenge code_challenge_method',
  'POST /auth/v1/token?grant_type email password phone refresh_token auth_code code_verifier id_token provider nonce',
  'POST /auth/v1/otp email phone create_user data channel code_challenge',
  'POST /auth/v1/magiclink email',
  'POST /auth/v1/verify type token token_hash email phone redirect_to',
  'GET /auth/v1/verify?token&type&redirect_to&token_hash',
  'POST /auth/v1/resend type email phone',
  'POST /auth/v1/recover email code_challenge',
  'GET /auth/v1/reauthenticate',
  'GET /auth/v1/user',
  'PUT /auth/v1/user email password phone data nonce current_password',
  'POST /auth/v1/logout?scope',
  'GET /auth/v1/authorize?provider&redirect_to&scopes&code_challenge&code_challenge_method',
  'GET /auth/v1/callback?state&code&error&error_description',
  'POST /auth/v1/callback state code error',
  'GET /auth/v1/user/identities',
  'DELETE /auth/v1/user/identities/{id}',
  'GET /auth/v1/user/identities/authorize?provider&skip_http_redirect',
  'POST /auth/v1/sso provider_id domain redirect_to',
  'POST /auth/v1/sso/saml/acs SAMLResponse RelayState',
  'GET /auth/v1/sso/saml/metadata?download',
  'POST /auth/v1/factors factor_type friendly_name issuer phone',
  'POST /auth/v1/factors/{id}/challenge channel',
  'POST /auth/v1/factors/{id}/verify challenge_id code',
  'DELETE /auth/v1/factors/{id}',
  'GET /auth/v1/passkeys',
  'POST /auth/v1/passkeys/authentication/options',
  'POST /auth/v1/passkeys/authentication/verify challenge_id credential',
  'POST /auth/v1/passkeys/registration/options',
  'POST /auth/v1/passkeys/registration/verify challenge_id credential',
  'PATCH /auth/v1/passkeys/{id} friendly_name',
  'POST /auth/v1/invite email data',
  'GET /auth/v1/admin/users?page&per_page&filter',
  'POST /auth/v1/admin/users email password phone user_metadata app_metadata email_confirm ban_duration role',
  'GET /auth/v1/admin/users/{id}',
  'PUT /auth/v1/admin/users/{id} email password phone user_metadata app_metadata ban_duration',
  'DELETE /auth/v1/admin/users/{id} should_soft_delete',
  'GET /auth/v1/admin/users/{id}/factors',
  'POST /auth/v1/admin/generate_link type email password new_email data redirect_to',
  'GET /auth/v1/admin/audit?query&page&per_page',
  'GET /auth/v1/admin/sso/providers',
  'POST /auth/v1/admin/sso/providers type metadata_url metadata_xml domains attribute_mapping',
  'GET /rest/v1/profiles?id&username&select&order&limit&offset&or&and&not.or',
  'POST /rest/v1/profiles?on_conflict&columns&select id username avatar_url',
  'PATCH /rest/v1/profiles?id&username&select username avatar_url',
  'DELETE /rest/v1/profiles?id',
  'GET /storage/v1/bucket',
  'GET /storage/v1/bucket/{id}',
  'GET /storage/v1/object/public/avatars/{id}/a.png?download&width',
  'GET /storage/v1/object/avatars/{id}/a.png?download',
  'GET /storage/v1/object/sign/avatars/{id}/a.png?token&download',
  'POST /storage/v1/object/avatars/{id}/a.png file metadata',
  'PUT /storage/v1/object/avatars/{id}/a.png file metadata',
  'DELETE /storage/v1/object/avatars prefixes',
  'POST /storage/v1/object/list/avatars prefix limit offset search sortBy',
  'POST /storage/v1/object/sign/avatars/{id}/a.png expiresIn paths',
  'POST /storage/v1/object/move bucketId sourceKey destinationKey',
  'POST /storage/v1/object/copy bucketId sourceKey destinationKey',
  'POST /realtime/v1/api/broadcast messages topic event payload private',
  'POST /realtime/v1/api/broadcast/{id}/events/{id} payload',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /sitemap.xml',
  'GET /robots.txt',
  'GET /api/openapi.json',
  'GET /',
  'GET /live/{id}',
  'GET /leagues/{id}',
  'GET /seasons/{id}',
  'GET /sessions/{id}',
  'GET /user/{id}',
  'GET /search/{id}',
  'GET /og/{id}.png',
]

function readServiceCall(call: string): Operation {
  const [method = 'GET', address = '/', ...members] = call.split(' ')
  const [path = '/', parameters = ''] = address.split('?')
  const text = { type: 'string' }
  return {
    method,
    path,
    query: parameters.split('&').flatMap((name) => (name === '' ? [] : [{ name, schema: text }])),
    body: method === 'GET' ? null : objectOf(members),
  }
}

function objectOf(members: readonly string[]) {
  const properties = Object.fromEntries(members.map((name) => [name, { type: 'string' }]))
  return { type: 'object', properties }
}
