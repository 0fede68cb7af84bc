import { type ReactNode, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { Icon } from '../icon.tsx'
import { lazyPart } from '../states/lazy-part.tsx'
import type { MenuItem } from './menu-popup.tsx'

/** Most visits open no menu, so its library comes with the first. */
const MenuPopup = lazyPart(async () => (await import('./menu-popup.tsx')).MenuPopup, {
  fallback: null,
})

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** The button shows this, else a sign for "more" with the label as its name. */
  readonly children?: ReactNode
}

/** Hides commands behind a button. */
export function Menu({ label, items, children }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  function open(button: HTMLElement) {
    setAnchor(button)
    setOpen(true)
  }
  return (
    <>
      <Button
        look="quiet"
        size={children === undefined ? 'square' : 'small'}
        aria-label={children === undefined ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void MenuPopup.preload()}
        onClick={(event) => open(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open(event.currentTarget)
        }}
      >
        {children ?? <Icon name="more" />}
        {children !== undefined && <Icon name="chevronDown" size="size-4" />}
      </Button>
      {anchor && (
        <MenuPopup
          label={label}
          items={items}
          isOpen={isOpen}
          anchor={anchor}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
