import { createChoiceByKind } from '../../live/choice-by-kind.ts'
import { linkedPreset, useViewPreset, type ViewPreset } from '../../live/view-preset.ts'
import { useStore } from '../../../state/store.ts'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import { type ColumnKey, isColumnKey } from './tower-columns.tsx'
import { FIXED_COLUMNS, STRATEGY_COLUMNS, TOWER_PRESETS } from './tower-presets.ts'

/** It reads columns of the device's own choice, such as `best,gap`. */
export const columnChoice = createChoiceByKind<readonly ColumnKey[]>('tower.columns', (stored) => {
  const keys = [...new Set(stored.split(',').filter((key) => isColumnKey(key)))]
  return FIXED_COLUMNS.every((key) => keys.includes(key)) ? keys : null
})

interface ChosenColumns {
  readonly columns: readonly ColumnKey[]
  /** Somebody chose them on this device. */
  readonly isOwn: boolean
}

/**
 * Returns the columns of a kind of session in their order: those of the address, else those chosen on this device or
 * the preset's.
 */
export function useChosenColumns(kind: SessionKind): ChosenColumns {
  const preset = useViewPreset(kind)
  const own = columnChoice.useChoice(kind)
  const isLinked = useStore(linkedPreset) !== null
  const isOwn = own !== null && !isLinked
  return { columns: isOwn ? own : columnsOfPreset(preset, kind), isOwn }
}

/** A wall or a phone has less room: the columns that do not fit give way. */
function columnsOfPreset(preset: ViewPreset, kind: SessionKind): readonly ColumnKey[] {
  if (kind !== 'race') return TOWER_PRESETS[kind].columns
  if (preset === 'strategy') return STRATEGY_COLUMNS
  return TOWER_PRESETS[preset === 'qualifying' ? 'qualifying' : 'race'].columns
}
