import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Db } from '../../../platform/db/tables.ts'
import {
  type Audience,
  readAudience,
  readRow,
  type Row,
  WATCHED_TABLES,
  type WatchedTable,
} from './tables.ts'
import { isSignedIn } from '../../../accounts/access/api-key-caller.ts'
import type { Caller } from '../../../accounts/access/caller.ts'
import { type Condition, readFilter } from './filter.ts'

const NAME = { maxLength: 63 }

/** A client watches this; the reply to the join repeats it literally. */
export const Watch = Type.Object({
  event: Type.Enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: Type.Optional(Type.String(NAME)),
  table: Type.Optional(Type.Union([Type.String(NAME), Type.Null()])),
  filter: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
  select: Type.Optional(Type.Union([Type.Array(Type.String(NAME), { maxItems: 50 }), Type.Null()])),
})
export type Watch = Static<typeof Watch>

export interface Watcher {
  readonly id: number
  /** These columns are sent; null stands for all. */
  readonly select: readonly string[] | null
  /** Returns whether the change matches the watch and the caller may see it. */
  matches(change: RowChange, caller: Caller): boolean
}

/** Returns null for an unknown table or column or a malformed filter. */
export function createWatcher(id: number, watch: Watch): Watcher | null {
  const { event, schema = 'public', select = null } = watch
  const name = watch.table ?? '*'
  const table = name === '*' ? null : WATCHED_TABLES.get(name)
  if ((schema !== 'public' && schema !== '*') || table === undefined) return null
  const conditions = conditionsOf(watch.filter ?? '', table)
  if (!conditions) return null
  if (select?.some((column) => !table || !Object.hasOwn(table.columns, column)) === true)
    return null

  return {
    id,
    select,
    matches(change, caller) {
      if (event !== '*' && event !== change.type) return false
      if (table && table !== change.table) return false
      if (!mayKnow(change, caller, conditions)) return false
      // Only the keys of a deleted row are known: other conditions are ignored.
      return conditions.every(
        ({ column, holds }) =>
          (change.type === 'DELETE' && !Object.hasOwn(change.row, column)) || holds(change.row),
      )
    },
  }
}

function conditionsOf(filter: string, table: WatchedTable | null): Condition[] | null {
  if (filter === '') return []
  return table ? readFilter(filter, table) : null
}

function mayKnow(
  { audience, id }: RowChange,
  caller: Caller,
  conditions: readonly Condition[],
): boolean {
  if (audience.kind === 'everyone' || caller.kind === 'service') return true
  if (caller.kind === 'user' && isSignedIn(caller) && audience.userIds.includes(caller.userId))
    return true
  const named = conditions.find(({ column, named }) => column === 'id' && named !== null)?.named
  return audience.orNamedById && named?.includes(id) === true
}

type RowChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export interface RowChange {
  readonly name: string
  readonly table: WatchedTable
  readonly type: RowChangeType
  /** The time is in ISO 8601. */
  readonly at: string
  readonly id: string
  /** A deleted row has only its keys. */
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

/** Returns undefined if the row was deleted meanwhile. */
export async function readRowChange(db: Db, text: string): Promise<RowChange | undefined> {
  const announcement: unknown = JSON.parse(text)
  if (!Value.Check(Announcement, announcement)) throw new Error('an announcement is malformed')
  const { table: name, type, at, row, keys } = announcement
  const table = WATCHED_TABLES.get(name)
  const id = (row ?? keys)?.['id']
  if (!table || typeof id !== 'string') throw new Error(`an announcement of ${name} is malformed`)
  const known = row ?? (type === 'DELETE' ? keys : await readRow(db, table, id))
  if (!known) return undefined
  const audience = await readAudience(db, table, known)
  return { name, table, type, at, id, row: known, audience }
}

/** Encodes the payloads of a change for these watchers of one channel: one for each set of columns. */
export function encodeRowChange(change: RowChange, watchers: readonly Watcher[]): string[] {
  const bySelect = Map.groupBy(watchers, ({ select }) => select?.join() ?? '*')
  return Array.from(bySelect.values(), (group) => {
    const ids = JSON.stringify(group.map(({ id }) => id))
    return `{"ids":${ids},"data":${dataOf(change, group[0]?.select ?? null)}}`
  })
}

/** The text of a change with all columns is encoded once for all watchers. */
const whole = new WeakMap<RowChange, string>()

function dataOf(change: RowChange, select: readonly string[] | null): string {
  if (select !== null) return describe(change, select)
  const known = whole.get(change)
  if (known !== undefined) return known
  const text = describe(change, Object.keys(change.table.columns))
  whole.set(change, text)
  return text
}

function describe({ name, table, type, at, id, row }: RowChange, names: readonly string[]): string {
  const columns = names.map((column) => ({ name: column, type: table.columns[column] }))
  return JSON.stringify({
    schema: 'public',
    table: name,
    commit_timestamp: at,
    type,
    columns,
    errors: null,
    ...(type !== 'DELETE' && { record: pick(row, names) }),
    ...(type !== 'INSERT' && { old_record: { id } }),
  })
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
}
