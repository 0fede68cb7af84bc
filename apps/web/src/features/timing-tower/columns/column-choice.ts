import { createChoiceByKind } from '../../live/choice-by-kind.ts'
import { useViewPreset } from '../../live/view-preset.ts'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import { type ColumnKey, isColumnKey } from './tower-columns.tsx'
import { FIXED_COLUMNS, TOWER_PRESETS } from './tower-presets.ts'

/** `best,gap`: columns of the device's own choice. */
export const columnChoice = createChoiceByKind<readonly ColumnKey[]>('tower.columns', (stored) => {
  const keys = [...new Set(stored.split(',').filter((key) => isColumnKey(key)))]
  return FIXED_COLUMNS.every((key) => keys.includes(key)) ? keys : null
})

/** The columns of a kind of session in their order: those chosen on this device, else the preset's. */
export function useChosenColumns(kind: SessionKind): readonly ColumnKey[] {
  const preset = useViewPreset(kind)
  // A wall or a phone has less room: the columns that do not fit give way.
  const { columns } = TOWER_PRESETS[preset === 'wall' || preset === 'phone' ? kind : preset]
  return columnChoice.useChoice(kind) ?? columns
}
