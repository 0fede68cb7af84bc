import { useEffect, useRef, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { CONTROL_LOOK } from '../../ui/control-style.ts'

const PAUSE_MS = 250

/** Searches while one types, a moment after the last letter. */
export function LeagueSearch({
  search,
  onSearch,
}: {
  readonly search: string
  readonly onSearch: (search: string) => void
}) {
  const text = useText()
  const [typed, setTyped] = useState(search)
  const sent = useRef(search)

  // The address changed by other means, such as the browser's way back.
  useEffect(() => {
    if (search === sent.current) return
    sent.current = search
    setTyped(search)
  }, [search])

  useEffect(() => {
    if (typed.trim() === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = typed.trim()
      onSearch(typed.trim())
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, onSearch])

  return (
    <search className="block w-full max-w-[500px]">
      <input
        type="search"
        aria-label={text('leagues.search')}
        placeholder={text('leagues.search')}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        className={CONTROL_LOOK}
      />
    </search>
  )
}
