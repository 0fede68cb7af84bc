import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const LISTS_MAX = 20
const CURSORS_MAX = 500
/** Rows that are added or removed meanwhile shift later pages. */
const EXPIRES_MS = 60_000
/** Nearer pages use an offset. */
const NEAR = 2_000

/** A cursor names a row of a list by what the list is sorted by, and how many come before it. */
export interface PageCursor<Key> {
  readonly place: number
  readonly key: Key
}

type TimedCursor<Key> = PageCursor<Key> & { readonly untilMs: number }

/** Remembers where pages of long lists begin: a page is found from the nearest one before it. */
interface PageCursors<Key> {
  last(list: string, place: number): PageCursor<Key> | null
  note(list: string, mark: PageCursor<Key>): void
}

export function createPageCursors<Key>(nowMs: () => number): PageCursors<Key> {
  const lists = new LRUCache<string, LRUCache<number, TimedCursor<Key>>>({ max: LISTS_MAX })

  return {
    last(list, place) {
      let last: PageCursor<Key> | null = null
      for (const mark of lists.get(list)?.values() ?? []) {
        const isNearer = mark.place <= place && mark.place > (last?.place ?? 0)
        if (isNearer && nowMs() < mark.untilMs) last = mark
      }
      return last
    },
    note(list, mark) {
      if (mark.place < NEAR) return
      const cursors =
        lists.get(list) ?? new LRUCache<number, TimedCursor<Key>>({ max: CURSORS_MAX })
      lists.set(list, cursors)
      cursors.set(mark.place, { ...mark, untilMs: nowMs() + EXPIRES_MS })
    },
  }
}

/** A request asks for this part of the list, and the headers describe it. */
export interface ListRequest {
  /** Pages count from 1. */
  readonly page: number
  readonly pageSize: number
  /**
   * Sets `X-Total-Count`, and for a list with pages `Link` (RFC 8288) with `first`, `prev`, `next`
   * and `last`. Has to come before the answer is sent.
   */
  describe(found: FoundList): void
}

interface FoundList {
  /** The whole list has this many; null where they were not counted. */
  readonly total: number | null
  /** It says whether there is another page; by default the total decides. */
  readonly hasNext?: boolean
  /** The endpoint may have a default of its own. */
  readonly pageSize?: number
}

/** A list without a page size is sent as a whole. */
const WHOLE = Number.MAX_SAFE_INTEGER

/** Reads the page from the query, which the endpoint's schema has checked and completed. */
export function openListRequest(request: FastifyRequest, reply: FastifyReply): ListRequest {
  const page = readNumber(request.query, 'page') ?? 1
  const pageSize = readNumber(request.query, 'pageSize') ?? WHOLE

  return {
    page,
    pageSize,
    describe({ total, pageSize: size = pageSize, hasNext: isMore }) {
      if (total !== null) reply.header('x-total-count', total)
      if (size === WHOLE) return
      const linkTo = (relation: string, target: number) =>
        `<${addressOf(request.url, target, size)}>; rel="${relation}"`
      const hasNext = isMore ?? (total !== null && page * size < total)
      const last = total === null ? null : Math.max(1, Math.ceil(total / size))
      const links = [
        linkTo('first', 1),
        ...(page > 1 ? [linkTo('prev', Math.min(page - 1, last ?? page))] : []),
        ...(hasNext ? [linkTo('next', page + 1)] : []),
        ...(last === null ? [] : [linkTo('last', last)]),
      ]
      reply.header('link', links.join(', '))
    },
  }
}

function addressOf(url: string, page: number, pageSize: number): string {
  const [path = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('page', String(page))
  parameters.set('pageSize', String(pageSize))
  return `${path}?${parameters.toString()}`
}

function readNumber(query: unknown, name: string): number | undefined {
  if (typeof query !== 'object' || query === null) return undefined
  const value: unknown = Reflect.get(query, name)
  return typeof value === 'number' ? value : undefined
}
