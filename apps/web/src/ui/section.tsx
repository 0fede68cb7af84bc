import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** An address that ends with it leads here. */
  readonly anchor?: string
  /** They can be done with the section, beside its title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Shows a part of a page under a heading of its own. */
export function Section({ title, anchor, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="min-w-0 scroll-mt-6">
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-1.5">
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
