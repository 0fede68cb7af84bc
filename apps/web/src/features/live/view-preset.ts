import { useSyncExternalStore } from 'react'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import { createStore, useStore } from '../../state/store.ts'
import { createChoiceByKind } from './choice-by-kind.ts'

/** A live view is for this: its columns, panels and size of type follow from it. */
export const VIEW_PRESETS = ['watch', 'strategy', 'qualifying', 'broadcast'] as const
export type ViewPreset = (typeof VIEW_PRESETS)[number]

/** Earlier versions have stored these on devices. */
const FORMER_NAMES: Readonly<Record<string, ViewPreset>> = { race: 'watch', wall: 'broadcast' }

/** The style sheet of the view has the same limit. */
const WALL = '(width >= 2560px)'
const PAGED = '(width < 560px), (width < 768px) and (height > 500px)'
const PHONE = `${PAGED}, (width < 1051px) and (height <= 500px)`

export const presetChoice = createChoiceByKind<ViewPreset>(
  'view.preset',
  (stored) => findPreset(stored) ?? FORMER_NAMES[stored] ?? null,
)

/** The address names this preset (`?view=`); it is shown without a choice being stored. */
export const linkedPreset = createStore<ViewPreset | null>(null)

export function findPreset(name: string): ViewPreset | null {
  return VIEW_PRESETS.find((preset) => preset === name) ?? null
}

/** Returns the preset of the address or the chosen one, else the automatic one. */
export function useViewPreset(kind: SessionKind): ViewPreset {
  const automatic = useAutomaticPreset(kind)
  const chosen = presetChoice.useChoice(kind)
  return useStore(linkedPreset) ?? chosen ?? automatic
}

/** Returns the preset for the screen if it needs one, else that for the session. */
export function useAutomaticPreset(kind: SessionKind): ViewPreset {
  const isWall = useScreen(WALL)
  if (isWall) return 'broadcast'
  return kind === 'qualifying' ? 'qualifying' : 'watch'
}

/** A phone shows the groups of panels on pages of their own. */
export function useIsPhone(): boolean {
  return useScreen(PHONE)
}

/** Tower and groups of panels lie side by side, one at a time; on its side a phone shows two of them. */
export function useIsPaged(): boolean {
  return useScreen(PAGED)
}

function useScreen(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
