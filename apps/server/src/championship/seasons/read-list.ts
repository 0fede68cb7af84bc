import type { AppContext } from '../../context.ts'
import { createKeptCount } from '../../platform/http/cached-count.ts'
import { createPageMarks } from '../../platform/http/page-cursors.ts'
import { countSeasons, listSeasons, type SeasonRecord } from './store/queries.ts'

const EVERYONES = 'everyones'

type ReadList = (searchRequest: {
  readonly page: number
  readonly pageSize: number
}) => Promise<{ readonly count: number; readonly rows: SeasonRecord[] }>

/** Pages of the seasons that public leagues list. */
export function createReadList({ db, now }: Pick<AppContext, 'db' | 'now'>): ReadList {
  const nowMs = () => now().getTime()
  const keptCount = createKeptCount(nowMs)
  const marks = createPageMarks<string>(nowMs)
  const list = { of: 'everyone' } as const

  return async ({ page, pageSize }) => {
    const place = (page - 1) * pageSize
    const [count, rows] = await Promise.all([
      keptCount(EVERYONES, () => countSeasons(db, list)),
      listSeasons(db, list, { page, pageSize }, marks.last(EVERYONES, place)),
    ])
    const [first] = rows
    if (first) marks.note(EVERYONES, { place, key: first.id })
    return { count, rows }
  }
}
