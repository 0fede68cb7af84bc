import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { SessionDetail } from '@pitboard/contract/session'
import { isUuid } from '@pitboard/contract/uuid'
import type { Db } from '../../platform/db/tables.ts'
import { findDetail } from '../../racing/sessions/queries.ts'
import { createBoundedMap } from '../../platform/cache/bounded-map.ts'
import { cardOfRecorded, type SessionCard } from './session-card.ts'

const unzip = promisify(gunzip)
const CARDS_MAX = 500
/** Finds what a recorded session's page tells of it; undefined where there is no such session. */
export type FindCard = (id: string) => Promise<SessionCard | undefined>

/** One query by id each time; the document is read again only when it has changed. */
export function createFindCard(db: Db): FindCard {
  const cards = createBoundedMap<{ readonly etag: string; readonly card: SessionCard }>(CARDS_MAX)
  return async (id) => {
    if (!isUuid(id)) return undefined
    const known = cards.get(id)
    const found = await findDetail(db, id, known ? [known.etag] : [])
    if (!found) return undefined
    if (found.detail === null) return known?.card
    const detail: SessionDetail = JSON.parse((await unzip(found.detail)).toString('utf8'))
    const card = cardOfRecorded(detail)
    cards.set(id, { etag: found.etag, card })
    return card
  }
}
