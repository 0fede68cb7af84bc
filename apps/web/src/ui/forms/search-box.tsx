import { useEffect, useRef, useState } from 'react'
import { CONTROL_LOOK } from '../control-style.ts'

const PAUSE_MS = 250

interface SearchBoxProps {
  readonly label: string
  readonly search: string
  readonly maxLength: number
  readonly onSearch: (search: string) => void
}

/** Searches while one types, a moment after the last letter. */
export function SearchBox({ label, search, maxLength, onSearch }: SearchBoxProps) {
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
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={maxLength}
        onChange={(event) => setTyped(event.target.value)}
        className={CONTROL_LOOK}
      />
    </search>
  )
}
