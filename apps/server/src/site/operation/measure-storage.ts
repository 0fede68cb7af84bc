import type { SiteOperation, StorageKind, StorageUser } from '@pitboard/contract/site/operation'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'

const USERS_MAX = 10

/** Returns what is stored, by kind and by user, and the disk of this server. */
export async function measureStorage({
  db,
  disk,
}: Pick<AppContext, 'db' | 'disk'>): Promise<SiteOperation['storage']> {
  const use = disk.use()
  const [kinds, largestUsers] = await Promise.all([measureKinds(db), findLargestUsers(db)])
  return { kinds, largestUsers, disk: use && { ...use, isLow: disk.isLow() } }
}

/** Lists the largest first. Tables are measured with their indexes and long values. */
async function measureKinds(db: Db): Promise<{ kind: StorageKind; bytes: number }[]> {
  const { rows } = await sql<{ kind: StorageKind; bytes: number }>`
    with tables as (
      select pg_total_relation_size('session')::float8 as session,
        pg_total_relation_size('lap_trace')::float8 as lap_trace,
        pg_database_size(current_database())::float8 as whole
    )
    select 'captures' as kind, coalesce(sum(bytes), 0)::float8 as bytes from capture_size
    union all select 'pictures', coalesce(sum(bytes), 0)::float8 from storage_object
    union all select 'sessionDocuments', session from tables
    union all select 'lapTraces', lap_trace from tables
    union all select 'otherTables', greatest(0, whole - session - lap_trace) from tables
    order by bytes desc`.execute(db)
  return rows
}

async function findLargestUsers(db: Db): Promise<StorageUser[]> {
  const { rows } = await sql<StorageUser>`
    select "user".id, username, captures::float8 as "captureBytes", pictures::float8 as "pictureBytes"
    from (
      select user_id, sum(capture) as captures, sum(picture) as pictures
      from (
        select session.user_id, capture_size.bytes as capture, 0 as picture
        from capture_size join session on session.id = capture_size.session_id
        union all
        select owner_id, 0, bytes from storage_object where owner_id is not null
      ) as file
      group by user_id
      order by sum(capture + picture) desc
      limit ${USERS_MAX}
    ) as largest join "user" on "user".id = largest.user_id
    order by captures + pictures desc, "user".id`.execute(db)
  return rows
}
