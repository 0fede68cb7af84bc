import { readStored, writeStored } from '../../state/browser-storage.ts'
import { createStore, useStore } from '../../state/store.ts'
import { applyTheme, type ShownTheme, type Theme, THEMES } from './apply-theme.ts'

/** `index.html` reads it too, before this file has arrived. */
const STORED_NAME = 'theme'
/** Timing is made for dark rooms and screens beside a game. */
const DEFAULT: Theme = 'dark'

const chosen = createStore<Theme>(DEFAULT)
const shown = createStore<ShownTheme>('dark')

/** Shows the site in the theme that was chosen here before. */
export function startTheme(): void {
  const stored = readStored(STORED_NAME)
  show(THEMES.find((theme) => theme === stored) ?? DEFAULT)
}

export function chooseTheme(theme: Theme): void {
  writeStored(STORED_NAME, theme === DEFAULT ? null : theme)
  show(theme)
}

function show(theme: Theme): void {
  chosen.set(theme)
  applyTheme(theme, shown.set)
}

export function useTheme(): Theme {
  return useStore(chosen)
}

/** Charts and maps are drawn with the colours of their beginning: what draws them is made again in another theme. */
export function useShownTheme(): ShownTheme {
  return useStore(shown)
}
