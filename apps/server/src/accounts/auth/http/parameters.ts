import { isUuid } from '@pitboard/contract/wire/uuid'
import type { FastifyRequest } from 'fastify'
import { AuthError } from './auth-error.ts'

/** One value of the address's query: the first where it is repeated, undefined where it is absent. */
export function queryValue({ query }: Pick<FastifyRequest, 'query'>, name: string) {
  if (typeof query !== 'object' || query === null) return undefined
  const value: unknown = Object.entries(query).find(([key]) => key === name)?.[1]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}

/** As `queryValue`; an empty value counts as absent. */
export function queryText(
  request: Pick<FastifyRequest, 'query'>,
  name: string,
): string | undefined {
  return queryValue(request, name) || undefined
}

/** Reads an id from the path, such as `:user_id`. Throws a 404 unless it is a UUID. */
export function readPathId({ params }: FastifyRequest, name: string): string {
  const entries = typeof params === 'object' && params !== null ? Object.entries(params) : []
  const id: unknown = entries.find(([key]) => key === name)?.[1]
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase()
  throw new AuthError(404, 'validation_failed', `${name} must be an UUID`)
}
