import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '@pitboard/contract/problem'
import { DatabaseError } from 'pg'
import { ApiError } from '../errors.ts'
import { invalidFields } from './validation.ts'

/** The one place where a failure becomes an answer (specification §3). */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error, request)
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
  if (error instanceof ApiError) void reply.headers(error.headers)
  return sendProblem(reply, problem)
}

export function sendProblem(reply: FastifyReply, problem: Problem) {
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem))
}

/** The path alone: a query may hold a key. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

/** PostgreSQL keeps no zero character, in text and in JSON. */
const UNKEEPABLE: readonly unknown[] = ['22021', '22P05']

function toProblem(error: unknown, request: FastifyRequest): Problem {
  const instance = pathOf(request)
  if (error instanceof ApiError) {
    const { status, title, detail, more } = error
    return { type: 'about:blank', title, status, detail, instance, ...more }
  }
  const errors = invalidFields(error)
  if (errors) {
    const detail = errors.map(({ path, message }) => `${path} ${message}`).join('; ')
    return { ...plainProblem(400, `The request is not valid: ${detail}.`, instance), errors }
  }
  if (error instanceof DatabaseError && UNKEEPABLE.includes(error.code)) {
    const problem = plainProblem(400, 'A text holds a character that can’t be kept.', instance)
    const fields = zeroFields(request.body)
    return fields.length > 0 ? { ...problem, errors: fields } : problem
  }
  const status = clientErrorStatus(error)
  if (status !== undefined && error instanceof Error) {
    return plainProblem(status, error.message, instance)
  }
  return plainProblem(500, 'The server could not answer. The failure has been logged.', instance)
}

/** Deeper than any field that is kept. */
const DEPTH_MAX = 10

/** Which texts of a body hold a zero character. */
function zeroFields(value: unknown, path = '', depth = 0): NonNullable<Problem['errors']> {
  if (typeof value === 'string') {
    return value.includes('\0') ? [{ path, message: 'holds a character that can’t be kept' }] : []
  }
  if (typeof value !== 'object' || value === null || depth === DEPTH_MAX) return []
  return Object.entries(value).flatMap(([name, each]) =>
    zeroFields(each, `${path}/${name}`, depth + 1),
  )
}

export function plainProblem(status: number, detail: string, instance: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, instance }
}

/** What Fastify itself refuses: a body too large, of the wrong type, cut short … */
function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const { statusCode } = error
  if (typeof statusCode !== 'number') return undefined
  const isClientError = statusCode >= 400 && statusCode < 500
  return isClientError || statusCode === 503 ? statusCode : undefined
}
