import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useId, useRef } from 'react'
import { useText } from '../../messages/use-text.ts'
import { CONTROL_LOOK } from '../control-style.ts'
import { writeSearchString } from './search-string.ts'

/** Leads to the results of what was typed; without any text it stays where it is. */
export function SearchForm({ onSearch }: { readonly onSearch?: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const { searchString = '' } = useParams({ strict: false })

  function search(event: FormEvent) {
    event.preventDefault()
    if (!box.current) return
    const typed = writeSearchString(box.current.value)
    if (typed === null) return
    onSearch?.()
    void navigate({ to: '/search/$searchString', params: { searchString: typed } })
  }

  return (
    <search className="w-full max-w-[500px] min-w-0">
      <form onSubmit={search} className="relative">
        <label htmlFor={id} className="sr-only">
          {t('shell.search')}
        </label>
        <input
          key={searchString}
          ref={box}
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          defaultValue={searchString.trim()}
          placeholder={t('shell.searchPlaceholder')}
          className={`peer ${CONTROL_LOOK}`}
        />
        <kbd
          aria-hidden="true"
          className="timing pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 text-small text-muted peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden xl:block"
        >
          {t(/\bMac/.test(navigator.userAgent) ? 'shell.paletteKeyOfMac' : 'shell.paletteKey')}
        </kbd>
      </form>
    </search>
  )
}
