import { STATUS_CODES } from 'node:http'
import type { Problem } from '@pitboard/contract/wire/problem'
import { PROBLEM_KINDS, problemType, slugOfStatus } from '@pitboard/contract/wire/problem-kinds'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { BusyError } from '../diagnostics/errors.ts'
import { ApiError, describeFields, invalidRequest } from './api-error.ts'
import { FileStoreError } from '../files/file-store.ts'
import { JsonError } from './read-json.ts'
import { invalidFields } from './schema-compilers.ts'

/** This is the one place where a failure becomes an answer. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toApiError(error)
  if ((isFault(known.status) && known.status !== 503) || error instanceof FileStoreError)
    request.log.error({ err: error }, 'request failed')
  if (known.status === 401) void reply.header('www-authenticate', challengeOf(request))
  void reply.headers(known.headers)
  const { status, title, detail, kind, more } = known
  const instance = pathOf(request)
  return sendProblem(reply, { type: problemType(kind), title, status, detail, instance, ...more })
}

/** A 501 says what the server does not offer: a stranger's request, and no fault, in logs and traces. */
export function isFault(status: number): boolean {
  return status >= 500 && status !== 501
}

export function sendProblem(reply: FastifyReply, problem: Problem) {
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem))
}

/** Returns the path alone, since a query may hold a key. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

export function plainProblem(status: number, detail: string, instance: string): Problem {
  const kind = slugOfStatus(status)
  const title = STATUS_CODES[status] ?? PROBLEM_KINDS[kind].title
  return { type: problemType(kind), title, status, detail, instance }
}

/** Creates the 503 of what succeeds a little later; each protocol says it in its own shape. */
export function serverBusy(): ApiError {
  return new ApiError(503, 'The server is busy. Try again in a few seconds.', {
    headers: { 'retry-after': '2' },
  })
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof BusyError || error instanceof FileStoreError) return serverBusy()
  const errors = invalidFields(error)
  if (errors) return new ApiError(400, describeFields(errors), { more: { errors } })
  if (error instanceof JsonError) {
    const { path, message } = error
    return invalidRequest([{ path: `body${path}`, message }])
  }
  if (error instanceof DatabaseError && UNSTORABLE_CODES.includes(error.code)) {
    return new ApiError(400, 'A text contains a character that can’t be stored.')
  }
  const status = clientErrorStatus(error)
  if (status === undefined) {
    return new ApiError(500, 'The server could not answer. The failure has been logged.')
  }
  // What Fastify says of it is for programmers of servers.
  const title = STATUS_CODES[status] ?? 'Error'
  return new ApiError(status, DETAILS[status] ?? PROBLEM_KINDS[slugOfStatus(status)].meaning, {
    title,
  })
}

/** The edge refuses such texts; files may hold them still. */
const UNSTORABLE_CODES: readonly unknown[] = ['22021', '22P05']

const DETAILS: Readonly<Record<number, string>> = {
  400: 'The request can’t be read: its address or its body is damaged.',
  415: 'The body has a type that this call does not understand: send application/json.',
}

/** Returns the status of what Fastify itself refuses: a body that is too large, of the wrong type, cut short … */
function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const { statusCode } = error
  if (typeof statusCode !== 'number') return undefined
  const isClientError = statusCode >= 400 && statusCode < 500
  return isClientError || statusCode === 503 ? statusCode : undefined
}

/** Returns the `WWW-Authenticate` of a 401 (RFC 6750), with a reason only where a token was sent. */
export function challengeOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const realm = 'Bearer realm="Pitboard"'
  const isBearer = /^bearer\b/i.test(headers.authorization ?? '')
  return isBearer ? `${realm}, error="invalid_token"` : realm
}
