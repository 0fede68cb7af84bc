import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Card, ScrollBox } from '../../ui/card.tsx'

interface OutlookCardProps {
  readonly title: string
  /** The whole panel rests on this: a figure, or that it is about to change. */
  readonly figure?: string | null
  /** It says how to read the panel, or where its values come from, and is shown on request. */
  readonly note?: ReactNode
  /** It is shown instead of the content. */
  readonly empty: string | null
  readonly children: ReactNode
}

/** Shows a panel under its name, or the reason why there is nothing to show yet. */
export function OutlookCard({ title, figure = null, note, empty, children }: OutlookCardProps) {
  const t = useText()
  const id = useId()
  const [isExplained, setExplained] = useState(false)
  const hasNote = note !== undefined && note !== null && empty === null
  return (
    <Card as="section" label={title} frame fill>
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-b border-line pr-1 pl-3">
        <h2 className="label flex-1">{title}</h2>
        {figure !== null && empty === null && <span className="timing text-muted">{figure}</span>}
        {hasNote && (
          <button
            type="button"
            aria-expanded={isExplained}
            aria-controls={id}
            aria-label={t('panels.explain', { panel: title })}
            title={t('panels.explain', { panel: title })}
            onClick={() => setExplained(!isExplained)}
            className="grid size-8 place-items-center rounded-m text-muted hover:text-text aria-expanded:text-text coarse:size-11"
          >
            ?
          </button>
        )}
        {hasNote && isExplained && (
          <p id={id} className="basis-full pb-1.5 text-small text-muted">
            {note}
          </p>
        )}
      </div>
      {empty === null ? (
        <ScrollBox label={title} className="max-h-96 min-h-0">
          {children}
        </ScrollBox>
      ) : (
        <p className="px-3 py-2 text-muted">{empty}</p>
      )}
    </Card>
  )
}
