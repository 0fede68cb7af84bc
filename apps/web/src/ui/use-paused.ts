import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/** Returns what is typed, once nobody has typed for a moment: it is not searched for letter by letter. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
