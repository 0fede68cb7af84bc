import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { POPUP_LOOK } from '../popup-style.ts'

interface ColumnChoiceProps {
  readonly columns: readonly { readonly key: string; readonly name: string }[]
  readonly hidden: readonly string[]
  readonly onHidden: (hidden: readonly string[]) => void
}

/** A button that opens the columns to tick; plain boxes, since every page with a table loads them. */
export function ColumnChoice({ columns, hidden, onHidden }: ColumnChoiceProps) {
  const text = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }

  function closeOutside(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- closes what is open inside
    <div ref={box} className="relative" onKeyDown={closeOnEscape} onBlur={closeOutside}>
      <Button
        look="quiet"
        size="small"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="columns" />
        {text('ui.columns')}
      </Button>
      <fieldset
        id={id}
        hidden={!open}
        className={`${POPUP_LOOK} absolute top-full right-0 z-30 mt-1 min-w-48`}
      >
        <legend className="sr-only">{text('ui.columns')}</legend>
        {columns.map(({ key, name }) => (
          <label
            key={key}
            className="control flex cursor-pointer items-center gap-3 rounded-s px-3 hover:bg-line-strong"
          >
            <input
              type="checkbox"
              checked={!hidden.includes(key)}
              onChange={({ target }) =>
                onHidden(
                  target.checked ? hidden.filter((other) => other !== key) : [...hidden, key],
                )
              }
              className="size-5 shrink-0 accent-secondary"
            />
            {name}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
