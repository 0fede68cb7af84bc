import { LRUCache } from 'lru-cache'

const LISTS_MAX = 20
const CURSORS_MAX = 500
/** Rows that are added or removed meanwhile shift later pages. */
const EXPIRES_MS = 60_000
/** Nearer pages use an offset. */
const NEAR = 2_000

/** A row of a list, by what it is sorted by, and how many come before it. */
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
