import { useSyncExternalStore } from 'react'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import { createChoiceByKind } from './choice-by-kind.ts'

/** Names of what a live view shows: by the kind of its session, or by its screen. */
export const VIEW_PRESETS = [
  'race',
  'qualifying',
  'practice',
  'timeTrial',
  'wall',
  'phone',
] as const
export type ViewPreset = (typeof VIEW_PRESETS)[number]

/** As in the style sheet of the view. */
const SCREENS = [
  ['wall', '(width >= 2560px)'],
  [
    'phone',
    '(width < 560px), (width < 768px) and (height > 500px), (width < 1051px) and (height <= 500px)',
  ],
] as const

export const presetChoice = createChoiceByKind<ViewPreset>(
  'view.preset',
  (stored) => VIEW_PRESETS.find((preset) => preset === stored) ?? null,
)

/** The chosen preset, else the automatic one. */
export function useViewPreset(kind: SessionKind): ViewPreset {
  const automatic = useAutomaticPreset(kind)
  return presetChoice.useChoice(kind) ?? automatic
}

/** That of a screen with needs of its own, else that of the session. */
export function useAutomaticPreset(kind: SessionKind): ViewPreset {
  return useSyncExternalStore(subscribeToScreen, presetOfScreen) ?? kind
}

function presetOfScreen(): ViewPreset | null {
  return SCREENS.find(([, query]) => matchMedia(query).matches)?.[0] ?? null
}

function subscribeToScreen(listener: () => void): () => void {
  const queries = SCREENS.map(([, query]) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}
