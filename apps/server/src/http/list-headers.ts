import type { FastifyReply, FastifyRequest } from 'fastify'

interface ListPage {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  /** How many the whole list has; null where it was not counted. */
  readonly total: number | null
  /** Whether there is a page behind this one; by default the total says so. */
  readonly hasNext?: boolean
}

/**
 * How every list says how long it is and where its other pages are: `X-Total-Count`, and `Link`
 * (RFC 8288) with `first`, `prev`, `next` and `last`.
 */
export function describePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, pageSize, total, hasNext = total !== null && page * pageSize < total }: ListPage,
): void {
  const last = total === null ? null : Math.max(1, Math.ceil(total / pageSize))
  const links = [
    linkTo(request, 'first', 1, pageSize),
    ...(page > 1 ? [linkTo(request, 'prev', Math.min(page - 1, last ?? page), pageSize)] : []),
    ...(hasNext ? [linkTo(request, 'next', page + 1, pageSize)] : []),
    ...(last === null ? [] : [linkTo(request, 'last', last, pageSize)]),
  ]
  reply.header('link', links.join(', '))
  if (total !== null) reply.header('x-total-count', total)
}

function linkTo({ url }: FastifyRequest, name: string, page: number, pageSize: number): string {
  const [path = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('page', String(page))
  parameters.set('pageSize', String(pageSize))
  return `<${path}?${parameters.toString()}>; rel="${name}"`
}
