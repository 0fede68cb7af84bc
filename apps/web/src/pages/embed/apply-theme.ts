import type { EmbedTheme } from '../../features/sharing/embed-options.ts'

/** `auto` follows the system of the reader, also when it changes. */
export function applyTheme(theme: EmbedTheme): void {
  const isLight = matchMedia('(prefers-color-scheme: light)')
  const apply = () => {
    const system = isLight.matches ? 'light' : 'dark'
    document.documentElement.dataset['theme'] = theme === 'auto' ? system : theme
  }
  apply()
  if (theme === 'auto') isLight.addEventListener('change', apply)
}
