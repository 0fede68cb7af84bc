import type { SessionSummary } from '@pitboard/contract/session'
import type { AppContext } from '../context.ts'
import { createKeptCount } from '../http/kept-count.ts'
import { createPageMarks } from '../http/page-marks.ts'
import type { ListRequest } from '../http/list-request.ts'
import { countSessions, listSessions, type SessionKey, type SessionList } from './lists.ts'
import { toSummary } from './summary.ts'

interface Listed {
  readonly count: number
  readonly totalPages: number
  readonly sessions: SessionSummary[]
}

type ReadList = (list: SessionList, request: ListRequest) => Promise<Listed>

/** Pages of recorded sessions with their headers; earlier pages of a long list speed up later ones. */
export function createReadList({ db, now }: Pick<AppContext, 'db' | 'now'>): ReadList {
  const nowMs = () => now().getTime()
  const keptCount = createKeptCount(nowMs)
  const marks = createPageMarks<SessionKey>(nowMs)

  return async (list, request) => {
    const { page, pageSize } = request
    const name = JSON.stringify(list)
    const place = (page - 1) * pageSize
    const [rows, count] = await Promise.all([
      listSessions(db, list, { page, pageSize }, marks.last(name, place)),
      keptCount(name, () => countSessions(db, list)),
    ])
    const [first] = rows
    if (first) marks.note(name, { place, key: { startedAt: first.started_at, id: first.id } })
    request.describe({ total: count })
    return { count, totalPages: Math.ceil(count / pageSize), sessions: rows.map(toSummary) }
  }
}
