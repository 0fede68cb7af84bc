import type { ReactNode } from 'react'

interface ColumnsProps {
  /** It accompanies the content: it stands beside it where there is room, else below. */
  readonly side: ReactNode
  readonly children: ReactNode
}

/** Shows content and what accompanies it, in two columns from 1051 px. */
export function Columns({ side, children }: ColumnsProps) {
  return (
    <div className="grid items-start gap-x-8 gap-y-9 wide:grid-cols-[minmax(0,1fr)_minmax(19rem,28%)]">
      <div className="flex min-w-0 flex-col gap-9">{children}</div>
      <div className="flex min-w-0 flex-col gap-9">{side}</div>
    </div>
  )
}
