import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { NEVER } from './job-table.ts'
import { openJobs, type QueueName, QUEUES, type QueueTable } from './queues.ts'
import { readOnlyRow } from '../../platform/db/only-row.ts'

/** The condition says that the job is not dead. */
export function isAlive(queue: QueueName): RawBuilder<boolean> {
  return sql`${sql.ref(QUEUES[queue].dueAt)} < ${NEVER}`
}

const isOpen = (queue: QueueTable) => sql.raw(openJobs(queue))

/** The query counts how many jobs of a queue wait or are worked on, and how many are dead. */
function countJobs(queue: QueueTable): RawBuilder<unknown> {
  const dueAt = sql.ref(queue.dueAt)
  return sql`select count(*) filter (where ${dueAt} < ${NEVER}) as waiting,
    count(*) filter (where ${dueAt} = ${NEVER}) as dead
    from ${sql.table(queue.table)} where ${isOpen(queue)}`
}

export async function countAllJobs(
  db: Db,
): Promise<readonly { queue: QueueName; waiting: number; dead: number }[]> {
  const counts = Object.entries(QUEUES).map(
    ([name, queue]) => sql`select ${name} as queue, jobs.* from (${countJobs(queue)}) as jobs`,
  )
  const { rows } = await sql<{
    queue: QueueName
    waiting: number
    dead: number
  }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}

export async function countDead(db: Db, queue: QueueTable): Promise<number> {
  const { dead } = await readOnlyRow(
    db,
    sql<{
      dead: number
    }>`select dead from (${countJobs(queue)}) as jobs`,
  )
  return dead
}

/** Tries dead jobs of a queue again, as new ones. Returns how many. */
export async function retryDead(db: Db, queue: QueueTable): Promise<number> {
  const dueAt = sql.ref(queue.dueAt)
  const { numAffectedRows } = await sql`
    update ${sql.table(queue.table)} set ${dueAt} = now(), attempts = 0
    where ${dueAt} = ${NEVER} and ${isOpen(queue)}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
