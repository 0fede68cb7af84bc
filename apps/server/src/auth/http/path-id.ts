import type { FastifyRequest } from 'fastify'
import { AuthError } from './auth-error.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** An id that stands in the address, such as `:user_id`. Throws a 404 for what is no UUID. */
export function readPathId({ params }: FastifyRequest, name: string): string {
  const entries = typeof params === 'object' && params !== null ? Object.entries(params) : []
  const id: unknown = entries.find(([key]) => key === name)?.[1]
  if (isUuid(id)) return id.toLowerCase()
  throw new AuthError(404, 'validation_failed', `${name} must be an UUID`)
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}
