import type { Expression, SqlBool } from 'kysely'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/tables.ts'
import { createCachedCount } from '../../platform/http/cached-count.ts'
import { createPageCursors, type PageCursor } from '../../platform/http/list-request.ts'
import type { Subject } from './changes.ts'

type Kind = Subject['kind']

export interface ListPage {
  /** Pages count from 1. */
  readonly page: number
  readonly pageSize: number
}

/** Lists leagues or seasons that are not deleted, newest first. A mark is a known place in the list. */
export async function listIds(
  db: Db,
  kind: Kind,
  listCondition: Expression<SqlBool>,
  { page, pageSize }: ListPage,
  mark: PageCursor<string> | null,
): Promise<string[]> {
  let query = db
    .selectFrom(kind)
    .select('id')
    .where('deleted_at', 'is', null)
    .where(listCondition)
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize - (mark?.place ?? 0))
  if (mark) query = query.where('id', '<=', mark.key)
  const rows = await query.execute()
  return rows.map(({ id }) => id)
}

export async function countListed(
  db: Db,
  kind: Kind,
  listCondition: Expression<SqlBool>,
): Promise<number> {
  return countRows(db.selectFrom(kind).where('deleted_at', 'is', null).where(listCondition))
}

interface PublicList<Row> {
  countPublic(): Promise<number>
  read(viewerId: string | null, page: ListPage, mark: PageCursor<string> | null): Promise<Row[]>
  /** Reads the private entries that only this viewer has in the list. */
  readPrivateIds?(viewerId: string): Promise<string[]>
}

type ReadPage<Row> = (
  viewerId: string | null,
  page: ListPage,
) => Promise<{ readonly count: number; readonly rows: Row[] }>

const PUBLIC = 'public'

/** Reads pages of a list. Marks count public entries only, so that all viewers share them. */
export function createReadPage<Row extends { readonly id: string }>(
  { now }: Pick<AppContext, 'now'>,
  { countPublic, read, readPrivateIds = async () => [] }: PublicList<Row>,
): ReadPage<Row> {
  const nowMs = () => now().getTime()
  const cachedCount = createCachedCount(nowMs)
  const marks = createPageCursors<string>(nowMs)

  return async (viewerId, page) => {
    const own = viewerId === null ? [] : await readPrivateIds(viewerId)
    const ownBefore = (id: string) => own.filter((each) => each > id).length
    const place = (page.page - 1) * page.pageSize
    const mark = marks.last(PUBLIC, place - own.length)
    const from = mark && { place: mark.place + ownBefore(mark.key), key: mark.key }
    const [count, rows] = await Promise.all([
      cachedCount(PUBLIC, countPublic),
      read(viewerId, page, from),
    ])
    const [first] = rows
    if (first) marks.note(PUBLIC, { place: place - ownBefore(first.id), key: first.id })
    return { count: count + own.length, rows }
  }
}
