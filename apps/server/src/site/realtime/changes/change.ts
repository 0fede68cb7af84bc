import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Db } from '../../../platform/db/tables.ts'
import { readRow, WATCHED_TABLES, type Audience, type Row, type WatchedTable } from './tables.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export interface Change {
  readonly name: string
  readonly table: WatchedTable
  readonly type: ChangeType
  /** ISO 8601. */
  readonly at: string
  readonly id: string
  /** Of a removed row its keys alone. */
  readonly row: Row
  readonly audience: Audience
}

const Fields = Type.Record(Type.String(), Type.Unknown())
const Announcement = Type.Object({
  table: Type.String(),
  type: Type.Enum(['INSERT', 'UPDATE', 'DELETE']),
  at: Type.String(),
  row: Type.Optional(Fields),
  keys: Type.Optional(Fields),
})

/** What an announcement of the database says; undefined where the row has gone meanwhile. */
export async function readChange(db: Db, text: string): Promise<Change | undefined> {
  const announcement: unknown = JSON.parse(text)
  if (!Value.Check(Announcement, announcement)) throw new Error('an announcement is malformed')
  const { table: name, type, at, row, keys } = announcement
  const table = WATCHED_TABLES.get(name)
  const id = (row ?? keys)?.['id']
  if (!table || typeof id !== 'string') throw new Error(`an announcement of ${name} is malformed`)
  const told = row ?? (type === 'DELETE' ? keys : await readRow(db, table, id))
  if (!told) return undefined
  return { name, table, type, at, id, row: told, audience: table.audienceOf(told) }
}
