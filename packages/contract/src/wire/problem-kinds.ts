interface ProblemKind {
  readonly status: number
  readonly title: string
  /** The meaning says what happened in general; `detail` of the answer describes the single request. */
  readonly meaning: string
  /** The remedy says what to do next. */
  readonly remedy: string
}

/**
 * Every kind of error of the API is listed by the last part of its `type`. The first kind of a status is the
 * general one.
 */
export const PROBLEM_KINDS = {
  'invalid-request': {
    status: 400,
    title: 'Bad Request',
    meaning: 'The request is not valid: a field is missing, unknown, or has a wrong value.',
    remedy:
      'Look at `errors`: each entry names a field (`body/…`, `query/…`, `path/…`) and what is wrong with it. Correct the fields and send the request again.',
  },
  'not-signed-in': {
    status: 401,
    title: 'Unauthorized',
    meaning: 'This call needs a signed-in user, and the request carries no access token.',
    remedy: 'Sign in, and send the access token as `Authorization: Bearer …`.',
  },
  'invalid-token': {
    status: 401,
    title: 'Unauthorized',
    meaning:
      'The access token in the request is not valid: it has expired, its sign-in has ended, or it was not issued by this server.',
    remedy:
      'Refresh the token or sign in again. To call a public endpoint without signing in, leave the `Authorization` header out.',
  },
  'invalid-personal-token': {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The personal access token is wrong, has expired or was revoked.',
    remedy: 'Create a new token in the settings of the dashboard and use it in the program.',
  },
  'invalid-recorder-key': {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The recorder key is wrong, was revoked, or belongs to another user.',
    remedy: 'Create a recorder key in the settings of the dashboard and use it in the recorder.',
  },
  'not-allowed': {
    status: 403,
    title: 'Forbidden',
    meaning: 'You are signed in, but only the owner may do this.',
    remedy: 'Sign in as the owner, or ask the owner to make the change.',
  },
  'second-factor-required': {
    status: 403,
    title: 'Forbidden',
    meaning: 'Your account has a second factor, and this sign-in has not confirmed it yet.',
    remedy: 'Confirm the second factor, and send the request with the new access token.',
  },
  'insufficient-scope': {
    status: 403,
    title: 'Forbidden',
    meaning: 'The personal access token does not have the scope that this call needs.',
    remedy:
      'Create a token with the scope that `WWW-Authenticate` names. Without one there, no token may make this call: sign in instead.',
  },
  'not-found': {
    status: 404,
    title: 'Not Found',
    meaning: 'Nothing exists at this address, or you may not see it.',
    remedy: 'Check the address and the ids in it. Sign in if the thing is private and yours.',
  },
  'no-such-user': {
    status: 404,
    title: 'Not Found',
    meaning: 'No user has this id. The account never existed, or it was deleted.',
    remedy: 'Check the id. Stop asking for this user.',
  },
  'no-such-weekend': {
    status: 404,
    title: 'Not Found',
    meaning:
      'No recorded session has this `weekendLinkIdentifier`. Sessions outside of a weekend have 0, which names none.',
    remedy: 'Take the number from a recorded session whose `weekendLinkIdentifier` is not 0.',
  },
  'not-driving': {
    status: 404,
    title: 'Not Found',
    meaning: 'The user exists, but is not driving a session at the moment.',
    remedy:
      'Try again later, or connect to `/api/LiveSession/ws/user/{id}`, which waits for the next session.',
  },
  'no-picture': {
    status: 404,
    title: 'Not Found',
    meaning: 'The league exists, but has no picture.',
    remedy: 'Show a placeholder, or set a picture as the owner of the league.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method Not Allowed',
    meaning: 'The address exists, but does not support this HTTP method.',
    remedy: 'Use one of the methods in the `Allow` header of the answer.',
  },
  'too-slow': {
    status: 408,
    title: 'Request Timeout',
    meaning: 'The request did not arrive completely in time.',
    remedy: 'Send it again, over a better connection if there is one.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    meaning: 'The request contradicts what is stored already.',
    remedy: 'Read `detail`, load the current state, and decide what to change.',
  },
  'changed-meanwhile': {
    status: 412,
    title: 'Precondition Failed',
    meaning:
      'Somebody changed the league or season after the version that `If-Match` names. Nothing was stored.',
    remedy:
      'Load the current version, look at `changes`, and send your change again with the new version.',
  },
  'too-large': {
    status: 413,
    title: 'Payload Too Large',
    meaning: 'The body of the request is larger than this call accepts.',
    remedy: 'Send less at once. The API documentation names the larger limits of single calls.',
  },
  'unsupported-type': {
    status: 415,
    title: 'Unsupported Media Type',
    meaning: 'The body has a type that this call does not understand.',
    remedy: 'Send JSON with `Content-Type: application/json`, or the type that the call documents.',
  },
  'invalid-range': {
    status: 416,
    title: 'Range Not Satisfiable',
    meaning: 'The requested part lies outside of the file.',
    remedy: 'Request a part within the size that `Content-Range` names, or the whole file.',
  },
  unusable: {
    status: 422,
    title: 'Unprocessable Entity',
    meaning: 'The file was read, but no session can be made of it.',
    remedy: 'Read `detail`, and try another file.',
  },
  'other-request': {
    status: 422,
    title: 'Unprocessable Entity',
    meaning: 'The `Idempotency-Key` was sent with another request before. Nothing was stored.',
    remedy: 'Choose a new key for each request, and send it again only with the same one.',
  },
  'websocket-only': {
    status: 426,
    title: 'Upgrade Required',
    meaning: 'This address is a WebSocket.',
    remedy: 'Connect to it with `ws://` or `wss://`.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too Many Requests',
    meaning: 'More requests of this kind arrived than one user or address may send.',
    remedy: 'Wait for the seconds in `Retry-After`, then send the request again.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request Header Fields Too Large',
    meaning: 'The headers or the address of the request are too large.',
    remedy: 'Send fewer and smaller headers.',
  },
  'server-error': {
    status: 500,
    title: 'Internal Server Error',
    meaning: 'The server could not answer because of a fault of its own. The fault was logged.',
    remedy: 'Try again later. Report it with the `X-Request-Id` of the answer if it stays.',
  },
  'upstream-failed': {
    status: 502,
    title: 'Bad Gateway',
    meaning: 'Another server that this call needs did not answer as expected.',
    remedy: 'Try again later.',
  },
  busy: {
    status: 503,
    title: 'Service Unavailable',
    meaning: 'The server has too much to do at the moment. Nothing was stored.',
    remedy:
      'Wait for the seconds in `Retry-After`, then send the request again, with fewer in parallel.',
  },
  'not-offered': {
    status: 501,
    title: 'Not Implemented',
    meaning: 'This server does not offer what the request asks for.',
    remedy: 'Ask for one of the formats that the documentation of the call names.',
  },
  'disk-full': {
    status: 507,
    title: 'Insufficient Storage',
    meaning: 'The disk of the server is full. Nothing was stored.',
    remedy: 'Contact the operator of the server; the legal notice has the address.',
  },
} as const satisfies Record<string, ProblemKind>
export type ProblemSlug = keyof typeof PROBLEM_KINDS

/** Each kind has a page below this path that explains it. */
export const PROBLEMS_PATH = '/problems'

/** Returns the `type` of a problem: the path of the page that explains it. */
export function problemType(slug: ProblemSlug): string {
  return `${PROBLEMS_PATH}/${slug}`
}

/** Returns the kinds in the order of their statuses. */
export function allProblemKinds(): (ProblemKind & { readonly slug: ProblemSlug })[] {
  return SLUGS.map((slug) => ({ slug, ...PROBLEM_KINDS[slug] }))
}

/** Returns the general kind of a status; for a status without one it is that of its class. */
export function slugOfStatus(status: number): ProblemSlug {
  const slug = SLUGS.find((each) => PROBLEM_KINDS[each].status === status)
  return slug ?? (status < 500 ? 'invalid-request' : 'server-error')
}

/** Returns whether a text is the last part of a problem's `type` that this version knows. */
export function isProblemSlug(text: string): text is ProblemSlug {
  return Object.hasOwn(PROBLEM_KINDS, text)
}

const SLUGS = Object.keys(PROBLEM_KINDS).filter(isProblemSlug)
