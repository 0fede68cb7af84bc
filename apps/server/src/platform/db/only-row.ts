import type { RawBuilder } from 'kysely'
import type { Db } from './tables.ts'

/** Reads the row of a query that always has one, such as a count. */
export async function readOnlyRow<Row>(db: Db, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await query.execute(db)
  const [row] = rows
  if (row === undefined || rows.length > 1) {
    throw new Error(`A query for one row has found ${rows.length}.`)
  }
  return row
}
