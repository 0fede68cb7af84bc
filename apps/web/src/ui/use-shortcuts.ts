import { useEffect, useRef } from 'react'

const VERTICAL_KEYS: readonly string[] = ['ArrowUp', 'ArrowDown']

/**
 * The names follow `KeyboardEvent.key`: a character in lower case, another key with `Shift+` where that is held. `Mod+`
 * is Ctrl or Command: such a key types nothing, and works in fields as well.
 */
export type Shortcuts = Readonly<Record<string, () => void>>

/**
 * Calls what belongs to a key, wherever the focus is: but not where a control there uses the key, and
 * not with a modifier that belongs to the browser, unless the key is named with it.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.altKey || event.defaultPrevented || event.isComposing) return
      if (!isModified(event) && usesKey(event.target, event.key)) return
      if (document.querySelector(':popover-open')) return
      const action = current.current[shortcutOf(event)]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function isModified({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey
}

function shortcutOf(event: KeyboardEvent): string {
  const { key, shiftKey } = event
  // The browser uses the combination with Shift, too: for its console, for example.
  if (isModified(event)) return shiftKey ? '' : `Mod+${key.toLowerCase()}`
  if (key.length === 1) return key.toLowerCase()
  return shiftKey ? `Shift+${key}` : key
}

function usesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('input:not([type=range]), textarea, select')) {
    return true
  }
  if (VERTICAL_KEYS.includes(key)) return target.matches('input, [tabindex="0"]')
  return key === ' ' && target.closest('button, a, summary, [role]') !== null
}
