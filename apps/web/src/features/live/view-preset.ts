import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import { createStore } from '../../state/store.ts'
import { createChoiceByKind } from './choice-by-kind.ts'

/** A live view is for this: its columns, panels and size of type follow from it. */
export const VIEW_PRESETS = ['watch', 'strategy', 'qualifying', 'broadcast'] as const
export type ViewPreset = (typeof VIEW_PRESETS)[number]

/** Earlier versions have stored these on devices. */
const FORMER_NAMES: Readonly<Record<string, ViewPreset>> = { race: 'watch', wall: 'broadcast' }

export const presetChoice = createChoiceByKind<ViewPreset>(
  'view.preset',
  (stored) => findPreset(stored) ?? FORMER_NAMES[stored] ?? null,
)

/** The address names this preset (`?view=`); it is shown without a choice being stored. */
export const linkedPreset = createStore<ViewPreset | null>(null)

export function findPreset(name: string): ViewPreset | null {
  return VIEW_PRESETS.find((preset) => preset === name) ?? null
}

/** Returns the preset for the screen if it needs one, else that for the session. */
export function automaticPreset(kind: SessionKind, isWall: boolean): ViewPreset {
  if (isWall) return 'broadcast'
  return kind === 'qualifying' ? 'qualifying' : 'watch'
}
