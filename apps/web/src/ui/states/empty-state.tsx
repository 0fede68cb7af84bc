import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** It says why nothing is here and what changes it. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-l border border-dashed border-line-strong px-5 py-8 sm:items-center sm:text-center">
      <p className="timing text-section font-semibold">{title}</p>
      {children !== undefined && (
        <div className="max-w-prose text-balance text-muted">{children}</div>
      )}
      {action}
    </div>
  )
}
