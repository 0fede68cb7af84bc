import { type Static, Type } from 'typebox'
import { isSignedIn } from '../../../accounts/access/api-key-caller.ts'
import type { Caller } from '../../../accounts/access/caller.ts'
import { type Condition, readFilter } from './filter.ts'
import type { RowChange } from './row-change.ts'
import { WATCHED_TABLES, type WatchedTable } from './tables.ts'

const NAME = { maxLength: 63 }

/** What a client wants to hear of; the answer to its join repeats it word by word. */
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
  /** The columns that are told; null: all. */
  readonly select: readonly string[] | null
  /** Whether this is what the client waits for, and one that the caller may know of. */
  matches(change: RowChange, caller: Caller): boolean
}

/** Null for a table, column or filter that can't be watched. */
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
      // Of a removed row nothing but its keys is known: other conditions can't be asked.
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
