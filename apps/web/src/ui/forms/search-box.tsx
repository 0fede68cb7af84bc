import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CONTROL_LOOK } from '../control-style.ts'
import { usePaused } from '../use-paused.ts'

interface SearchBoxProps {
  readonly label: string
  readonly search: string
  readonly maxLength: number
  readonly onSearch: (search: string) => void
}

/** Searches while one types, a moment after the last letter. */
export function SearchBox({ label, search, maxLength, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(search)
  const paused = usePaused(typed.trim())
  const sent = useRef(search)

  // The address changed by other means, such as the browser's way back.
  useEffect(() => {
    if (search === sent.current) return
    sent.current = search
    setTyped(search)
  }, [search])

  const send = useEffectEvent((text: string) => {
    if (text === sent.current) return
    sent.current = text
    onSearch(text)
  })
  useEffect(() => {
    if (typed.trim() === paused) send(paused)
  }, [typed, paused])

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
