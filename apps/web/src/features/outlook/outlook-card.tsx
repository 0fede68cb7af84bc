import type { ReactNode } from 'react'
import { Card, ScrollBox } from '../../ui/card.tsx'

interface OutlookCardProps {
  readonly title: string
  /** How to read it, or where its values come from. */
  readonly note?: ReactNode
  /** Shown instead of the content. */
  readonly empty: string | null
  readonly children: ReactNode
}

/** A panel under its name, or the reason why there is nothing to show yet. */
export function OutlookCard({ title, note, empty, children }: OutlookCardProps) {
  return (
    <Card as="section" label={title} frame>
      <div className="border-b border-line px-3 py-1.5">
        <h2 className="label">{title}</h2>
        {note !== undefined && empty === null && <p className="text-small text-muted">{note}</p>}
      </div>
      {empty === null ? (
        <ScrollBox label={title} className="max-h-96">
          {children}
        </ScrollBox>
      ) : (
        <p className="px-3 py-2 text-muted">{empty}</p>
      )}
    </Card>
  )
}
