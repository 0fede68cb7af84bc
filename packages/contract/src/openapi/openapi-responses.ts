import type { TSchema } from 'typebox'
import {
  API_VERSION,
  API_VERSION_HEADER,
  type Endpoint,
  successStatuses,
} from '../wire/endpoint.ts'
import { refusalStatuses } from '../wire/refusals.ts'
import { componentOf, convertSchema } from './openapi-schemas.ts'
import { noun } from './operation-names.ts'
import type { Part, SharedComponents } from './shared-components.ts'
import { allProblemKinds } from '../wire/problem-kinds.ts'
import { Problem } from '../wire/problem.ts'

/** Describes every answer of a call; `default` stands for any other problem. */
export function describeResponses(
  endpoint: Endpoint,
  shared: SharedComponents,
): Record<string, object> {
  const successes = listSuccesses(endpoint).map((part) => [part.status, shared.refer(part)])
  const failures = refusalStatuses(endpoint).map((status) => [status, refer(problemName(status))])
  return {
    ...Object.fromEntries([...successes, ...failures]),
    default: refer(problemName('default')),
  }
}

/**
 * Returns the answers that many calls share, because a document that repeated them would be three times as
 * long.
 */
export function componentResponses(endpoints: readonly Endpoint[]): Record<string, object> {
  const statuses = [...new Set(endpoints.flatMap(refusalStatuses))].toSorted((a, b) => a - b)
  return {
    ...Object.fromEntries(statuses.map((status) => [problemName(status), failure(status)])),
    [problemName('default')]: {
      description: 'Any other failure.',
      content: PROBLEM,
    },
  }
}

function problemName(status: number | 'default'): string {
  return status === 'default' ? 'Problem' : String(status)
}

function refer(name: string): object {
  return { $ref: `#/components/responses/${name}` }
}

interface Header {
  readonly description: string
  readonly schema: object
}

const GENERAL_HEADERS: Readonly<Record<string, Header>> = {
  [headerName(API_VERSION_HEADER)]: {
    description: 'Version of the API: the day of its last incompatible change.',
    schema: { type: 'string', examples: [API_VERSION] },
  },
  'X-Request-Id': {
    description: 'Id of the request in the log of the server.',
    schema: { type: 'string' },
  },
}

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 0 },
  },
}

const REFUSAL_HEADERS: Record<number, Record<string, object>> = {
  401: {
    'WWW-Authenticate': {
      description:
        'How to sign in (RFC 6750); with `error="invalid_token"` where a token was sent.',
      schema: { type: 'string', examples: ['Bearer realm="Pitboard", error="invalid_token"'] },
    },
  },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
}

const TOTAL_HEADER = {
  'X-Total-Count': {
    description: 'Length of the whole list, over all pages; left out where it was not counted.',
    schema: { type: 'integer', minimum: 0 },
  },
}

const PAGE_HEADERS = {
  Link: {
    description: 'Other pages of the list (RFC 8288): `first`, `prev`, `next` and `last`.',
    schema: { type: 'string' },
  },
}

const RATE_LIMIT_HEADERS: Readonly<Record<string, Header>> = {
  RateLimit: {
    description:
      'Calls that the token may make at once (`r`), and seconds until it may make all of them again (`t`).',
    schema: { type: 'string', examples: ['"token";r=299;t=1'] },
  },
  'RateLimit-Policy': {
    description:
      'Calls that the token may make at once (`q`), and seconds in which they come back (`w`).',
    schema: { type: 'string', examples: ['"token";q=300;w=30'] },
  },
}

/**
 * Says once what every answer has: a list in each answer would take a twentieth of the document and hide the headers
 * that only some answers have.
 */
export function describeGeneralHeaders(): string {
  return [
    'Every answer has these headers:',
    ...listLines(GENERAL_HEADERS),
    '',
    'An answer to a personal access token has these as well:',
    ...listLines(RATE_LIMIT_HEADERS),
  ].join('\n')
}

function listLines(headers: Readonly<Record<string, Header>>): string[] {
  return Object.entries(headers).map(([name, { description }]) => `- \`${name}\`: ${description}`)
}

function listHeaders(list: NonNullable<Endpoint['list']>) {
  return list === 'whole' ? TOTAL_HEADER : { ...TOTAL_HEADER, ...PAGE_HEADERS }
}

/** Returns every header that an answer may have; to those of every answer nothing refers. */
export function componentHeaders(): Record<string, object> {
  return Object.assign(
    { ...GENERAL_HEADERS, ...RATE_LIMIT_HEADERS, ...TOTAL_HEADER, ...PAGE_HEADERS },
    ...Object.values(REFUSAL_HEADERS),
  )
}

function referToHeaders(headers: Record<string, object>): Record<string, object> {
  const names = Object.keys(headers)
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Returns the answers of a call that succeeded, one for each of its success statuses. */
export function listSuccesses(endpoint: Endpoint) {
  const { file, response, list } = endpoint
  const schema = response && convertSchema(response, 'answer')
  const content = file === undefined ? schema && { 'application/json': { schema } } : { [file]: {} }
  return successStatuses(endpoint).map((status) => ({
    status,
    ...nameAnswer(endpoint, schema),
    content: {
      description: SUCCESS_TEXT[status] ?? (file === undefined ? 'The answer.' : 'The file.'),
      ...(list && { headers: referToHeaders(listHeaders(list)) }),
      ...(content && { content }),
    },
  }))
}

/**
 * Returns the name of an answer for the case that several calls have it: an answer without content differs in
 * its headers alone.
 */
function nameAnswer(endpoint: Endpoint, schema: object | undefined): Omit<Part, 'content'> {
  const owner = noun(endpoint.path)
  if (endpoint.file !== undefined) return { name: 'File', owner }
  if (endpoint.webSocket) return { name: 'WebSocket', owner: null }
  if (!schema) return { name: 'Done', owner: null }
  const proper = componentOf(schema)
  const element = 'items' in schema && isObject(schema.items) ? componentOf(schema.items) : null
  if (proper !== null) return { name: proper, owner: null }
  return element === null ? { name: 'Answer', owner } : { name: `${element}Array`, owner }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const SUCCESS_TEXT: Record<number, string> = {
  101: 'The connection is a WebSocket from here on.',
  201: 'Created.',
  202: 'Accepted; the work goes on after the answer.',
  204: 'Done.',
}

function failure(status: number) {
  const kinds = allProblemKinds().filter((kind) => kind.status === status)
  const title = kinds[0]?.title ?? 'Refused.'
  const lines = kinds.map(({ slug, meaning }) => `\n- \`${slug}\`: ${meaning}`)
  const headers = REFUSAL_HEADERS[status]
  return {
    description: `${title}${lines.join('')}`,
    ...(headers && { headers: referToHeaders(headers) }),
    content: PROBLEM,
  }
}

function jsonContent(type: string, schema: TSchema) {
  return { [type]: { schema: convertSchema(schema, 'answer') } }
}

const PROBLEM = jsonContent('application/problem+json', Problem)

function headerName(lower: string): string {
  return lower.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()).replace('Api', 'API')
}
