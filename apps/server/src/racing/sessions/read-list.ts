import type { SessionSummary } from '@pitboard/contract/session'
import type { AppContext } from '../../context.ts'
import { createKeptCount } from '../../platform/http/cached-count.ts'
import { createPageMarks } from '../../platform/http/page-cursors.ts'
import type { ListRequest } from '../../platform/http/list-request.ts'
import { countSessions, listSessions, type SessionKey, type SessionList } from './lists.ts'
import { toSummary } from './summary.ts'

interface Listed {
  readonly count: number
  readonly totalPages: number
  readonly sessions: SessionSummary[]
}

type ReadList = (list: SessionList, request: ListRequest) => Promise<Listed>

interface SessionLists {
  readonly readList: ReadList
  readonly countAll: () => Promise<number>
}

/** Pages of recorded sessions with their headers; earlier pages of a long list speed up later ones. */
export function createSessionLists({ db, now }: Pick<AppContext, 'db' | 'now'>): SessionLists {
  const nowMs = () => now().getTime()
  const keptCount = createKeptCount(nowMs)
  const marks = createPageMarks<SessionKey>(nowMs)

  const count = (list: SessionList) =>
    keptCount(JSON.stringify(list), () => countSessions(db, list))

  async function readList(list: SessionList, request: ListRequest): Promise<Listed> {
    const { page, pageSize } = request
    const name = JSON.stringify(list)
    const place = (page - 1) * pageSize
    const [rows, total] = await Promise.all([
      listSessions(db, list, { page, pageSize }, marks.last(name, place)),
      count(list),
    ])
    const [first] = rows
    if (first) marks.note(name, { place, key: { startedAt: first.started_at, id: first.id } })
    request.describe({ total })
    const totalPages = Math.ceil(total / pageSize)
    return { count: total, totalPages, sessions: rows.map(toSummary) }
  }

  return { readList, countAll: () => count({}) }
}
