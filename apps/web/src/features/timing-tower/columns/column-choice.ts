import { readStored, writeStored } from '../../../state/browser-storage.ts'
import { createStore, useStore } from '../../../state/store.ts'
import type { SessionKind } from '../../../timing/session-kind.ts'
import { type ColumnKey, isColumnKey } from './tower-columns.tsx'
import { FIXED_COLUMNS, TOWER_PRESETS } from './tower-presets.ts'

type Choice = Readonly<Record<SessionKind, readonly ColumnKey[] | null>>

const choice = createStore<Choice>({
  race: readColumns('race'),
  qualifying: readColumns('qualifying'),
  practice: readColumns('practice'),
  timeTrial: readColumns('timeTrial'),
})

/** `best,gap`; null where nothing was chosen on this device. */
function readColumns(kind: SessionKind): readonly ColumnKey[] | null {
  const stored = readStored(`tower.columns.${kind}`)
  if (stored === null || stored === '') return null
  const keys = [...new Set(stored.split(',').filter((key) => isColumnKey(key)))]
  return FIXED_COLUMNS.every((key) => keys.includes(key)) ? keys : null
}

/** The columns of a kind of session in their order, as chosen on this device. */
export function useChosenColumns(kind: SessionKind): readonly ColumnKey[] {
  return useStore(choice)[kind] ?? TOWER_PRESETS[kind].columns
}

/** Null: those of the preset. */
export function chooseColumns(kind: SessionKind, columns: readonly ColumnKey[] | null): void {
  choice.set({ ...choice.get(), [kind]: columns })
  writeStored(`tower.columns.${kind}`, columns?.join() ?? '')
}
