import { type Static, Type } from 'typebox'
import { isSignedIn } from '../../../accounts/access/api-key-caller.ts'
import type { Caller } from '../../../accounts/access/caller.ts'
import { type Condition, readFilter } from './filter.ts'
import type { RowChange } from './row-change.ts'
import { WATCHED_TABLES, type WatchedTable } from './tables.ts'

const NAME = { maxLength: 63 }

/** A client's watch; the reply to the join repeats it literally. */
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
  /** The sent columns; null for all. */
  readonly select: readonly string[] | null
  /** Whether the change matches the watch and the caller may see it. */
  matches(change: RowChange, caller: Caller): boolean
}

/** Null for an unknown table or column or a malformed filter. */
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
