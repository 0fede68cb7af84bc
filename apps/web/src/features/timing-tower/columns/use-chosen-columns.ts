import { createChoiceByKind } from '../../live/choice-by-kind.ts'
import { useViewPreset } from '../../live/use-view-preset.ts'
import { linkedPreset } from '../../live/view-preset.ts'
import { useStore } from '../../../state/store.ts'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import { chosenColumns, type ChosenColumns, readColumns } from './chosen-columns.ts'
import { type ColumnKey, isColumnKey } from './tower-columns.tsx'

export const columnChoice = createChoiceByKind<readonly ColumnKey[]>('tower.columns', (stored) =>
  readColumns(stored, isColumnKey),
)

/** Returns the columns of a kind of session in their order. */
export function useChosenColumns(kind: SessionKind): ChosenColumns {
  const preset = useViewPreset(kind)
  const own = useStore(columnChoice.choices)[kind]
  const isLinked = useStore(linkedPreset) !== null
  return chosenColumns(isLinked ? null : own, preset, kind)
}
