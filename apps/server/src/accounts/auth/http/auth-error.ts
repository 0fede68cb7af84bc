import type { FastifyReply, FastifyRequest } from 'fastify'
import { BusyError } from '../../../platform/diagnostics/errors.ts'
import { challengeOf, serverBusy } from '../../../platform/http/problems.ts'

/** Since this version errors carry their code as text (PROTOCOL §2.4). */
const API_VERSION = '2024-01-01'
const VERSION_HEADER = 'x-supabase-api-version'

/** This is the one place where a failure of the auth protocol becomes an answer. */
export function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof OAuthError) {
    return reply.code(400).send({ error: error.error, error_description: error.message })
  }
  if (error instanceof BusyError) void reply.headers(serverBusy().headers)
  const known = toAuthError(error)
  const { status, code, message } = known
  if (status >= 500 && status !== 503) request.log.error({ err: error }, 'auth request failed')
  const weak = known.weakPasswordReasons
  const extra = weak === null ? {} : { weak_password: { reasons: weak } }
  void reply.code(status).header('x-sb-error-code', code)
  if (status === 401) void reply.header('www-authenticate', challengeOf(request))
  if (wantsCodes(request)) {
    void reply.header(VERSION_HEADER, API_VERSION)
    return reply.send({ code, message, ...extra })
  }
  const id = status >= 500 ? { error_id: request.id } : {}
  return reply.send({ code: status, error_code: code, msg: message, ...id, ...extra })
}

function wantsCodes({ headers }: FastifyRequest): boolean {
  const version = headers[VERSION_HEADER]
  return typeof version === 'string' && /^\d{4}-\d\d-\d\d$/.test(version) && version >= API_VERSION
}

export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  // A lost database is answered with 503 too: after a 500 to its refresh token the official client signs its user out.
  if (error instanceof BusyError) return new AuthError(503, 'request_timeout', serverBusy().detail)
  const status = statusOf(error)
  if (status === 413) {
    return new AuthError(413, 'request_entity_too_large', 'Request body is too large')
  }
  if (status === 415) return new AuthError(400, 'bad_json', 'The body must be JSON')
  if (status !== undefined && status < 500 && error instanceof Error) {
    return new AuthError(status, 'validation_failed', error.message)
  }
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs')
}

/** What Fastify itself refuses has its status. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  return typeof error.statusCode === 'number' ? error.statusCode : undefined
}

/** A failure of the auth protocol is answered in one of its two shapes (PROTOCOL §2.4). */
export class AuthError extends Error {
  readonly status: number
  /** The protocol has codes such as `otp_expired`. */
  readonly code: string
  readonly weakPasswordReasons: readonly string[] | null

  constructor(
    status: number,
    code: string,
    message: string,
    options: { weakPasswordReasons?: readonly string[] } = {},
  ) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.weakPasswordReasons = options.weakPasswordReasons ?? null
  }
}

/** The request has not the shape it should have. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

/** The token is good, but its session is over. */
export function sessionGone(): AuthError {
  return new AuthError(
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
  )
}

/** OAuth's own shape of a failure is always a 400, without a code (PROTOCOL §2.4). */
export class OAuthError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.error = error
  }
}
