import { useEffect, useRef } from 'react'

const SCROLL_KEYS = { ArrowUp: true, ArrowDown: true }

export type Shortcuts = Readonly<Record<string, () => void>>

/**
 * Calls what belongs to a key, in lower case as in `KeyboardEvent.key`, wherever the focus is: but
 * not while somebody types, and not with a modifier, which belongs to the browser.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (takesText(event.target) || document.querySelector(':popover-open')) return
      // Arrows scroll what has the focus and scrolls.
      if (Object.hasOwn(SCROLL_KEYS, event.key) && scrollsItself(event.target)) return
      const action = current.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  )
}

function scrollsItself(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[tabindex="0"]')
}
