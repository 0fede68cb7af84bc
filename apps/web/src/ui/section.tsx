import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** What an address ends with that leads here. */
  readonly anchor?: string
  /** What can be done with the section, beside its title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a page under a heading of its own. */
export function Section({ title, anchor, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="min-w-0 scroll-mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
