import { useSyncExternalStore } from 'react'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import { useStore } from '../../state/store.ts'
import { automaticPreset, linkedPreset, presetChoice, type ViewPreset } from './view-preset.ts'

/** The style sheet of the view has the same limit. */
const WALL = '(width >= 2560px)'
const PAGED = '(width < 560px), (width < 768px) and (height > 500px)'
const PHONE = `${PAGED}, (width < 1051px) and (height <= 500px)`

/** Returns the preset of the address or the chosen one, else the automatic one. */
export function useViewPreset(kind: SessionKind): ViewPreset {
  const automatic = useAutomaticPreset(kind)
  const chosen = useStore(presetChoice.choices)[kind]
  return useStore(linkedPreset) ?? chosen ?? automatic
}

/** Returns the preset for this screen and kind of session. */
export function useAutomaticPreset(kind: SessionKind): ViewPreset {
  return automaticPreset(kind, useScreen(WALL))
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
