import type { AppContext } from '../../context.ts'
import { createKeptCount } from '../../platform/http/cached-count.ts'
import { createPageMarks } from '../../platform/http/page-cursors.ts'
import { countLeagues, type LeagueRecord, listLeagues, listPrivateIds } from './queries.ts'

const EVERYONES = 'everyones'

type ReadList = (
  viewerId: string | null,
  searchRequest: { readonly page: number; readonly pageSize: number },
) => Promise<{ readonly count: number; readonly rows: LeagueRecord[] }>

/**
 * Pages of all leagues that the viewer may see: everyone's, and among them his private ones. Marks
 * count everyone's alone, so that whoever asks helps all others to find their pages.
 */
export function createReadList({ db, now }: Pick<AppContext, 'db' | 'now'>): ReadList {
  const nowMs = () => now().getTime()
  const keptCount = createKeptCount(nowMs)
  const marks = createPageMarks<string>(nowMs)

  return async (viewerId, { page, pageSize }) => {
    const own = viewerId === null ? [] : await listPrivateIds(db, viewerId)
    const ownBefore = (id: string) => own.filter((each) => each > id).length
    const place = (page - 1) * pageSize
    const mark = marks.last(EVERYONES, place - own.length)
    const from = mark && { place: mark.place + ownBefore(mark.key), key: mark.key }
    const [everyones, rows] = await Promise.all([
      keptCount(EVERYONES, () => countLeagues(db, { viewerId: null, ownerId: null })),
      listLeagues(db, { viewerId, ownerId: null }, { page, pageSize }, from),
    ])
    const [first] = rows
    if (first) marks.note(EVERYONES, { place: place - ownBefore(first.id), key: first.id })
    return { count: everyones + own.length, rows }
  }
}
