import { type ReactNode, type RefObject, useId, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-variants.ts'
import { POPUP_LOOK } from '../../ui/control-style.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

const ViewSettings = lazyPart(async () => (await import('./view-settings.tsx')).ViewSettings, {
  texts: ['panels'],
  fallback: null,
})

const KeyList = lazyPart(async () => (await import('./key-list.tsx')).KeyList, {
  texts: ['panels'],
  fallback: null,
})

interface ViewToolsProps {
  /** It is the list of keys, for the key that opens it. */
  readonly keys: RefObject<HTMLDivElement | null>
}

/** Offers what changes the view: which columns and panels it has, and the list of its keys. */
export function ViewTools({ keys }: ViewToolsProps) {
  const t = useText()
  return (
    <>
      <span className="hidden md:block">
        <Tool label={t('screen.keys')} sign={<span aria-hidden="true">?</span>} popup={keys}>
          <KeyList />
        </Tool>
      </span>
      <Tool label={t('screen.settings')} sign={<Icon name="columns" />}>
        <ViewSettings />
      </Tool>
    </>
  )
}

interface ToolProps {
  readonly label: string
  readonly sign: ReactNode
  readonly popup?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/** Shows a button that opens a part in front of the view; the browser closes it on Escape and outside. */
function Tool({ label, sign, popup, children }: ToolProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        popoverTarget={id}
        className={buttonClass('quiet', 'square')}
      >
        {sign}
      </button>
      <div
        id={id}
        ref={popup}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className={`${POPUP_LOOK} live-popup`}
      >
        {isOpen && children}
      </div>
    </>
  )
}
