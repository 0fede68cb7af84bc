import type { ReactNode } from 'react'

/** What is larger than its place scrolls inside it, and the keyboard can reach it to scroll. */
export function ScrollBox({
  label,
  className,
  children,
}: {
  label: string
  className: string
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it, Safari's keyboard users cannot scroll
    <section aria-label={label} tabIndex={0} className={`relative overflow-auto ${className}`}>
      {children}
    </section>
  )
}
