import { type ReactNode, useId } from 'react'

export function SessionSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-3 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

export const TABLE_FRAME = 'rounded-m border border-line bg-panel'
