import type { FastifyRequest } from 'fastify'

/** One value of the address's query; the first where it is repeated, undefined where it is empty. */
export function queryText({ query }: FastifyRequest, name: string): string | undefined {
  if (typeof query !== 'object' || query === null) return undefined
  const value: unknown = Object.entries(query).find(([key]) => key === name)?.[1]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first !== '' ? first : undefined
}
