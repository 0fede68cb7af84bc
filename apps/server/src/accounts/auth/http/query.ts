import type { FastifyRequest } from 'fastify'

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
