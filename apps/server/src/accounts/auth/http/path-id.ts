import type { FastifyRequest } from 'fastify'
import { isUuid } from '@pitboard/contract/uuid'
import { AuthError } from './auth-error.ts'

/** An id that stands in the address, such as `:user_id`. Throws a 404 for what is no UUID. */
export function readPathId({ params }: FastifyRequest, name: string): string {
  const entries = typeof params === 'object' && params !== null ? Object.entries(params) : []
  const id: unknown = entries.find(([key]) => key === name)?.[1]
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase()
  throw new AuthError(404, 'validation_failed', `${name} must be an UUID`)
}
