import { createContext, type KeyboardEvent } from 'react'

/** The Tab key reaches the row of this place; the arrow keys lead from it to the others. */
export const TabStopContext = createContext<number | null>(null)

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Moves the focus of the keyboard from row to row; the followed driver stays the same. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-button]')]
  const at = buttons.findIndex((button) => button === event.target)
  if (at < 0) return
  event.preventDefault()
  buttons[step(at, buttons.length - 1)]?.focus()
}
