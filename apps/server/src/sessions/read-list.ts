import type { SessionSummary } from '@pitboard/contract/session'
import type { AppContext } from '../context.ts'
import { createKeptCount } from '../http/kept-count.ts'
import { createPageMarks } from '../http/page-marks.ts'
import { countSessions, listSessions, type SessionKey, type SessionList } from './lists.ts'
import { toSummary } from './summary.ts'

export const PAGE_SIZE = 20

interface Listed {
  readonly count: number
  readonly totalPages: number
  readonly sessions: SessionSummary[]
}

type ReadList = (
  list: SessionList,
  asked: { readonly page?: number; readonly pageSize?: number },
) => Promise<Listed>

/** Pages of recorded sessions; what a long list has told helps to find its next pages. */
export function createReadList({ db, now }: Pick<AppContext, 'db' | 'now'>): ReadList {
  const nowMs = () => now().getTime()
  const keptCount = createKeptCount(nowMs)
  const marks = createPageMarks<SessionKey>(nowMs)

  return async (list, { page = 1, pageSize = PAGE_SIZE }) => {
    const name = JSON.stringify(list)
    const place = (page - 1) * pageSize
    const [rows, count] = await Promise.all([
      listSessions(db, list, { page, pageSize }, marks.last(name, place)),
      keptCount(name, () => countSessions(db, list)),
    ])
    const [first] = rows
    if (first) marks.note(name, { place, key: { startedAt: first.started_at, id: first.id } })
    return { count, totalPages: Math.ceil(count / pageSize), sessions: rows.map(toSummary) }
  }
}
