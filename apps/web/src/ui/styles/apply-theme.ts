/** A reader or an embed may choose these. */
export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export type ShownTheme = Exclude<Theme, 'auto'>

let stopFollowing = (): void => {}

/**
 * Shows the page in a theme. `auto` follows the system of the reader, also when it changes; `onShown` is called at
 * first and then with each change.
 */
export function applyTheme(theme: Theme, onShown: (shown: ShownTheme) => void = () => {}): void {
  stopFollowing()
  const isLight = matchMedia('(prefers-color-scheme: light)')
  const apply = () => {
    const system = isLight.matches ? 'light' : 'dark'
    const shown = theme === 'auto' ? system : theme
    const root = document.documentElement
    root.dataset['theme'] = shown
    const colour = getComputedStyle(root).getPropertyValue('--color-page')
    // Browsers draw their frame around the page in it, on a phone.
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour)
    onShown(shown)
  }
  apply()
  if (theme !== 'auto') return
  isLight.addEventListener('change', apply)
  stopFollowing = () => isLight.removeEventListener('change', apply)
}
