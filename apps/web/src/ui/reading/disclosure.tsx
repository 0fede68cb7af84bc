import { type ReactNode, useEffect } from 'react'
import { useLocation } from '@tanstack/react-router'

interface DisclosureProps {
  readonly title: ReactNode
  /** This part of the page's address opens it (see `useOpenedByHash`). */
  readonly id?: string
  /** The part is open from the start. */
  readonly opened?: boolean
  readonly children: ReactNode
}

/** Shows a line that opens to what it promises, by the browser's own means. */
export function Disclosure({ title, id, opened = false, children }: DisclosureProps) {
  return (
    <details id={id} open={opened} className="group scroll-mt-4 border-b border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 py-2 underline-offset-4 hover:underline">
        <span
          aria-hidden="true"
          className="size-2 shrink-0 -rotate-45 border-r-2 border-b-2 border-faint transition-[rotate] group-open:rotate-45"
        />
        {title}
      </summary>
      <div className="pb-5 pl-5">{children}</div>
    </details>
  )
}

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
