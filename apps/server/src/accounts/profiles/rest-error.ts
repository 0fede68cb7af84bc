import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { BusyError } from '../../platform/diagnostics/errors.ts'
import { challengeOf, serverBusy } from '../../platform/http/problems.ts'
import { AuthError } from '../auth/http/auth-error.ts'

/** The failure has PostgREST's shape (PROTOCOL §9). */
export class RestError extends Error {
  readonly status: number
  /** The code is PostgREST's own, or PostgreSQL's. */
  readonly code: string
  readonly details: string | null
  readonly hint: string | null

  constructor(
    status: number,
    code: string,
    message: string,
    { details = null, hint = null }: { details?: string | null; hint?: string | null } = {},
  ) {
    super(message)
    this.name = 'RestError'
    this.status = status
    this.code = code
    this.details = details
    this.hint = hint
  }
}

export function sendRestError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, code, details, hint, message } = toRestError(error)
  if (error instanceof BusyError) void reply.headers(serverBusy().headers)
  if (status >= 500 && status !== 503) request.log.error({ err: error }, 'request failed')
  if (status === 401) reply.header('www-authenticate', challengeOf(request))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code, details, hint, message }))
}

function toRestError(error: unknown): RestError {
  if (error instanceof RestError) return error
  if (error instanceof BusyError) return new RestError(503, 'PGRST003', serverBusy().detail)
  if (error instanceof AuthError) {
    const isExpired = error.message.includes('"exp" claim')
    return new RestError(401, 'PGRST301', isExpired ? 'JWT expired' : error.message)
  }
  if (error instanceof DatabaseError) return ofDatabase(error)
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    const isClientError = error.statusCode >= 400 && error.statusCode < 500
    if (isClientError) return new RestError(error.statusCode, 'PGRST102', error.message)
  }
  return new RestError(500, 'XX000', 'The server could not answer. The failure has been logged.')
}

function ofDatabase(error: DatabaseError): RestError {
  const { code = 'XX000', constraint = '' } = error
  if (code === '23505') {
    const name = constraint === 'user_username' ? 'profiles_username_key' : 'profiles_pkey'
    const message = `duplicate key value violates unique constraint "${name}"`
    const hint = name === 'profiles_username_key' ? 'This username is taken.' : null
    return new RestError(409, code, message, { details: error.detail ?? null, hint })
  }
  // The value does not fit the column's type, or the pattern is invalid.
  if (code.startsWith('22')) return new RestError(400, code, error.message)
  return new RestError(500, 'XX000', 'The server could not answer. The failure has been logged.')
}

export const OBJECT = 'application/vnd.pgrst.object+json'

/** Sends rows as an array, or the only one of them bare. Throws a 406 where it is not the only one. */
export function sendRows(reply: FastifyReply, rows: readonly object[], asObject: boolean) {
  if (!asObject) {
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows))
  }
  checkSingle(rows)
  return reply.type(`${OBJECT}; charset=utf-8`).send(JSON.stringify(rows[0]))
}

export function checkSingle(rows: readonly object[]): void {
  if (rows.length === 1) return
  throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows.length} rows`,
  })
}

/** `0-4/25` says which rows of how many; a star stands for what is not known. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${range}/${total ?? '*'}`
}
