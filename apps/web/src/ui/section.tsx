import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** What can be done with the section, beside its title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a page under a heading of its own. */
export function Section({ title, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
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
