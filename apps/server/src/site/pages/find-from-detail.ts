import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { isUuid } from '@pitboard/contract/wire/uuid'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/tables.ts'
import { gunzip } from '../../platform/http/compression.ts'
import { findDetail } from '../../racing/sessions/store/session-queries.ts'

const CACHED_MAX = 500

/**
 * Returns what `present` makes of a recorded session; undefined for an unknown one. A document is large, so it is read
 * again only after it has changed.
 */
export function createFindFromDetail<Made extends object>(
  db: Db,
  present: (detail: SessionDetail) => Made,
): (id: string) => Promise<Made | undefined> {
  const cached = new LRUCache<string, { readonly etag: string; readonly made: Made }>({
    max: CACHED_MAX,
  })
  return async (id) => {
    if (!isUuid(id)) return undefined
    const known = cached.get(id)
    const found = await findDetail(db, id, known ? [known.etag] : [])
    if (!found) return undefined
    if (found.detail === null) return known?.made
    const detail: SessionDetail = JSON.parse((await gunzip(found.detail)).toString('utf8'))
    const made = present(detail)
    cached.set(id, { etag: found.etag, made })
    return made
  }
}
