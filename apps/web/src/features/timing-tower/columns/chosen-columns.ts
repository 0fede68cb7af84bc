import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import type { ViewPreset } from '../../live/view-preset.ts'
import type { ColumnKey } from './tower-columns.tsx'
import { FIXED_COLUMNS, STRATEGY_COLUMNS, TOWER_PRESETS } from './tower-presets.ts'

export interface ChosenColumns {
  readonly columns: readonly ColumnKey[]
  /** Somebody chose them on this device. */
  readonly isOwn: boolean
}

/** Reads `best,gap`; returns null if a column is missing without which a tower says nothing. */
export function readColumns(
  stored: string,
  isColumnKey: (key: string) => key is ColumnKey,
): readonly ColumnKey[] | null {
  const keys = [...new Set(stored.split(',').filter((key) => isColumnKey(key)))]
  return FIXED_COLUMNS.every((key) => keys.includes(key)) ? keys : null
}

/** Returns the columns that were chosen on this device, else the preset's. */
export function chosenColumns(
  own: readonly ColumnKey[] | null,
  preset: ViewPreset,
  kind: SessionKind,
): ChosenColumns {
  return own
    ? { columns: own, isOwn: true }
    : { columns: columnsOfPreset(preset, kind), isOwn: false }
}

/** A wall or a phone has less room: the columns that do not fit give way. */
function columnsOfPreset(preset: ViewPreset, kind: SessionKind): readonly ColumnKey[] {
  if (kind !== 'race') return TOWER_PRESETS[kind].columns
  if (preset === 'strategy') return STRATEGY_COLUMNS
  return TOWER_PRESETS[preset === 'qualifying' ? 'qualifying' : 'race'].columns
}
