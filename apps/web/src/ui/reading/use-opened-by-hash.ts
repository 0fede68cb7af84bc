import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** An address with a disclosure's id behind "#" leads to it, opened. */
export function useOpenedByHash(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const asked = document.getElementById(hash)
    if (!(asked instanceof HTMLDetailsElement)) return
    asked.open = true
    asked.scrollIntoView()
  }, [hash])
}
