import type { FastifyReply, FastifyRequest } from 'fastify'
import { AuthError } from '../http/auth-error.ts'
import { queryText } from '../http/query.ts'

const PER_PAGE = 50
const PER_PAGE_MAX = 1000
const PAGE_MAX = 1_000_000

export interface Paging {
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

/** Empty texts are the defaults. Throws a 400 for what is no number from 1. */
export function readPaging(request: FastifyRequest): Paging {
  return {
    page: Math.min(readNumber(request, 'page', 1), PAGE_MAX),
    perPage: Math.min(readNumber(request, 'per_page', PER_PAGE), PER_PAGE_MAX),
  }
}

function readNumber(request: FastifyRequest, name: string, fallback: number): number {
  const text = queryText(request, name)
  if (text === undefined) return fallback
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number > 0) return number
  throw new AuthError(400, 'validation_failed', `Bad Pagination Parameters: ${name}`)
}

/**
 * How many there are, and where the next are. Clients split the header without understanding it:
 * `page` must come first, and nothing else may hold a comma or a semicolon (PROTOCOL §5).
 */
export function tellPages(
  reply: FastifyReply,
  path: string,
  { page, perPage, total }: Paging & { readonly total: number },
): void {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, name: string) =>
    `<${path}?page=${to}&per_page=${perPage}>; rel="${name}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  void reply.headers({ 'x-total-count': String(total), link: links.join(', ') })
}
