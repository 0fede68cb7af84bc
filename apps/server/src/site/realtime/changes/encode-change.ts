import { say, type Outgoing } from '../outgoing.ts'
import type { Change } from './change.ts'
import type { Row } from './tables.ts'
import type { Watcher } from './watch.ts'

/** Says a change to the watchers of a channel who hear it: one message for each set of columns. */
export function tellChange(
  topic: string,
  change: Change,
  watchers: readonly Watcher[],
): Outgoing[] {
  const bySelect = new Map<string, Watcher[]>()
  for (const watcher of watchers) {
    const key = watcher.select?.join() ?? '*'
    bySelect.set(key, [...(bySelect.get(key) ?? []), watcher])
  }
  return Array.from(bySelect.values(), (alike) => {
    const ids = JSON.stringify(alike.map(({ id }) => id))
    const data = dataOf(change, alike[0]?.select ?? null)
    return say({ topic, event: 'postgres_changes', payload: `{"ids":${ids},"data":${data}}` })
  })
}

/** The text of a change is made once for all who hear it whole. */
const whole = new WeakMap<Change, string>()

function dataOf(change: Change, select: readonly string[] | null): string {
  if (select !== null) return describe(change, select)
  const known = whole.get(change)
  if (known !== undefined) return known
  const text = describe(change, Object.keys(change.table.columns))
  whole.set(change, text)
  return text
}

function describe({ name, table, type, at, id, row }: Change, names: readonly string[]): string {
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
